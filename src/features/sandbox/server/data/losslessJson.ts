import { LosslessNumber, parse, stringify } from "lossless-json";

/** A number as it is written in JSON: `1204.3300` keeps its zeros. */
export type RawNumber = LosslessNumber;

/** The number written as `lexeme`, kept so when it is made JSON again. */
export function rawNumber(lexeme: string): RawNumber {
  return new LosslessNumber(lexeme);
}

/** JSON text with numbers as they were written; `space` as for `JSON.stringify`. */
export function stringifyJson(value: unknown, space?: number): string {
  return stringify(value, undefined, space) ?? "null";
}

/** Parses JSON with each number kept as it is written; of members named twice the last counts. */
export function parseKeepingNumbers(text: string): unknown {
  return parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue });
}
