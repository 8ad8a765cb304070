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
