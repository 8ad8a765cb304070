const LONGEST = 64;

/** The name that was surely meant by another one; undefined where none is near enough. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const plain = folded(name);
  if (plain.length > LONGEST) {
    return undefined;
  }
  const limit = plain.length < 4 ? 1 : plain.length < 9 ? 2 : 3;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of names) {
    const other = folded(candidate);
    const isNear = other.length <= LONGEST && Math.abs(other.length - plain.length) <= limit;
    const distance = isNear ? distanceOf(plain, other) : Infinity;
    // Half of a short name is no slip of the finger.
    if (
      distance <= limit &&
      distance * 2 < other.length &&
      distance < (best?.distance ?? Infinity)
    ) {
      best = { name: candidate, distance };
    }
  }
  return best?.name;
}

/** Names that differ in case and marks only are the same to a person. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1];
      const isSwap = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      next.push(
        Math.min(
          (row[to] ?? 0) + 1,
          (next[to - 1] ?? 0) + 1,
          (row[to - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[to - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? Infinity;
}
