import assert from "node:assert/strict";
import {
  dayOfMidnight,
  isDateTime,
  readDate,
} from "../../../../../src/features/pensions/common/checks/dates";

describe("what is read as a date", () => {
  const dates: readonly (readonly [text: string, kind: string, means?: string])[] = [
    ["2024-02-29", "date"],
    ["2000-02-29", "date"],
    ["2024-12-31", "date"],
    ["2100-02-29", "missing"],
    ["2023-02-29", "missing"],
    ["2024-04-31", "missing"],
    ["2024-01-00", "missing"],
    ["2024-00-01", "missing"],
    ["2024-13-01", "missing"],
    ["2024/13/01", "missing"],
    ["20241301", "missing"],
    ["31.13.2024", "missing"],
    [" 2024-02-03", "notation", "2024-02-03"],
    ["2024-02-03".padStart(64), "notation", "2024-02-03"],
    ["2024-02-03".padStart(65), "none"],
    ["2024/2/3", "notation", "2024-02-03"],
    ["2024 - 2 - 3", "notation", "2024-02-03"],
    ["20240203", "notation", "2024-02-03"],
    ["13.2.2024", "notation", "2024-02-13"],
    ["2/13/2024", "notation", "2024-02-13"],
    ["2-2-2024", "notation", "2024-02-02"],
    ["3.2.2024", "notation"],
    ["3.2-2024", "none"],
    ["2024-02-03T10:00:00", "time"],
    ["2024-02-30T10:00:00", "missing"],
    ["1.2.24", "none"],
    ["", "none"],
  ];
  for (const [text, kind, means] of dates) {
    it(`${JSON.stringify(text)}: ${kind} ${means ?? ""}`, () => {
      const expected = kind === "notation" ? { kind, means } : { kind };
      assert.deepEqual(readDate(text), expected);
    });
  }

  for (const [text, day] of [
    ["2024-02-03T00:00:00", "2024-02-03"],
    [" 2024-02-03 00:00:00.000Z ", "2024-02-03"],
    ["2024-02-03T00:00:00+00:00", undefined],
    ["2024-02-03T00:00:01", undefined],
    ["2024-02-30T00:00:00Z", undefined],
    ["2024-02-03", undefined],
  ] as const) {
    it(`${JSON.stringify(text)} is midnight of ${String(day)}`, () =>
      assert.equal(dayOfMidnight(text), day));
  }

  for (const [text, expected] of [
    ["2024-02-03T10:00:00Z", true],
    ["2024-02-03t10:00:00.123456789012z", true],
    ["2024-02-03T23:59:60+14:00", true],
    ["2024-02-03T00:00:00-23:59", true],
    ["2024-02-03 10:00:00Z", false],
    ["2024-02-30T10:00:00Z", false],
    ["2024-02-03T24:00:00Z", false],
    ["2024-02-03T10:60:00Z", false],
    ["2024-02-03T10:00:61Z", false],
    ["2024-02-03T10:00:00", false],
    ["2024-02-03T10:00:00+24:00", false],
    ["2024-02-03T10:00:00+1:00", false],
    ["2024-02-03", false],
  ] as const) {
    it(`${text} is ${expected ? "a" : "no"} time of RFC 3339`, () =>
      assert.equal(isDateTime(text), expected));
  }
});
