import assert from "node:assert/strict";
import fc from "fast-check";
import { changedPart } from "../../../../../src/features/pensions/common/compare/textEdits";

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });

/** Emoji that share their first half with one, and their second with another. */
const emoji = fc.string({
  unit: fc.constantFrom("a", "\u{1F600}", "\u{1F601}", "\u{1FA00}"),
  maxLength: 12,
});

describe("the part of a text that changed", () => {
  it("makes the one of the other, whatever they are", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { start, end, text: part } = changedPart(before, after);
        assert.ok(start <= end);
        assert.equal(before.slice(0, start) + part + before.slice(end), after);
      }),
    );
  });

  it("begins and ends inside no surrogate pair of either text", () => {
    fc.assert(
      fc.property(emoji, emoji, (before, after) => {
        const { start, end, text: part } = changedPart(before, after);
        assert.equal(before.slice(0, start) + part + before.slice(end), after);
        const parts = [before.slice(0, start), before.slice(start, end), before.slice(end), part];
        assert.ok(parts.every((one) => one.isWellFormed()));
      }),
    );
    assert.deepEqual(changedPart("a\u{1F600}b", "a\u{1F601}b"), {
      ...{ start: 1, end: 3, text: "\u{1F601}" },
    });
    assert.deepEqual(changedPart("a\u{1F600}b", "a\u{1FA00}b"), {
      ...{ start: 1, end: 3, text: "\u{1FA00}" },
    });
  });

  it("leaves what is around it alone", () => {
    assert.deepEqual(changedPart('{ "a": 1 }', '{ "a": 22 }'), { start: 7, end: 8, text: "22" });
    assert.deepEqual(changedPart("same", "same"), { start: 4, end: 4, text: "" });
    assert.deepEqual(changedPart("aa", "aaa"), { start: 2, end: 2, text: "a" });
  });
});
