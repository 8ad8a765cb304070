const DAY = 86_400_000;

/**
 * How moments on an axis are written: as dates are in answers, and no longer than they have to be.
 * @param moments of all points, in milliseconds since the epoch, in any order
 */
export function axisDateFormat(moments: Iterable<number | undefined>): (moment: number) => string {
  let [first, last] = [Infinity, -Infinity];
  // There may be too many of them to be arguments.
  for (const moment of moments) {
    if (moment !== undefined) {
      first = Math.min(first, moment);
      last = Math.max(last, moment);
    }
  }
  const span = last - first;
  const [from, to] = span > 5 * 365 * DAY ? [0, 7] : span > 2 * DAY ? [0, 10] : [5, 16];
  return (moment) => new Date(moment).toISOString().slice(from, to).replace("T", " ");
}
