import assert from "node:assert/strict";
import * as fc from "fast-check";
import { fillText } from "../../../../../src/platform/base/texts";
import { checkSchema } from "../../../../../src/features/pensions/common/checks/gate";
import { payloadTemplate } from "../../../../../src/features/pensions/common/template";
import { failureOf } from "../../../platform/http/support/bench";
import { runs } from "../../../../fakes/runs";
import { DEFINITION, definitionWith } from "./definitions";

/** Pointer, message and source of each violation. */
async function violations(text: string, definition = DEFINITION): Promise<readonly string[]> {
  const { findings, unusable, more } = await checkSchema(text, definition);
  assert.deepEqual([unusable, more], [false, 0]);
  return findings.map(
    ({ pointer, message, values, offset, length }) =>
      `${pointer} ${fillText(message, ...values)}: ${text.slice(offset, offset + length)}`,
  );
}

describe("the gate before a send", () => {
  it("lets the template pass", async () => {
    assert.deepEqual(await violations(payloadTemplate(DEFINITION)), []);
  });

  it("says what violates the definition, and where in the text", async () => {
    const text =
      '{"provider": 7, "status": "gone", "startedOn": "2024-02-30", "retirementAge": 12.5,\n' +
      ' "funds": [{"percentage": 1}, {"percentage": 101}, null]}';
    assert.deepEqual(await violations(text), [
      "/provider must be string: 7",
      '/status must be one of "active", "deferred", "inDrawdown", "transferred": "gone"',
      '/startedOn must match format "date": "2024-02-30"',
      "/retirementAge must be integer: 12.5",
      "/retirementAge must be >= 55: 12.5",
      "/funds/1/percentage must be <= 100: 101",
      "/funds/2 must be object: null",
    ]);
  });

  it("takes of duplicate fields the last one, as readers do", async () => {
    assert.deepEqual(await violations('{"notes": 1, "notes": ""}'), []);
    assert.deepEqual(await violations('{"notes": "", "n\\u006ftes": [1]}'), [
      "/notes must be string: [1]",
    ]);
  });

  it("does not look at what the service sets itself, there or not", async () => {
    assert.deepEqual(await violations('{"clientId": 7, "lastUpdated": "then"}'), []);
    const definition = definitionWith(
      { allOf: [{ $ref: "#/components/schemas/Base" }], required: ["id", "name"] },
      {
        Base: { properties: { id: { $ref: "#/components/schemas/Id" }, name: {} } },
        Id: { readOnly: true, type: "string" },
      },
    );
    assert.deepEqual(await violations('{"id": 1}', definition), [
      " must have required property 'name': {\"id\": 1}",
    ]);
    assert.deepEqual(await violations("{}", definition), [
      " must have required property 'name': {}",
    ]);
    const choice = definitionWith({
      anyOf: [{ required: ["id"], properties: { id: { readOnly: true, type: "string" } } }],
    });
    assert.deepEqual(await violations("{}", choice), []);
    assert.deepEqual(await violations('{"id": 1}', choice), []);
  });

  it("allows unknown fields, unless the definition forbids them", async () => {
    assert.deepEqual(await violations('{"colour": 1}'), []);
    const definition = definitionWith({ properties: { "a/b": { additionalProperties: false } } });
    assert.deepEqual(await violations('{"a/b": {"c~d": 1}}', definition), [
      "/a~1b/c~0d is not among the fields that are taken here: it will be refused: 1",
    ]);
  });

  it("follows references in circles", async () => {
    const definition = definitionWith(
      { $ref: "#/components/schemas/Node" },
      { Node: { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } } },
    );
    assert.deepEqual(await violations('{"next":{"next":{"next":5}}}', definition), [
      "/next/next/next must be object: 5",
    ]);
  });

  it("takes numbers for what they are in the text, not for what doubles make of them", async () => {
    const cents = definitionWith({ items: { type: "number", multipleOf: 0.01 } });
    assert.deepEqual(await violations("[18733.19, 0.07, 1e400]", cents), []);
    assert.deepEqual(await violations("[0.005]", cents), ["/0 must be multiple of 0.01: 0.005"]);
  });

  it("passes over formats and keywords that it does not know", async () => {
    const definition = definitionWith({
      "x-own": { anything: 1 },
      discriminator: { propertyName: "kind" },
      xml: { name: "x" },
      properties: { a: { format: "sort-code", example: "1", deprecated: true } },
    });
    assert.deepEqual(await violations('{"a": "x"}', definition), []);
  });

  it("passes over keywords of other dialects, and asks for what stands beside them", async () => {
    const definition = definitionWith({
      $id: "urn:pension",
      $schema: "http://json-schema.org/draft-04/schema#",
      properties: {
        a: { nullable: true, type: "string" },
        b: { $anchor: "b", type: "number" },
        c: { $ref: "#/components/schemas/Nobody", type: "string" },
        d: { nullable: true },
      },
    });
    assert.deepEqual(await violations('{"a":1,"b":"x","c":2,"d":3}', definition), [
      "/a must be string: 1",
      '/b must be number: "x"',
      "/c must be string: 2",
    ]);
  });

  it("does not ask for what the service sets itself, wherever that is said", async () => {
    const part = {
      allOf: [
        { required: ["id", "name"] },
        { properties: { id: { readOnly: true }, name: { type: "string" } } },
      ],
    };
    const definition = definitionWith({ properties: { one: part, list: { items: part } } });
    assert.deepEqual(await violations('{"one":{},"list":[{}]}', definition), [
      "/one must have required property 'name': {}",
      "/list/0 must have required property 'name': {}",
    ]);
  });

  it("asks for what is missing where the definition names no members", async () => {
    const part = { properties: { b: { required: ["id"] } } };
    const definition = definitionWith({ additionalProperties: part });
    assert.deepEqual(await violations('{"x":{"b":{}}}', definition), [
      "/x/b must have required property 'id': {}",
    ]);
  });

  it("tells patterns apart", async () => {
    const definition = definitionWith({
      properties: { a: { pattern: "^x" }, b: { pattern: "^y" } },
    });
    assert.deepEqual(await violations('{"a":"x","b":"y"}', definition), []);
    assert.equal((await violations('{"a":"y","b":"x"}', definition)).length, 2);
  });

  it("looks at members' own names only", async () => {
    const definition = definitionWith({
      required: ["toString"],
      properties: { constructor: { type: "string" } },
    });
    assert.deepEqual(await violations('{"__proto__": {"toString": 1}}', definition), [
      ' must have required property \'toString\': {"__proto__": {"toString": 1}}',
    ]);
  });

  it("shows a hundred violations and counts the others", async () => {
    const text = JSON.stringify({ funds: Array.from({ length: 130 }, () => 1) });
    const { findings, more } = await checkSchema(text, DEFINITION);
    assert.deepEqual([findings.length, more], [100, 30]);
    assert.equal(findings.at(-1)?.pointer, "/funds/99");
  });

  it("says of a definition that cannot be used that it checked nothing", async () => {
    const lost = definitionWith({ $ref: "#/components/schemas/Nobody" });
    const wrong = definitionWith({ type: "strange" });
    for (const definition of ["", "{}", lost, wrong, definitionWith({ pattern: "(" })]) {
      assert.deepEqual(await checkSchema("{}", definition), {
        unusable: true,
        findings: [],
        more: 0,
      });
    }
  });

  it("refuses what is no JSON with the errors of the parser", async () => {
    assert.equal((await failureOf(checkSchema('{"a":', DEFINITION))).code, "payload/syntax");
    assert.equal((await failureOf(checkSchema("", DEFINITION))).code, "payload/empty");
  });

  it("finds for every value the place that its pointer names", async () => {
    const never = definitionWith(
      { $ref: "#/components/schemas/Node" },
      {
        Node: {
          type: ["object", "array"],
          items: { $ref: "#/components/schemas/Node" },
          additionalProperties: { $ref: "#/components/schemas/Node" },
        },
      },
    );
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.nat(3), async (value, indent) => {
        const text = JSON.stringify({ "a/~b": value, leaf: "found" }, undefined, indent);
        const { findings } = await checkSchema(text, never);
        for (const { pointer, offset, length } of findings) {
          const found: unknown = JSON.parse(text.slice(offset, offset + length));
          assert.deepEqual(found, valueAt(JSON.parse(text), pointer));
          seen++;
        }
      }),
      { numRuns: runs(300) },
    );
    assert.ok(seen >= runs(300), `${seen} places`);
  });
});

/** By RFC 6901, over values. */
function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce((node, step) => {
      const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
      return (node as Readonly<Record<string, unknown>>)[name];
    }, value);
}
