import assert from "node:assert/strict";
import fc from "fast-check";
import { changedPart } from "../../../../../src/features/pensions/common/compare/textEdits";

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });

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

  it("leaves what is around it alone", () => {
    assert.deepEqual(changedPart('{ "a": 1 }', '{ "a": 22 }'), { start: 7, end: 8, text: "22" });
    assert.deepEqual(changedPart("same", "same"), { start: 4, end: 4, text: "" });
    assert.deepEqual(changedPart("aa", "aaa"), { start: 2, end: 2, text: "a" });
  });
});
