import assert from "node:assert/strict";
import { compareThreeWay } from "../../../../../src/features/pensions/common/compare/threeWay";
import { IS_LONG } from "../../../../fakes/runs";

/** Of members, items or digits: a megabyte in the long form. */
const COUNT = IS_LONG ? 50_000 : 5_000;

describe("long texts", () => {
  const deep = (inner: string): string => '{"a":['.repeat(250) + inner + "]}".repeat(250);

  for (const [what, make] of [
    [
      "many members",
      (value) => list((index) => `"member ${index}":${index % 7 === 0 ? value : index}`),
    ],
    ["many items", (value) => `{"items":[${body((index) => `{"x":${index},"y":${value}}`)}]}`],
    ["all of it deep inside", (value) => deep(list((index) => `"${index}":${value}`))],
    ["long names over long items", (value) => deepNames(list((index) => `"${index}":${value}`))],
    ["digits", (value) => `{"n":${"7".repeat(20 * COUNT)}${value}}`],
    ["one long string", (value) => `{"s":"${"s".repeat(20 * COUNT)}${value}"}`],
    ["duplicates", (value) => list((index) => `"same":1${index}${value}`)],
  ] as const satisfies readonly (readonly [string, (value: string) => string])[]) {
    it(`are compared: ${what}`, () => {
      const [base, mine, theirs] = [make("1"), make("2"), make("3")];
      assert.ok(base.length > 9 * COUNT, `${base.length}`);
      const { fields } = compareThreeWay({ base, mine, theirs });
      assert.ok(fields.length > 0);
      assert.ok(fields.every(({ side }) => side === "both"));
      const again = compareThreeWay({ base, mine: base, theirs });
      assert.ok(again.fields.length > 0);
      assert.ok(again.fields.every(({ side }) => side === "theirs"));
    });
  }

  function body(item: (index: number) => string): string {
    return Array.from({ length: COUNT }, (_, index) => item(index)).join(",");
  }

  function list(item: (index: number) => string): string {
    return `{${body(item)}}`;
  }

  /** A path to each of the inner fields has half a million characters. */
  function deepNames(inner: string): string {
    const name = "n".repeat(1_000);
    return `{"${name}":`.repeat(400) + inner + "}".repeat(400);
  }
});
