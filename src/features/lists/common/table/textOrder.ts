// One order for everybody: what is compared or told of must not depend on the language of the
// editor. Digits inside texts count as numbers, so that PEN-2 comes before PEN-10.
const SORTING = new Intl.Collator("en", { numeric: true });
const MATCHING = new Intl.Collator("en", { numeric: true, sensitivity: "accent" });

/** The order of texts in a column; no two different texts are equal in it. */
export function compareTexts(one: string, other: string): number {
  return SORTING.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

/** The same order with upper and lower case alike, for "less than" and the like. */
export function compareFolded(one: string, other: string): number {
  return MATCHING.compare(one, other);
}

/** A text as it is searched: upper and lower case alike. */
export function folded(text: string): string {
  return text.toLowerCase();
}

/** Nothing that could be seen. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
