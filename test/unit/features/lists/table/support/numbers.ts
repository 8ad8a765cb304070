import fc from "fast-check";

const DIGITS = fc.stringMatching(/^\d{0,22}$/);
const EXPONENT = fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined });

/** Numbers as JSON writes them, many of them longer than any double. */
export const LEXEMES: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("", "-"), fc.stringMatching(/^(0|[1-9]\d{0,22})$/), DIGITS, EXPONENT)
  .map(([sign, whole, decimals, exponent]) => {
    const power = exponent === undefined ? "" : `e${exponent}`;
    return `${sign}${whole}${decimals === "" ? "" : `.${decimals}`}${power}`;
  });

/** Numbers that are equal or differ in the last digits alone, written in several ways. */
export const NEAR_LEXEMES: fc.Arbitrary<string> = fc.constantFrom(
  ...["9007199254740992", "9007199254740993", "9007199254740993.0", "9007199254740993.00000001"],
  ...[
    "9.007199254740993e15",
    "900719925474099300e-2",
    "0.1",
    "0.10",
    "1e-1",
    "0.10000000000000001",
  ],
  ...["-0", "0", "0.00", "0e5", "-9007199254740993", "-9007199254740992.99", "123456789012345678"],
  ...["123456789012345679", "1.23456789012345678e17", "1e30", "1000000000000000000000000000000"],
);

/** Far more decimals than any of those numbers has. */
const PLACES = 100;

/** The value in units of 10^-100, worked out in the plainest way. */
export function exactValue(lexeme: string): bigint {
  const [mantissa = "", power = "0"] = lexeme.toLowerCase().split("e");
  const isNegative = mantissa.startsWith("-");
  const [whole = "", decimals = ""] = mantissa.replace("-", "").split(".");
  const places = PLACES + Number(power) - decimals.length;
  const size = BigInt(whole + decimals) * 10n ** BigInt(places);
  return isNegative ? -size : size;
}
