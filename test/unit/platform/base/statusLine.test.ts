import assert from "node:assert/strict";
import {
  formatBytes,
  formatDuration,
  shortenId,
  statusParts,
  type StatusFacts,
} from "../../../../src/platform/base/statusLine";
import { fillText, formatNumber } from "../../../../src/platform/base/texts";

describe("the status line", () => {
  const texts = { noAnswer: "no answer", oneAttempt: "1 attempt", attempts: "{0} attempts" };
  const facts: StatusFacts = {
    status: 200,
    statusText: "OK",
    milliseconds: 84,
    bytes: 9318,
    attempts: 1,
    traceId: "fpx-1",
    echo: "equal",
  };

  it("says status, time, size and attempts", () => {
    assert.deepEqual(statusParts(facts, texts, "en"), ["200 OK", "84 ms", "9.1 KB", "1 attempt"]);
    assert.deepEqual(statusParts({ ...facts, statusText: "", attempts: 3 }, texts, "en"), [
      ...["200", "84 ms", "9.1 KB", "3 attempts"],
    ]);
    const unanswered = { ...facts };
    Reflect.deleteProperty(unanswered, "status");
    assert.equal(statusParts(unanswered, texts, "en")[0], "no answer");
  });

  const durations: readonly (readonly [milliseconds: number, text: string])[] = [
    [0, "0 ms"],
    [-5, "0 ms"],
    [84.4, "84 ms"],
    [999.4, "999 ms"],
    [999.5, "1.0 s"],
    [1234, "1.2 s"],
    [59_949, "59.9 s"],
    [59_950, "1 min 0 s"],
    [72_000, "1 min 12 s"],
    [3_599_000, "59 min 59 s"],
    [3_600_000, "1 hr"],
    [5_400_000, "1 hr 30 min"],
    [86_400_000, "1 day"],
  ];
  for (const [milliseconds, text] of durations) {
    it(`${milliseconds} ms is ${text}`, () =>
      assert.equal(formatDuration(milliseconds, "en"), text));
  }

  const sizes: readonly (readonly [bytes: number, text: string])[] = [
    [0, "0 B"],
    [1023, "1,023 B"],
    [1024, "1 KB"],
    [9318, "9.1 KB"],
    [101_900, "99.5 KB"],
    [102_400, "100 KB"],
    [1_048_575, "1 MB"],
    [20 * 1024 * 1024, "20 MB"],
  ];
  for (const [bytes, text] of sizes) {
    it(`${bytes} bytes are ${text}`, () => assert.equal(formatBytes(bytes, "en"), text));
  }

  const ids: readonly (readonly [id: string, short: string])[] = [
    ["7c1e55aa-9f10-4c1d-8f0e-3f6a7c1e77b2", "7c1e…b2"],
    ["fpx-6f0b8a7d4c3e2f1a01", "fpx-6f…01"],
    ["short-id", "short-id"],
    ["", ""],
    ["😀".repeat(20), "😀😀😀😀…😀😀"],
  ];
  for (const [id, short] of ids) {
    it(`shortens "${id}" to "${short}"`, () => assert.equal(shortenId(id), short));
  }
});

describe("fillText", () => {
  it("fills places, keeps unknown ones, and never fills what it has filled", () => {
    assert.equal(fillText("{1} of {0}", "{1}", "2"), "2 of {1}");
    assert.equal(fillText("{0} {5}", "$&"), "$& {5}");
    // @ts-expect-error Who writes the sentence says how its numbers are written.
    fillText("{0} rows", 9318);
  });
});

describe("formatNumber", () => {
  it("groups digits as the language does", () => {
    assert.equal(formatNumber(1204, "en"), "1,204");
    assert.equal(formatNumber(1204, "de"), "1.204");
    assert.equal(formatNumber(1_234_567, "zh-cn"), "1,234,567");
    assert.equal(formatBytes(9318, "de"), "9,1 KB");
    assert.equal(formatDuration(1234, "fr"), "1,2 s");
  });

  it("takes English where the engine does not know the language", () => {
    for (const language of ["", "qps-ploc", "no such language"]) {
      assert.equal(formatNumber(1204, language), "1,204");
    }
  });
});
