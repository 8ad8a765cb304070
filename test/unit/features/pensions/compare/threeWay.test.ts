import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { readDefinition } from "../../../../../src/platform/service/definition/definition";
import { checkLanding } from "../../../../../src/features/pensions/common/compare/landing";
import {
  compareThreeWay,
  type ThreeTexts,
} from "../../../../../src/features/pensions/common/compare/threeWay";

/** Fields as "side path: base → mine / theirs". */
function told(texts: ThreeTexts): readonly string[] {
  return compareThreeWay(texts).fields.map(
    ({ path, side, base = "-", mine = "-", theirs = "-" }) =>
      `${side} ${path}: ${base} → ${mine} / ${theirs}`,
  );
}

describe("compareThreeWay", () => {
  it("tells whose a change is, in the order of the payload", () => {
    const comparison = compareThreeWay({
      base: '{"a":1,"b":1,"c":1,"d":1,"e":{"f":1}}',
      mine: '{"a":2,"b":1,"c":2,"d":2,"e":{"f":1,"g":2},"h":1,"i":1}',
      theirs: '{"a":1,"b":2,"c":2,"d":3,"e":{"f":1}}',
    });
    assert.deepEqual(
      comparison.fields.map(({ side, path }) => `${side} ${path}`),
      ["mine a", "theirs b", "same c", "both d", "mine e.g", "mine h", "mine i"],
    );
    assert.deepEqual([comparison.changes, comparison.changedThere], [6, 3]);
  });

  it("knows nothing of sides without a version to compare with", () => {
    const { fields, changes, changedThere } = compareThreeWay({
      mine: '{"a":1,"b":2}',
      theirs: '{"a":2,"c":3}',
    });
    assert.deepEqual([...new Set(fields.map(({ side }) => side))], ["mine"]);
    assert.deepEqual([changes, changedThere], [3, undefined]);
  });

  for (const [what, base, mine, theirs, expected] of [
    ["numbers by value", '{"n":1.50}', '{"n":15e-1}', '{"n":1.5}', []],
    [
      "digits that doubles lose",
      '{"n":1}',
      '{"n":1}',
      '{"n":1.00000000000000000001}',
      ["theirs n"],
    ],
    ["strings however they are escaped", '{"s":"é"}', '{"s":"\\u00e9"}', '{"s":"é"}', []],
    ["members in any order", '{"a":1,"b":2}', '{"b":2,"a":1}', '{"a":1,"b":2}', []],
    ["the last of duplicates", '{"a":1}', '{"a":7,"a":1}', '{"a":8,"a":1}', []],
    ["what is gone on one side", '{"a":1,"b":1}', '{"b":1}', '{"a":1}', ["theirs b", "mine a"]],
    ["what both took out", '{"a":1,"b":1}', '{"b":1}', '{"b":1}', ["same a"]],
    ["what was taken out and changed", '{"a":1}', "{}", '{"a":2}', ["both a"]],
    [
      "objects in arrays by index",
      '{"a":[{"x":1},{"x":2}]}',
      '{"a":[{"x":1},{"x":3}]}',
      '{"a":[{"x":0},{"x":2}]}',
      ["theirs a[0].x", "mine a[1].x"],
    ],
    [
      "an item that both changed as a whole, for it may stand elsewhere now",
      '{"a":[{"x":1,"y":1},{"x":2,"y":1}]}',
      '{"a":[{"x":2,"y":1},{"x":1,"y":1}]}',
      '{"a":[{"x":1,"y":2},{"x":2,"y":1}]}',
      ["both a[0]", "mine a[1].x"],
    ],
    [
      "an item that both changed alike",
      '{"a":[{"x":1,"y":[1]}]}',
      '{"a":[{"x":2,"y":[1]}]}',
      '{"a":[{"x":2,"y":[1]}]}',
      ["same a[0].x"],
    ],
    [
      "an item of another type that both changed",
      '{"a":[1]}',
      '{"a":[{"x":1,"y":1}]}',
      '{"a":[{"x":1,"y":2}]}',
      ["both a[0]"],
    ],
    [
      "items inside of one that one side changed by index",
      '{"a":[{"x":[{"y":1},{"y":2}]}]}',
      '{"a":[{"x":[{"y":1},{"y":2}]}]}',
      '{"a":[{"x":[{"y":1},{"y":3}]}]}',
      ["theirs a[0].x[1].y"],
    ],
    ["another type as a whole", '{"a":{"b":1}}', '{"a":[1]}', '{"a":{"b":2}}', ["both a"]],
    ["another type of theirs", '{"a":{"b":1}}', '{"a":{"b":1}}', '{"a":[1]}', ["theirs a"]],
    ["a type that both changed", '{"a":[9]}', '{"a":{"b":1}}', '{"a":{"b":1}}', ["same a.b"]],
    [
      "a longer array of theirs over mine",
      '{"a":[1,2]}',
      '{"a":[1,3]}',
      '{"a":[1,2,3]}',
      ["both a"],
    ],
    ["a shorter array of mine over theirs", '{"a":[1,2]}', '{"a":[2]}', '{"a":[1,3]}', ["both a"]],
    ["a longer array of theirs", '{"a":[1]}', '{"a":[1]}', '{"a":[1,2]}', ["theirs a[1]"]],
    ["arrays that cannot be put together", '{"a":[1,2]}', '{"a":[2]}', '{"a":[1,2,3]}', ["both a"]],
    [
      "an array of mine that theirs did not touch",
      '{"a":[1,2]}',
      '{"a":[2]}',
      '{"a":[1,2]}',
      ["mine a[0]", "mine a[1]"],
    ],
    ["empty and absent as two things", '{"a":{}}', "{}", '{"a":{}}', ["mine a"]],
  ] as const) {
    it(`takes ${what}`, () => {
      const sides = told({ base, mine, theirs }).map((line) => line.split(":", 1)[0]);
      assert.deepEqual(sides, expected);
    });
  }

  it("keeps the sources of values as they stand", () => {
    const texts = { base: '{"n":1.0}', mine: '{"n":2.50}', theirs: '{"n":[ 1 ]}' };
    assert.deepEqual(told(texts), ["both n: 1.0 → 2.50 / [ 1 ]"]);
  });

  it("does not count what the service sets itself, unless the payload has it", () => {
    const definition = readFileSync("media/service/financial-planning-open-api.json", "utf8");
    const schema = readDefinition(definition).operation("putPension").body!.schema;
    const base = '{"pensionId":"P","value":1,"lastUpdated":"2026-01-01"}';
    const theirs = '{"pensionId":"P","value":1,"lastUpdated":"2026-02-02"}';
    assert.deepEqual(told({ base, mine: '{"value":1}', theirs, schema }), []);
    const lines = told({ base, mine: '{"value":1,"lastUpdated":"2026-01-01"}', theirs, schema });
    assert.deepEqual(lines, ['theirs lastUpdated: "2026-01-01" → "2026-01-01" / "2026-02-02"']);
    // Also inside of arrays that are one field, because both sides made them longer.
    const own = { properties: { list: { items: { properties: { id: { readOnly: true } } } } } };
    const items = (...ids: string[]): string =>
      `{"list":[${ids.map((id) => `{"a":1${id}}`).join(",")}]}`;
    const torn = (second: string) =>
      compareThreeWay({
        ...{ base: items(""), mine: items("", second), theirs: items("", ',"id":2') },
        schema: own,
      });
    assert.deepEqual([torn("").changes, torn(',"id":3').changes], [0, 1]);
    // What the service alone changed of its own is no change of theirs.
    const [one, other] = ['{"a":1,"id":1}', '{"a":1,"id":2}'];
    assert.deepEqual(
      told({
        ...{ base: `{"list":[${one}]}`, mine: '{"list":[{"a":1},{"a":2}]}' },
        ...{ theirs: `{"list":[${other}]}`, schema: own },
      }),
      ['mine list[1]: - → {"a":2} / -'],
    );
  });

  it("refuses what is not JSON", () => {
    for (const mine of ["", "{", "{} {}"]) {
      assert.throws(() => compareThreeWay({ mine, theirs: "{}" }), { kind: "payload" });
    }
  });

  it("finds nothing between a text and itself, and the same from both sides, whatever they are", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, object, (one, other) => {
        const [mine, theirs] = [JSON.stringify(one), JSON.stringify(other, undefined, 1)];
        assert.deepEqual(compareThreeWay({ base: mine, mine, theirs: mine }).fields, []);
        const there = compareThreeWay({ base: mine, mine, theirs });
        const here = compareThreeWay({ base: theirs, mine, theirs });
        assert.ok(there.fields.every(({ side }) => side === "theirs"));
        assert.ok(here.fields.every(({ side }) => side === "mine"));
        assert.equal(there.changes, here.changes);
      }),
    );
  });

  it("agrees with the landing check on what differs", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, object, (one, other) => {
        const [mine, theirs] = [JSON.stringify(one), JSON.stringify(other)];
        const { fields } = compareThreeWay({ mine, theirs });
        const { changed, ignored, added } = checkLanding(mine, theirs)!;
        const paths = [...changed.map(({ path }) => path), ...ignored, ...added];
        assert.deepEqual(fields.map(({ path }) => path).sort(), paths.sort());
      }),
    );
  });
});
