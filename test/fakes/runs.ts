import type { AsyncFunc, Func } from "mocha";

/** The long form tries everything; the short one at least one example of each kind. */
export const IS_LONG = process.env["TEST_LENGTH"] === "long";

/** How many random cases are tried: all of them in the long form, a twentieth in the short one. */
export function runs(inLong: number): number {
  return IS_LONG ? inLong : Math.max(30, Math.ceil(inLong / 20));
}

/** Of many cases of a kind, those that are tried: all in the long form, each third in the short one. */
export function examplesOf<T>(cases: readonly T[]): readonly T[] {
  return cases.filter((_one, at) => IS_LONG || at % 3 === 0);
}

/** A test of the long form alone: the short one has another example of its kind. */
export function itInLong(title: string, body: Func | AsyncFunc): void {
  (IS_LONG ? it : it.skip)(title, body);
}
