import assert from "node:assert/strict";
import fc from "fast-check";
import { laidOutAs, takeOver } from "../../../../../src/features/pensions/common/compare/takeOver";
import { applied } from "../../../../../src/features/pensions/common/compare/textEdits";
import { compareThreeWay } from "../../../../../src/features/pensions/common/compare/threeWay";
import { runs } from "../../../../fakes/runs";

describe("takeOver", () => {
  for (const [what, base, mine, theirs, expected] of [
    [
      "replaces a value in its place",
      '{"a":1,"b":2}',
      '{\n\t"a" : 1,   "b":  2.0\n}',
      '{"a":1.50,"b":2}',
      '{\n\t"a" : 1.50,   "b":  2.0\n}',
    ],
    [
      "adds a member at the end, in the layout of the payload",
      '{"a":1}',
      '{\r\n    "a": 1\r\n}\r\n',
      '{"a":1,"b":{"c":[1,2]}}',
      '{\r\n    "a": 1,\r\n    "b": {\r\n        "c": [\r\n            1,\r\n            2\r\n        ]\r\n    }\r\n}\r\n',
    ],
    [
      "indents by tabs where the payload does, whatever stands beside them",
      '{"a":1}',
      '{\n \t"a": 1\n}',
      '{"a":1,"b":{"c":2}}',
      '{\n \t"a": 1,\n \t"b": {\n \t\t"c": 2\n \t}\n}',
    ],
    ["adds to what is on one line", '{"a":1}', '{"a":1}', '{"a":1,"b":2}', '{"a":1,"b":2}'],
    [
      "writes a name as the payload writes names",
      '{"a":1}',
      '{ "a" : 1, "z" : 3 }',
      '{\n "a":1,\n "b":{\n  "c":2\n }\n}',
      '{ "a" : 1, "z" : 3, "b" : { "c":2 } }',
    ],
    ["fills an empty object", '{"a":{}}', '{ "a": {} }', '{"a":{"b":1}}', '{ "a": { "b": 1 } }'],
    [
      "fills an empty array over lines",
      '{"a":[]}',
      '{\n  "a": []\n}',
      '{"a":[1,{"b":2}]}',
      '{\n  "a": [\n    1,\n    {\n      "b": 2\n    }\n  ]\n}',
    ],
    ["empties an object", '{"a":{"b":1,"c":2}}', '{"a":{ "b":1, "c":2 }}', '{"a":{}}', '{"a":{}}'],
    ["takes out the first", '{"a":1,"b":2}', '{ "a": 1, "b": 2 }', '{"b":2}', '{ "b": 2 }'],
    [
      "takes out the last, and its comma",
      '{"a":1,"b":2}',
      '{\n  "a": 1,\n  "b": 2\n}',
      '{"a":1}',
      '{\n  "a": 1\n}',
    ],
    [
      "takes out several in a row, keeps what is the payload's own",
      '{"a":1,"b":2,"c":3,"d":4}',
      '{"a":1,"b":2,"mine":0,"c":3,"d":4}',
      "{}",
      '{"mine":0}',
    ],
    [
      "changes, takes out and adds side by side",
      '{"a":1,"b":2}',
      '{ "a": 1, "b": 2 }',
      '{"a":9,"c":3}',
      '{ "a": 9, "c": 3 }',
    ],
    [
      "takes out every one of duplicate names, so that none comes back",
      '{"a":1,"b":2}',
      '{"b":0,"a":1,"b":2}',
      '{"a":1}',
      '{"a":1}',
    ],
    [
      "changes the last of duplicate names, which is the one that counts",
      '{"a":1}',
      '{"a":0,"a":1}',
      '{"a":2}',
      '{"a":0,"a":2}',
    ],
    [
      "takes out the first and changes the last",
      '{"a":1,"b":2}',
      '{ "a": 1, "b": 2 }',
      '{"b":3}',
      '{ "b": 3 }',
    ],
    [
      "changes an object before what it adds around it",
      '{"z":1,"a":{"x":1}}',
      '{"z":1,"a":{"x":1}}',
      '{"z":2,"a":{"x":2},"new":1}',
      '{"z":2,"a":{"x":2},"new":1}',
    ],
    [
      "indents as the object does that it adds to",
      '{"a":{"x":1}}',
      '{\n  "a": {\n        "x": 1\n  }\n}',
      '{"a":{"x":1,"y":2}}',
      '{\n  "a": {\n        "x": 1,\n        "y": 2\n  }\n}',
    ],
    [
      "adds to an object on one line among others that are not",
      '{"a":{"x":1}}',
      '{\n  "a": { "x": 1 }\n}',
      '{"a":{"x":1,"y":2}}',
      '{\n  "a": { "x": 1, "y": 2 }\n}',
    ],
    [
      "puts between members what is between them",
      '{"a":1,"z":3}',
      '{"a":1 ,  "z":3}',
      '{"a":1,"z":3,"b":2}',
      '{"a":1 ,  "z":3,  "b":2}',
    ],
    ["fills an array on one line", '{"a":[]}', '{"a":[]}', '{"a":[1,2]}', '{"a":[1,2]}'],
    [
      "fills an object on one line",
      '{"a":{}}',
      '{"a":{}}',
      '{"a":{"b":1,"c":2}}',
      '{"a":{ "b": 1, "c": 2 }}',
    ],
    ...["\n", "\r", "\r\n"].map(
      (eol) =>
        [
          `fills an array that ends on a line of its own: ${JSON.stringify(eol)}`,
          '{"a":[]}',
          `{${eol}  "a": [${eol}  ]${eol}}`,
          '{"a":[1]}',
          `{${eol}  "a": [${eol}    1${eol}  ]${eol}}`,
        ] as const,
    ),
    [
      "indents with tabs what came on one line",
      '{"a":1}',
      '{\n\t"a": 1\n}',
      '{"a":1,"b":{"c":[]}}',
      '{\n\t"a": 1,\n\t"b": {\n\t\t"c": []\n\t}\n}',
    ],
    ["makes an array longer", '{"a":[1]}', '{"a":[1]}', '{"a":[1,2,3]}', '{"a":[1,2,3]}'],
    ["makes an array shorter", '{"a":[1,2,3]}', '{"a": [1, 2, 3]}', '{"a":[1]}', '{"a": [1]}'],
    [
      "leaves an array that the payload has changed and the service made longer",
      '{"a":[1,2]}',
      '{"a":[2]}',
      '{"a":[1,2,3]}',
      '{"a":[2]}',
    ],
    [
      "mixes no item of both sides, where the payload has them in another order",
      '{"a":[{"fund":"A","share":50},{"fund":"B","share":50}],"b":1}',
      '{"a":[{"fund":"B","share":50},{"fund":"A","share":50}],"b":1}',
      '{"a":[{"fund":"A","share":60},{"fund":"B","share":40}],"b":2}',
      '{"a":[{"fund":"B","share":50},{"fund":"A","share":50}],"b":2}',
    ],
    [
      "takes values with their digits",
      '{"n":1}',
      '{"n":1}',
      '{"n":1e-9007199254740993}',
      '{"n":1e-9007199254740993}',
    ],
  ] as const) {
    it(what, () => assert.equal(takeOver({ base, mine, theirs }).text, expected));
  }

  it("leaves the service's own fields to it", () => {
    const schema = { properties: { lastUpdated: { readOnly: true } } };
    const texts = { base: '{"lastUpdated":1}', mine: "{}", theirs: '{"lastUpdated":2}', schema };
    assert.deepEqual(takeOver(texts), { text: "{}", edits: [], taken: [], conflicts: [] });
  });

  it("says each edit once, those that touch each other as one", () => {
    const base = '{ "a": 1, "b": 2 }';
    const edits = (theirs: string): unknown => takeOver({ base, mine: base, theirs }).edits;
    assert.deepEqual(edits('{"a":9,"b":2}'), [{ offset: 7, length: 1, text: "9" }]);
    assert.deepEqual(edits('{"a":9,"c":3}'), [{ offset: 7, length: 9, text: '9, "c": 3' }]);
    assert.deepEqual(edits('{"a":9,"b":8}'), [
      { offset: 7, length: 1, text: "9" },
      { offset: 15, length: 1, text: "8" },
    ]);
  });

  it("takes nothing over from what is another kind of value", () => {
    const texts = { base: '{"a":1}', mine: '{"a":1}', theirs: "[1]" };
    assert.deepEqual([takeOver(texts).text, takeOver(texts).edits], ['{"a":1}', []]);
  });

  it("names what it took and what both changed", () => {
    const base = '{"a":1,"b":[{"c":1}],"d":1}';
    const { text, taken, conflicts } = takeOver({
      base,
      mine: '{"a":2,"b":[{"c":1}],"d":1}',
      theirs: '{"a":3,"b":[{"c":2}],"d":1}',
    });
    assert.deepEqual([text, taken, conflicts], ['{"a":2,"b":[{"c":2}],"d":1}', ["b[0].c"], ["a"]]);
  });

  it("leaves nothing that is the service's alone, and all that is the payload's, whatever they are", () => {
    fc.assert(
      fc.property(threeTexts(), ({ base, mine, theirs }) => {
        const before = compareThreeWay({ base, mine, theirs });
        const { text, edits } = takeOver({ base, mine, theirs });
        const after = compareThreeWay({ base, mine: text, theirs });
        assert.deepEqual(sidesOf(after, "theirs"), []);
        assert.deepEqual(sidesOf(after, "mine"), sidesOf(before, "mine"));
        assert.deepEqual(sidesOf(after, "both"), sidesOf(before, "both"));
        assert.equal(applied(mine, edits), text);
        for (const [index, edit] of edits.entries()) {
          assert.ok(edit.offset > (edits[index - 1]?.offset ?? -1));
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe("laidOutAs", () => {
  it("writes a version as the payload is, but for what differs", () => {
    const payload = '{\n  "a" : 1.0,\n  "b": [1]\n}';
    assert.equal(
      laidOutAs(payload, '{"c":{"d":2},"b":[1],"a":1}'),
      '{\n  "a" : 1.0,\n  "b": [1],\n  "c" : {\n    "d": 2\n  }\n}',
    );
    assert.equal(laidOutAs(payload, '{"a":2}'), '{\n  "a" : 2\n}');
  });

  it("leaves the service's own fields away unless the payload has them", () => {
    const schema = { properties: { id: { readOnly: true } } };
    assert.equal(laidOutAs('{"a":1}', '{"a":2,"id":7}', schema), '{"a":2}');
    assert.equal(laidOutAs('{"a":1,"id":6}', '{"a":2,"id":7}', schema), '{"a":2,"id":7}');
  });
});

function sidesOf({ fields }: ReturnType<typeof compareThreeWay>, wanted: string): unknown[] {
  return fields
    .filter(({ side }) => side === wanted)
    .map(({ path, mine, theirs }) => ({ path, mine, theirs }));
}

type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [name: string]: Json;
}

/** A base, and two versions that were made of it by a few changes each. */
function threeTexts(): fc.Arbitrary<{ base: string; mine: string; theirs: string }> {
  const name = fc.constantFrom("a", "b", "c", "d\n", "é", "");
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.constantFrom<Json>(null, true, 1, 2, "x", "y\u2028"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(name, tie("value"), { maxKeys: 4 }),
    ),
  }));
  const change = fc.record({
    at: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
    to: fc.option(value, { nil: undefined }),
  });
  const changes = fc.array(change, { maxLength: 3 });
  const layout = fc.constantFrom("", "  ", "\t", " ");
  const root = fc.dictionary(name, value, { maxKeys: 4 });
  return fc
    .record({ root, mine: changes, theirs: changes, own: layout, other: layout })
    .map(({ root: base, mine, theirs, own, other }) => ({
      base: JSON.stringify(base),
      mine: JSON.stringify(mine.reduce<Json>(changed, base), undefined, own),
      theirs: JSON.stringify(theirs.reduce<Json>(changed, base), undefined, other),
    }));
}

interface Change {
  readonly at: readonly number[];
  /** Undefined takes it out. */
  readonly to: Json | undefined;
}

/** A copy with another value at a place, or without it. */
function changed(value: Json, { at: [step = 0, ...rest], to }: Change): Json {
  const inside = (inner: Json | undefined): Json | undefined =>
    rest.length > 0 && typeof inner === "object" ? changed(inner, { at: rest, to }) : to;
  if (Array.isArray(value)) {
    const put = inside(value[step]);
    return value.toSpliced(step, 1, ...(put === undefined ? [] : [put]));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const name = Object.keys(value)[step] ?? "new";
  const put = inside(value[name]);
  const others = Object.entries(value).filter(([other]) => other !== name);
  return Object.fromEntries(put === undefined ? others : [...others, [name, put]]);
}
