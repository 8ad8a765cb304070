import assert from "node:assert/strict";
import {
  cleanMessage,
  cutBetweenWords,
  cutShown,
  parseClean,
  ProblemList,
} from "../../../../../src/platform/http/refusals/problemList";

describe("a message of a problem", () => {
  for (const [name, text, line] of [
    ["one line", " a \r\n\u0085\u2028 b\t", "a b"],
    ["no unseen characters", "a\u200bb\u0007c\ud800d", "abcd"],
    ["what is not too long as it is", "x".repeat(500), "x".repeat(500)],
    ["a mark where it is cut", "x".repeat(501), `${"x".repeat(499)}…`],
    ["no space before the mark", `${"x".repeat(498)} yz`, `${"x".repeat(498)}…`],
    ["nothing of what nobody reads", `${" ".repeat(2_000)}x`, ""],
    ["what is read at last", `${" ".repeat(1_999)}x`, "x"],
  ] as const) {
    it(`is ${name}`, () => {
      assert.equal(cleanMessage(text), line);
    });
  }

  it("is cut between characters", () => {
    assert.equal(cutShown("ab😀c", 4), "ab…");
    assert.equal(cutShown("ab😀c", 5), "ab😀c");
    assert.equal(cutShown("  ab😀c", 5), "  ab…");
  });

  it("is cut between words where a secret could be cut", () => {
    for (const [text, length, start] of [
      ["one two three", 9, "one two "],
      ["one two three", 8, "one two "],
      ["one two three", 13, "one two three"],
      ["one two three", 12, "one two "],
      ["one", 2, ""],
    ] as const) {
      assert.equal(cutBetweenWords(text, length), start);
    }
  });
});

describe("JSON that is made clean before it is cut", () => {
  const clean = (text: string): string => `clean ${text.length}`;

  it("has its long texts made clean, and nothing else", () => {
    const [short, long] = ["x".repeat(499), "x".repeat(500)];
    const text = JSON.stringify({ short, long, list: [long, 5, null, true], [long]: {} });
    assert.deepEqual(parseClean(text, clean), {
      value: { short, long: "clean 500", list: ["clean 500", 5, null, true], [long]: {} },
    });
  });

  it("has the first five thousand members of each object, and items of each list", () => {
    const members = (count: number): Record<string, number> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));
    const items = (count: number): number[] => Array.from({ length: count }, () => 0);
    const text = JSON.stringify({ a: members(5_001), b: [items(5_001), items(5_000)] });
    assert.deepEqual(parseClean(text, clean), {
      value: { a: members(5_000), b: [items(5_000), items(5_000)] },
    });
    const outermost = parseClean(JSON.stringify({ ...members(6_000), message: "x" }), clean);
    assert.deepEqual(outermost, { value: members(5_000) });
  });

  it("is undefined where it is none, and not where it is null", () => {
    assert.equal(parseClean('{"a":', clean), undefined);
    assert.deepEqual(parseClean("null", clean), { value: null });
  });
});

describe("a list of problems", () => {
  it("has none twice, none without words and no more than a hundred", () => {
    const list = new ProblemList();
    for (const [field, text] of [
      ["a", " x "],
      ["a", "x"],
      ["b", "x"],
      ["a", "\u200b"],
    ] as const) {
      list.add([field], text);
    }
    assert.deepEqual(list.problems, [
      { path: ["a"], message: "x" },
      { path: ["b"], message: "x" },
    ]);
    for (let index = 2; index < 99; index++) {
      list.add([index], "x");
    }
    assert.equal(list.isFull, false);
    list.add(["last"], "x");
    assert.equal(list.isFull, true);
    list.add(["more"], "x");
    assert.deepEqual([list.problems.length, list.problems.at(-1)?.path], [100, ["last"]]);
  });
});
