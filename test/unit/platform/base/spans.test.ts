import assert from "node:assert/strict";
import {
  formatDay,
  formatMoment,
  formatNarrow,
  formatTime,
} from "../../../../src/platform/base/spans";
import { compactNumbers } from "../../../../src/platform/base/texts";

const AT = new Date(2026, 9, 31, 14, 12, 5).getTime();

describe("moments as a language writes them", () => {
  it("whole, and in parts", () => {
    assert.deepEqual(
      [formatMoment(AT, "en-GB"), formatMoment(AT, "en-GB", "minutes"), formatDay(AT, "en-GB")],
      ["31 Oct 2026, 14:12:05", "31 Oct 2026, 14:12", "31 Oct 2026"],
    );
    assert.deepEqual(
      [formatTime(AT, "de"), formatTime(AT, "de", "minutes")],
      ["14:12:05", "14:12"],
    );
    assert.equal(formatMoment(AT, "de", "minutes"), "31.10.2026, 14:12");
    assert.deepEqual(
      [formatNarrow(AT, "en", true), formatNarrow(AT, "en", false)],
      ["14:12:05", "10/31, 14:12"],
    );
  });

  it("in English where the engine does not know the language", () => {
    assert.equal(formatMoment(AT, "qps-ploc"), formatMoment(AT, "en"));
  });

  it("as unknown where a file gives none", () => {
    assert.equal(formatMoment(Date.parse("yesterday"), "en"), "?");
    assert.equal(formatTime(8.64e15 + 1, "en"), "?");
  });
});

describe("short numbers", () => {
  it("are those of the language, and grouped where that is wanted", () => {
    assert.equal(compactNumbers("en", true)(1_250_000), "1.25M");
    assert.equal(compactNumbers("de", true)(1_250_000), "1,25\u00a0Mio.");
  });
});
