import assert from "node:assert/strict";
import { payloadTemplate } from "../../../../src/core/pensions/template";
import { DEFINITION, definitionWith } from "./definitions";
import { fixed, said } from "./support";

const unknown = (text: string, definition?: string): readonly string[] =>
  said("unknownField", text, definition);

describe("the check of unknown fields", () => {
  it("knows every field of the template", () => {
    assert.deepEqual(unknown(payloadTemplate(DEFINITION)), []);
  });

  it("tells those that the definition does not know, at every depth", () => {
    assert.deepEqual(unknown('{"colour":1,"funds":[{"fund":"A","shade":2}],"notes":""}'), [
      'unknownField colour "colour"',
      'unknownField shade "shade"',
    ]);
  });

  it("knows what is meant by a name that is misspelled", () => {
    for (const [name, meant] of [
      ["schemename", "schemeName"],
      ["scheme_name", "schemeName"],
      ["shcemeName", "schemeName"],
      ["curency", "currency"],
      ["valeu", "value"],
      ["retirementAges", "retirementAge"],
    ]) {
      assert.deepEqual(unknown(`{"${name}":1}`), [`misspelledField ${name} ${meant} "${name}"`]);
    }
    for (const name of ["", "v", "total", "x".repeat(1000), "clientid", "état"]) {
      const [finding = ""] = unknown(JSON.stringify({ [name]: 1 }));
      assert.ok(finding.startsWith("unknownField "), finding);
    }
  });

  it("means no field that is there already", () => {
    assert.deepEqual(unknown('{"curency":"GBP","currency":"GBP"}'), [
      'unknownField curency "curency"',
    ]);
  });

  it("says of what the service sets itself that it is ignored", () => {
    assert.deepEqual(unknown('{"clientId":"x","lastUpdated":"y"}'), [
      'ownField clientId "clientId"',
      'ownField lastUpdated "lastUpdated"',
    ]);
  });

  it("renames and removes", () => {
    const text = '{\n  "curency" : "GBP",\n  "notes": ""\n}';
    assert.deepEqual(fixed("unknownField", text), [
      '{\n  "currency" : "GBP",\n  "notes": ""\n}',
      '{\n  "notes": ""\n}',
    ]);
    assert.deepEqual(fixed("unknownField", '{"notes": "" , "colour": {"a": [1]} }'), [
      '{"notes": "" }',
    ]);
    assert.deepEqual(fixed("unknownField", '{ "colour": 1 }'), ["{  }"]);
    assert.deepEqual(fixed("unknownField", '{"clientId": 1, "notes": ""}'), ['{"notes": ""}']);
  });

  it("shortens names, between characters", () => {
    const [finding = ""] = unknown(`{"${"x".repeat(59)}😀y":1}`);
    assert.ok(finding.startsWith(`unknownField ${"x".repeat(59)}… `), finding);
  });

  it("is silent where the definition does not tell all names", () => {
    const others: readonly unknown[] = [
      {},
      true,
      { type: "object" },
      { properties: { a: {} }, additionalProperties: { type: "string" } },
      { properties: { a: {} }, additionalProperties: {} },
      { properties: { a: {} }, patternProperties: { "^x-": {} } },
      { properties: { a: {} }, allOf: [{ $ref: "#/components/schemas/Nobody" }] },
      { $ref: "https://example.com/schema.json", properties: { a: {} } },
    ];
    for (const schema of others) {
      assert.deepEqual(unknown('{"b":1}', definitionWith(schema)), [], JSON.stringify(schema));
    }
    for (const definition of ["", "{", "[]", "{}", '{"paths":{"/p":{"put":7}}}']) {
      assert.deepEqual(unknown('{"b":1}', definition), [], definition);
    }
  });

  it("takes the names of all parts of a schema together", () => {
    const definition = definitionWith(
      {
        allOf: [{ $ref: "#/components/schemas/Base" }],
        oneOf: [{ properties: { first: {} } }, { properties: { second: true } }],
        if: { properties: { third: {} } },
        properties: { toString: {}, child: { $ref: "#/components/schemas/Base" } },
        additionalProperties: false,
      },
      {
        Base: {
          properties: { id: { type: "string" }, next: { $ref: "#/components/schemas/Base" } },
        },
      },
    );
    const text =
      '{"id":1,"first":1,"second":1,"third":1,"toString":1,"valueOf":1,' +
      '"child":{"next":{"next":{"id":1,"first":1}}},"next":{"other":1}}';
    assert.deepEqual(unknown(text, definition), [
      'unknownField valueOf "valueOf"',
      'unknownField first "first"',
      'unknownField other "other"',
    ]);
  });

  it("follows places in a list one by one", () => {
    const item = (name: string): unknown => ({ properties: { [name]: {} } });
    const definition = definitionWith({ prefixItems: [item("a"), item("b")], items: item("c") });
    assert.deepEqual(unknown('[{"a":1},{"a":1},{"a":1},{"c":1}]', definition), [
      'unknownField a "a"',
      'unknownField a "a"',
    ]);
  });
});
