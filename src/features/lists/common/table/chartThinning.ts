/** A point of a drawing; the index says which of all it is. */
export interface DrawnPoint {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Points that keep the shape of a line, first and last among them: of each bucket the one that
 * spans the largest triangle with its neighbours (Steinarsson, 2013, section 4.2).
 */
export function thinLine(points: readonly DrawnPoint[], most: number): readonly DrawnPoint[] {
  const first = points[0];
  const last = points.at(-1);
  if (points.length <= most || first === undefined || last === undefined || most < 3) {
    return points.slice(0, Math.max(most, 0));
  }
  const width = (points.length - 2) / (most - 2);
  const kept = [first];
  for (let bucket = 0; bucket < most - 2; bucket++) {
    const from = Math.floor(bucket * width) + 1;
    const to = Math.floor((bucket + 1) * width) + 1;
    const next = meanOf(points.slice(to, Math.floor((bucket + 2) * width) + 1), last);
    kept.push(largest(points.slice(from, to), kept.at(-1) ?? first, next));
  }
  return [...kept, last];
}

function meanOf(points: readonly DrawnPoint[], last: DrawnPoint): { x: number; y: number } {
  return points.length === 0
    ? last
    : {
        x: points.reduce((sum, { x }) => sum + x / points.length, 0),
        y: points.reduce((sum, { y }) => sum + y / points.length, 0),
      };
}

function largest(
  points: readonly DrawnPoint[],
  before: DrawnPoint,
  after: { readonly x: number; readonly y: number },
): DrawnPoint {
  let best = points[0] ?? before;
  let most = -1;
  for (const point of points) {
    const area = Math.abs(
      (before.x - after.x) * (point.y - before.y) - (before.x - point.x) * (after.y - before.y),
    );
    if (area > most) {
      most = area;
      best = point;
    }
  }
  return best;
}

/** One point of each cell of a net over them all: single points far off stay, heaps get thinner. */
export function thinCloud(points: readonly DrawnPoint[], most: number): readonly DrawnPoint[] {
  if (points.length <= most) {
    return points;
  }
  const cells = Math.max(Math.floor(Math.sqrt(most)), 1);
  const column = cellOf(points, ({ x }) => x, cells);
  const row = cellOf(points, ({ y }) => y, cells);
  const kept = new Map<number, DrawnPoint>();
  for (const point of points) {
    const cell = column(point) * cells + row(point);
    if (!kept.has(cell)) {
      kept.set(cell, point);
    }
  }
  return [...kept.values()];
}

function cellOf(
  points: readonly DrawnPoint[],
  part: (point: DrawnPoint) => number,
  cells: number,
): (point: DrawnPoint) => number {
  let least = Infinity;
  let most = -Infinity;
  for (const point of points) {
    least = Math.min(least, part(point));
    most = Math.max(most, part(point));
  }
  // Halves: the whole span can be beyond what a double holds.
  const span = most / 2 - least / 2;
  return (point) =>
    span === 0
      ? 0
      : Math.min(Math.floor(((part(point) / 2 - least / 2) / span) * cells), cells - 1);
}
