/** What of a text has to be replaced, from `start` to before `end`, to make another of it. */
interface ChangedPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The one part that differs: what is around it, cursors and folded parts among it, stays. */
export function changedPart(before: string, after: string): ChangedPart {
  let start = 0;
  while (before[start] === after[start] && start < before.length) {
    start++;
  }
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) {
    end++;
  }
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}
