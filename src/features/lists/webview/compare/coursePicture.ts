import type { CoursePoint, ValueCourse } from "../../messages/valueCourse";

/** A sum in a drawing: CSS pixels. */
export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
  readonly point: CoursePoint;
  readonly text: string;
}

/** The course of one unit: points in time, joined where none between them is missing. */
export interface CoursePicture {
  readonly width: number;
  readonly height: number;
  readonly points: readonly DrawnPoint[];
  /** Points of a polyline each. */
  readonly lines: readonly string[];
  readonly least: DrawnPoint | undefined;
  readonly most: DrawnPoint | undefined;
}

const COURSE_HEIGHT = 120;
const EDGE = { top: 22, bottom: 40, side: 12 };

/** Undefined where the unit has no sum at all. */
export function coursePicture(
  { points }: ValueCourse,
  unit: number,
  width: number,
): CoursePicture | undefined {
  const valued = points.flatMap((point) => {
    const value = point.values[unit];
    return value ? [{ point, value, at: Date.parse(point.at) }] : [];
  });
  const [first] = valued;
  const last = valued.at(-1);
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const numbers = valued.map(({ value }) => value.number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const along = scale(first.at, last.at, EDGE.side, width - EDGE.side);
  const up = scale(low, high, COURSE_HEIGHT - EDGE.bottom, EDGE.top);
  const drawn = valued.map(({ point, value, at }) => ({
    ...{ x: along(at), y: up(value.number), point, text: value.text },
  }));
  return {
    ...{ width, height: COURSE_HEIGHT, points: drawn, lines: linesOf(points, drawn) },
    least: low === high ? undefined : drawn[numbers.indexOf(low)],
    most: drawn[numbers.indexOf(high)],
  };
}

/** One value, or many that are the same, stand in the middle. */
function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = to - from;
  return (value) =>
    round(
      span === 0 || !Number.isFinite(span)
        ? (start + end) / 2
        : start + ((value - from) / span) * (end - start),
    );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function linesOf(all: readonly CoursePoint[], drawn: readonly DrawnPoint[]): readonly string[] {
  const byPoint = new Map(drawn.map((one) => [one.point, one]));
  const runs: DrawnPoint[][] = [[]];
  for (const point of all) {
    const one = byPoint.get(point);
    if (one === undefined) {
      runs.push([]);
    } else {
      runs.at(-1)?.push(one);
    }
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) => run.map(({ x, y }) => `${x},${y}`).join(" "));
}
