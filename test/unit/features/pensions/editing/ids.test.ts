import assert from "node:assert/strict";
import fc from "fast-check";
import { namedId, stringAt } from "../../../../../src/features/pensions/common/editing/idAt";

const CLIENT = "3F2504e0-4f89-41d3-9a0c-0305e82c3301";

/** The text with a bar where the cursor is. */
function at(marked: string): ReturnType<typeof stringAt> {
  const offset = marked.indexOf("|");
  return stringAt(marked.replace("|", ""), offset);
}

describe("the string value at a place of a payload", () => {
  for (const [what, marked, expected] of [
    ["in the middle", '{ "pensionId": "PEN|-1" }', ["pensionId", "PEN-1", 15, 7]],
    ["at its beginning", '{ "pensionId": |"PEN-1" }', ["pensionId", "PEN-1", 15, 7]],
    ["at its end", '{ "pensionId": "PEN-1"| }', ["pensionId", "PEN-1", 15, 7]],
    ["in an object of an array", '[{ "a": [{ "b": "x|" }] }]', ["b", "x", 16, 3]],
    ["an item, by its array's name", '{ "ids": ["x", "y|y"] }', ["ids", "yy", 15, 4]],
    ["an item of the whole", '["x|"]', [undefined, "x", 1, 3]],
    ["decoded", '{ "a": "x\\u0041|y" }', ["a", "xAy", 7, 10]],
    ["before a text that is half typed", '{ "a": "x|", "b": ', ["a", "x", 7, 3]],
    ["a name", '{ "pen|sionId": "PEN-1" }', undefined],
    ["a number", '{ "a": 1|2 }', undefined],
    ["white space after it", '{ "a": "x" | }', undefined],
    ["white space before it", '{ "a":  | "x" }', undefined],
    ["nothing", "|", undefined],
  ] as const) {
    it(`is found: ${what}`, () => {
      const found = at(marked);
      const facts = found && [found.name, found.value, found.offset, found.length];
      assert.deepEqual(facts, expected);
    });
  }

  it("lies in the text, whatever that is", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(), (json, cut, offset) => {
        const text = json.slice(0, json.length - (cut % 5));
        const found = stringAt(text, offset % (text.length + 1));
        assert.ok(found === undefined || found.offset + found.length <= text.length);
        assert.ok(found === undefined || text.startsWith('"', found.offset));
      }),
    );
  });
});

describe("what a string value names", () => {
  const known = (id: string): boolean => id === "PEN-7" || id === CLIENT;
  const value = (name: string | undefined, text: string): ReturnType<typeof namedId> =>
    namedId({ name, value: text, offset: 0, length: text.length + 2 }, known);

  it("is a client by its UUID, whatever the member is called", () => {
    const other = "5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b";
    assert.deepEqual(value("owner", other), { kind: "client", clientId: other });
    assert.deepEqual(value(undefined, other), { kind: "client", clientId: other });
    assert.equal(value("clientId", "5d1f1c0e2b0c4c439b376f1d2c3e4a5b"), undefined);
  });

  it("is a pension by its member's name, or where it is known", () => {
    assert.deepEqual(value("pensionId", "PEN-1"), { kind: "pension", pensionId: "PEN-1" });
    assert.deepEqual(value("transferredTo", "PEN-7"), { kind: "pension", pensionId: "PEN-7" });
    assert.deepEqual(value("x", CLIENT), { kind: "pension", pensionId: CLIENT });
    assert.equal(value("transferredTo", "PEN-1"), undefined);
    assert.equal(value("pensionId", ""), undefined);
  });
});
