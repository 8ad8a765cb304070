import { appendFileSync } from "node:fs";

/** A line of docs/performance.md: some work beside its floor, in one run. */
export interface Figure {
  readonly work: string;
  /** The least that has to be done, or what others do. */
  readonly floor: string;
  /** Of both: "ms" where less is better, "calls/s" where more is. */
  readonly unit: string;
  /** One for each round; none where there is nothing to compare with. */
  readonly base: readonly number[];
  readonly ours: readonly number[];
  /** As it is written: of the ratio, unless it has a unit. */
  readonly aim: string;
  /**
   * Milliseconds of the longest turn of the thread that is the extension host there; absent where
   * the work has none of its own in it.
   */
  readonly stall?: number;
}

/** How the time of some work grows with the work, or what else is told in a unit of its own. */
export interface Growth {
  readonly work: string;
  /** "ms" where it is absent. */
  readonly unit?: string;
  /** What there is ten times and a hundred times as much of. */
  readonly sizes: readonly [string, string, string];
  /** For each size. */
  readonly took: readonly [number, number, number];
  /** As of a figure, of the largest size. */
  readonly stall?: number;
}

/** Keeps a line for docs/performance.md where the run of all benches wants one. */
export function keepFigure(line: Figure | Growth): void {
  const file = process.env["BENCH_FIGURES"];
  if (file !== undefined) {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
}

/** The middle one; of an even number the mean of both. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}

/** "12.3 ms (10.1 to 19.8)": the median, and the best and the worst. */
export function spread(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(1)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
