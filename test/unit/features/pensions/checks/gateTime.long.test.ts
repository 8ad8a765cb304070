import assert from "node:assert/strict";
import { checkSchema } from "../../../../../src/features/pensions/common/checks/gate";
import { definitionWith } from "./definitions";

const NODE = { $ref: "#/components/schemas/Node" };
const NEXT = { properties: { next: NODE } };
const HALF = { $ref: "#/components/schemas/Half" };
/** Two looks at each level of a payload of so many levels are more than any machine makes. */
const LEVELS = 60;

/** Schemas that look at what is inside a value twice, by the keyword that does. */
const TWICE: Readonly<Record<string, object>> = {
  allOf: { allOf: [NEXT, NEXT] },
  anyOf: { ...NEXT, anyOf: [NEXT] },
  oneOf: { ...NEXT, oneOf: [NEXT] },
  not: { ...NEXT, not: { ...NEXT, patternProperties: { "^n": false } } },
  if: { ...NEXT, if: NEXT, then: { maxProperties: 9 } },
  contains: { items: NODE, contains: NODE },
  patternProperties: { ...NEXT, patternProperties: { "^n": NODE } },
  dependentSchemas: { ...NEXT, dependentSchemas: { next: NEXT } },
  dependencies: { ...NEXT, dependencies: { next: NEXT } },
  "a reference beside others": { ...HALF, ...NEXT },
};

describe("the time of the gate before a send", () => {
  for (const [keyword, node] of Object.entries(TWICE)) {
    it(`is limited where looks double with each level: ${keyword}`, async () => {
      const definition = definitionWith(NODE, { Node: node, Half: NEXT });
      const { unusable } = await checkSchema(nested(keyword), definition);
      assert.equal(unusable, true);
    });
  }

  it("needs no limit where each value is looked at once", async () => {
    const definition = definitionWith(NODE, { Node: { ...NEXT, additionalProperties: HALF } });
    const { unusable, findings } = await checkSchema(nested("once"), definition);
    assert.deepEqual([unusable, findings], [false, []]);
  });
});

function nested(keyword: string): string {
  const [open, close] = keyword === "contains" ? ["[", "]"] : ['{"next":', "}"];
  const inside = keyword === "contains" ? "[]" : "{}";
  return open.repeat(LEVELS) + inside + close.repeat(LEVELS);
}
