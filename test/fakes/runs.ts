const IS_LONG = process.env["TEST_LENGTH"] === "long";

/** How many random cases are tried: all of them in the long form, a fifth in the short one. */
export function runs(inLong: number): number {
  return IS_LONG ? inLong : Math.max(60, Math.ceil(inLong / 5));
}
