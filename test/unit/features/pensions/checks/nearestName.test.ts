import assert from "node:assert/strict";
import { nearestName } from "../../../../../src/features/pensions/common/checks/nearestName";

const X = (count: number): string => "x".repeat(count);

describe("the name that was meant", () => {
  for (const [what, name, names, meant] of [
    ["is the same without marks and capitals", "Scheme_ -name", ["schemeName"], "schemeName"],
    ["lacks a letter", "nam", ["name"], "name"],
    ["has one too many", "naame", ["name"], "name"],
    ["has another letter", "abx", ["abc"], "abc"],
    ["has two letters swapped, at its end", "teh", ["the"], "the"],
    ["has two letters swapped, at its beginning", "hte", ["the"], "the"],
    ["may differ by two from four letters on", "abcd", ["abcdef"], "abcdef"],
    ["may differ by three from nine letters on", "abcdefghi", ["abcdefghijkl"], "abcdefghijkl"],
    ["is the first of those that are as near", "nmae", ["nmaes", "name"], "nmaes"],
    ["is compared to its end", "abcx", ["abcz", "abc"], "abcz"],
    ["is the nearest", "abcdef", ["abcdxy", "abcdex", "abcxyz"], "abcdex"],
    ["may have 64 characters", X(64), [`${X(63)}y`], `${X(63)}y`],
  ] as const) {
    it(what, () => assert.equal(nearestName(name, names), meant));
  }

  for (const [what, name, other] of [
    ["differs by two in three letters", "abc", "abcde"],
    ["differs by three in eight", "abcdefgh", "abcdefghijk"],
    ["differs by four in nine", "abcdefghi", "zzzabcdefghX"],
    ["differs by three in five", "abcde", "abxyzde"],
    ["differs by half of it", "ab", "ax"],
    ["has a letter that only moved on", "bxc", "abc"],
    ["has a letter that only moved back", "xac", "abc"],
    ["has two swapped and another one", "xcb", "abc"],
    ["is too long", X(65), X(64)],
    ["would be too long", X(64), X(65)],
    ["has no letters", "_-", "a"],
  ] as const) {
    it(`is none that ${what}`, () => assert.equal(nearestName(name, [other]), undefined));
  }
});
