import assert from "node:assert/strict";
import * as v from "valibot";
import {
  accepted,
  amount,
  dictionaryOf,
  iconName,
  keptTop,
  moment,
  noParameters,
  someOf,
  soundMembers,
  textsOf,
} from "../../../../src/platform/base/messageSchemas";

const draft = v.strictObject({ label: v.string(), count: amount });

describe("schemas that messages share", () => {
  const cases: readonly (readonly [string, v.GenericSchema, unknown[], unknown[]])[] = [
    ["no parameters", noParameters, [{}], [[], null, undefined, { a: 1 }]],
    [
      "members of any names",
      dictionaryOf(v.string(), v.string(), 2),
      [{}, { a: "b" }, { constructor: "b" }],
      [[], ["a"], { constructor: 1 }, { a: 1 }, { a: "", b: "", c: "" }, null],
    ],
    [
      "some members",
      someOf(draft),
      [{}, { label: "" }, { label: "", count: 0 }],
      [[], { label: undefined }, { constructor: "x" }, { other: 1 }, null],
    ],
    [
      "texts",
      textsOf(["a", "b"]),
      [{ a: "", b: "", c: 1 }],
      [{ a: "" }, { a: "", b: 1 }, [], null],
    ],
    ["moments", moment, [0, 8.64e15, -8.64e15], [NaN, Infinity, 8.64e15 + 1, "0"]],
    ["icons", iconName, ["a-b1"], ["", "a b", 'x"><img>', "x".repeat(51)]],
  ];
  for (const [name, schema, right, wrong] of cases) {
    it(`let in ${name} as they are, and nothing else`, () => {
      assert.deepEqual(
        right.map((value) => accepted(schema, value) !== undefined),
        right.map(() => true),
      );
      assert.deepEqual(
        wrong.filter((value) => v.is(schema, value)),
        [],
      );
    });
  }

  it("keep of what is damaged what is right of it", () => {
    const kept = { label: "a", count: -1, other: 1 };
    assert.deepEqual(soundMembers(draft.entries, kept), { label: "a" });
    assert.deepEqual(soundMembers(draft.entries, [kept]), {});
    const state = v.object({ top: keptTop });
    assert.deepEqual(
      [{ top: 12.5 }, { top: -1 }, { top: "1" }, {}].map((value) => accepted(state, value)?.top),
      [12.5, 0, 0, 0],
    );
  });
});
