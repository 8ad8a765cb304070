import { rawNumber } from "../losslessJson";
import type { Holding } from "../holdings";

/** One column, each type; undefined is a member that is missing. */
const ANY: readonly unknown[] = [
  "text",
  rawNumber("1204.3300"),
  true,
  null,
  { amount: rawNumber("12.50"), currency: "GBP" },
  ["a", "b"],
  undefined,
  "",
  "   ",
  "12",
  "true",
  "null",
  false,
  0,
  {},
  [],
  "2026-10-30",
];

const LONG_LENGTH = 100_000;
const LONG_TEXT = "A long remark that nobody reads to its end. "
  .repeat(Math.ceil(LONG_LENGTH / 44))
  .slice(0, LONG_LENGTH);

const REMARKS: readonly unknown[] = [
  "Reviewed with the client",
  null,
  "",
  " ",
  "\t\n",
  "\u00a0",
  "First line\nsecond line\r\nthird line",
  undefined,
];

const TAGS: readonly unknown[] = [
  ["growth", "income"],
  [],
  [1, 2.5, -3],
  Array.from({ length: 1000 }, (_item, index) => index),
  [null, true, "", 0],
  ["one"],
  undefined,
  null,
  [[1, 2], [3, [4, 5]], []],
  "not a list",
];

const LOTS: readonly unknown[] = [
  [
    { boughtOn: "2019-04-05", units: rawNumber("10.0000"), price: rawNumber("1.2000") },
    { boughtOn: "2021-11-19", units: rawNumber("2.5000"), price: rawNumber("1.9000") },
  ],
  [{ boughtOn: "2023-01-31", units: rawNumber("0.0001"), fees: [{ kind: "entry", amount: 1 }] }],
  [{}, { units: null }, "sold", 4],
  Array.from({ length: 300 }, (_item, index) => ({ lot: index + 1, boughtOn: "2024-02-29" })),
  [],
  undefined,
];

/** Types that change from row to row, lists in cells, and what is missing, empty or very long. */
export function mixedHolding(holding: Holding, index: number): unknown {
  return {
    ...holding,
    anything: ANY[index % ANY.length],
    remark: index === 10 ? LONG_TEXT : REMARKS[index % REMARKS.length],
    tags: TAGS[index % TAGS.length],
    lots: LOTS[index % LOTS.length],
    ...(index % 9 === 0 ? { onlySometimes: `Row ${index + 1}` } : {}),
    alwaysNull: null,
    alwaysEmpty: "",
  };
}
