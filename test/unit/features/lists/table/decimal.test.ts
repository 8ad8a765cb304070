import assert from "node:assert/strict";
import fc from "fast-check";
import {
  compareDecimals,
  compareLexemes,
  fitsDouble,
  parseDecimal,
} from "../../../../../src/features/lists/common/table/decimal";
import { DecimalSum } from "../../../../../src/features/lists/common/table/decimalSum";
import { runs } from "../../../../fakes/runs";
import { exactValue, LEXEMES, NEAR_LEXEMES } from "./support/numbers";

describe("decimals", () => {
  it("are compared exactly, whatever their digits and exponents", () => {
    fc.assert(
      fc.property(fc.oneof(pair(LEXEMES), pair(NEAR_LEXEMES)), ([one, other]) => {
        const [a, b] = [exactValue(one), exactValue(other)];
        const expected = a < b ? -1 : a > b ? 1 : 0;
        const [first, second] = [parseDecimal(one), parseDecimal(other)];
        assert.ok(first && second);
        assert.equal(Math.sign(compareDecimals(first, second)), expected);
        assert.equal(Math.sign(compareLexemes(one, other)), expected);
      }),
      { numRuns: runs(2000) },
    );
  });

  it("are compared where no double and no power of ten reaches", () => {
    const rising = [
      ...["-1e99999999999999999999", "-1e400", "-9007199254740993", "-9007199254740992.5"],
      ...["-1e-400", "0e999", "1e-99999999999999999999", "1e-401", "1e-400"],
      ...["9007199254740993", "9007199254740993.1", "1e400", "1.1e400", "1e99999999999999999999"],
    ];
    for (const [index, lexeme] of rising.entries()) {
      for (const [place, other] of rising.entries()) {
        const order = Math.sign(compareLexemes(lexeme, other));
        assert.equal(order, Math.sign(index - place), `${lexeme} and ${other}`);
      }
    }
    assert.equal(compareLexemes("-0", "0.0"), 0);
    assert.equal(compareLexemes("1e2", "100.00"), 0);
  });

  it("are read in one pass, however many zeros are among their digits", () => {
    // A pattern that looks at each zero anew needs minutes for these.
    const zeros = "0".repeat(3_000_000);
    const decimal = parseDecimal(`1${zeros}1${zeros}.${zeros}`);
    assert.deepEqual([decimal?.digits.length, decimal?.exponent], [3_000_002, 6_000_002]);
  });

  it("are read as people type them, and nothing else is", () => {
    for (const text of ["+5", "5.", ".5", "007", "1E+3"]) {
      assert.ok(parseDecimal(text), text);
    }
    for (const text of ["", ".", "-", "1,5", "0x10", "1e", "NaN", "Infinity", " 1", "1 2"]) {
      assert.equal(parseDecimal(text), undefined, text);
    }
  });

  it("that a double tells apart are told apart by it", () => {
    fc.assert(
      fc.property(pair(fc.oneof(LEXEMES, NEAR_LEXEMES)), ([one, other]) => {
        const [first, second] = [parseDecimal(one), parseDecimal(other)];
        fc.pre(first !== undefined && second !== undefined);
        fc.pre(fitsDouble(first) && fitsDouble(second));
        assert.equal(Number(one) === Number(other), compareDecimals(first, second) === 0);
      }),
      { numRuns: runs(2000) },
    );
  });

  it("add up exactly", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(LEXEMES, NEAR_LEXEMES), { maxLength: 30 }), (lexemes) => {
        const sum = new DecimalSum();
        lexemes.forEach((lexeme) => sum.add(lexeme));
        const expected = lexemes.reduce((total, lexeme) => total + exactValue(lexeme), 0n);
        assert.equal(exactValue(sum.text ?? ""), expected);
        assert.match(sum.text ?? "", /^-?\d+(\.\d+)?$/);
      }),
      { numRuns: runs(1000) },
    );
  });

  it("add up with the decimals of those that have the most, as money does", () => {
    const sum = new DecimalSum();
    ["0.10", "0.20", "-5", "9007199254740993.07"].forEach((lexeme) => sum.add(lexeme));
    assert.equal(sum.text, "9007199254740988.37");
  });

  it("have no sum that would fill the memory", () => {
    const sum = new DecimalSum();
    sum.add("1e999999999");
    assert.equal(sum.text, undefined);
    const zeros = new DecimalSum();
    zeros.add("0e999999999");
    assert.equal(zeros.text, "0");
  });
});

function pair<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<[T, T]> {
  return fc.tuple(arbitrary, arbitrary);
}
