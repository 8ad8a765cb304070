import { rawNumber } from "../losslessJson";
import type { Holding } from "../holdings";

/** Numbers that a reader through binary floating point would change, as they are written. */
export const NUMBER_LEXEMES: readonly string[] = [
  ..."9007199254740991 9007199254740992 9007199254740993 -9007199254740993".split(" "),
  ..."18446744073709551615 1234567890123456789012345678901234567890".split(" "),
  ..."-1234567890123456789012345678901234567890 0.1 0.2 0.3".split(" "),
  ..."0.30000000000000004 0.1234567890123456789012345678901234567890".split(" "),
  ..."1204.3300 1204.33 1204.330 0 -0 0.0 -0.00 1 -1 1.0 1.00 10 9 100 -100.50".split(" "),
  ..."1e400 -1e400 1e-400 1E+2 1e2 1.0e+02 1E-7 0e0 0E+00 2.50e1 1e308 5e-324".split(" "),
  ..."0.00000001 99999999.99999999 4503599627370497.5 123456789012345678.90".split(" "),
];

/** The same number as a number and as text, so that what was made of it can be compared. */
export function numberHolding(holding: Holding, index: number): unknown {
  const at = (offset: number): string =>
    NUMBER_LEXEMES[(index + offset) % NUMBER_LEXEMES.length] ?? "0";
  return {
    ...holding,
    number: rawNumber(at(0)),
    written: at(0),
    nested: { number: rawNumber(at(7)) },
    list: [rawNumber(at(0)), rawNumber(at(1)), rawNumber(at(2))],
    account: rawNumber(String(10n ** 39n + BigInt(index))),
  };
}
