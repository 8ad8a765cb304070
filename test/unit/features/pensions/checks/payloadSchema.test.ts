import assert from "node:assert/strict";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { payloadDefinition } from "../../../../../src/features/pensions/common/checks/bodySchema";
import { payloadSchema } from "../../../../../src/features/pensions/common/checks/payloadSchema";
import { payloadTemplate } from "../../../../../src/features/pensions/common/template";
import { DEFINITION, definitionWith } from "./definitions";

type Json = Readonly<Record<string, unknown>>;

const read = (definition: string): Json => JSON.parse(payloadSchema(definition)) as Json;

function at(schema: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((node, name) => (node as Json | undefined)?.[name], schema);
}

describe("the schema for the editor's JSON service", () => {
  let shipped: Json;

  beforeEach(() => {
    shipped = read(DEFINITION);
  });

  const pension = (...path: readonly string[]): unknown =>
    at(shipped, "$defs", "Pension", "properties", ...path);

  it("is one document of JSON Schema 2020-12 that takes the template", () => {
    assert.equal(shipped["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert.equal(shipped["$ref"], "#/$defs/Pension");
    const validate = addFormats(new Ajv2020({ strict: false })).compile(shipped);
    assert.ok(validate(JSON.parse(payloadTemplate(DEFINITION))));
    assert.ok(!validate({ retirementAge: 12 }));
  });

  it("keeps what completion offers: choices, examples, descriptions", () => {
    assert.deepEqual(at(pension("status", "enum"), "0"), "active");
    assert.deepEqual(pension("currency", "examples"), ["GBP"]);
    assert.equal(pension("currency", "markdownDescription"), 'For example `"GBP"`.');
  });

  it("suggests no field that the service sets, and asks nothing of it", () => {
    assert.deepEqual(pension("clientId"), {
      description: "Taken from the path.",
      markdownDescription:
        "Taken from the path\\.\n\nSet by the service, which ignores what a payload says here.",
      readOnly: true,
      doNotSuggest: true,
    });
    const { $defs } = read(
      definitionWith(
        { $ref: "#/components/schemas/A" },
        {
          A: { required: ["id", "b"], properties: { id: { $ref: "#/components/schemas/Id" } } },
          Id: { type: "string", readOnly: true },
        },
      ),
    );
    assert.deepEqual(at($defs, "A", "required"), ["b"]);
    assert.equal(at($defs, "A", "properties", "id", "doNotSuggest"), true);
  });

  it("refuses no unknown field, whatever the definition says", () => {
    const schema = read(
      definitionWith({
        additionalProperties: false,
        unevaluatedProperties: false,
        properties: {
          a: { additionalProperties: false },
          b: { additionalProperties: { type: "string" } },
        },
      }),
    );
    assert.ok(!("additionalProperties" in schema) && !("unevaluatedProperties" in schema));
    assert.deepEqual(at(schema, "properties", "a"), {});
    assert.deepEqual(at(schema, "properties", "b"), { additionalProperties: { type: "string" } });
  });

  it("offers an entry to fill in for a list of objects", () => {
    assert.deepEqual(pension("contributions", "defaultSnippets"), [
      {
        label: "New entry",
        body: [
          {
            payer: '^"${1|member,employer|}"',
            amount: "^${2:250}",
            frequency: '^"${3|monthly,quarterly,annually,single|}"',
          },
        ],
      },
    ]);
  });

  it("escapes what means something in snippets and in Markdown", () => {
    const properties = {
      a: { type: "string", examples: ['$1} "x" \\'] },
      b: { enum: ["p,q|r"], type: "string" },
      c: { type: "string" },
      d$: { type: "string" },
      e: { description: "[x](command:y)", type: "boolean" },
      f: { type: ["integer", "null"] },
    };
    const schema = read(definitionWith({ type: "array", items: { properties } }));
    assert.deepEqual(at(schema, "defaultSnippets", "0", "body", "0"), {
      a: '^"${1:\\$1\\} \\\\"x\\\\" \\\\\\\\}"',
      b: '^"${2|p\\,q\\|r|}"',
      c: '^"$3"',
      e: "^${4:false}",
      f: "^${5:null}",
    });
    const markdown = at(schema, "items", "properties", "e", "markdownDescription");
    assert.equal(markdown, "\\[x\\]\\(command\\:y\\)");
  });

  it("asks in an entry for nothing that the service sets, and for no more than twelve fields", () => {
    const names = Array.from({ length: 13 }, (_, index) => `f${index}`);
    const properties = {
      id: { type: "string", readOnly: true },
      ...Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    };
    const schema = read(definitionWith({ type: "array", items: { properties } }));
    const entry = at(schema, "defaultSnippets", "0", "body", "0");
    assert.deepEqual(Object.keys(entry as Json), names.slice(0, 12));
  });

  it("offers a choice between texts only, as others would come with quotes", () => {
    const properties = { a: { enum: ["x", 1] }, b: { enum: ["x", "y"] } };
    const schema = read(definitionWith({ type: "array", items: { properties } }));
    assert.deepEqual(at(schema, "defaultSnippets", "0", "body", "0"), {
      a: "^${1:null}",
      b: '^"${2|x,y|}"',
    });
  });

  it("offers no entry for a list of objects without fields", () => {
    const schema = read(definitionWith({ type: "array", items: { type: "object" } }));
    assert.ok(!("defaultSnippets" in schema));
  });

  it("has the example of older definitions", () => {
    const schema = read(definitionWith({ type: "string", example: "x" }));
    assert.deepEqual([schema["examples"], "example" in schema], [["x"], false]);
    assert.equal(schema["markdownDescription"], 'For example `"x"`.');
  });

  it("says as example what is short, not empty and can stand as code", () => {
    const short = "x".repeat(78);
    const shown = { description: "A name", examples: [short, `${short}y`, "", "a`b", 7] };
    const schema = read(definitionWith({ properties: { a: shown, b: { examples: [""] } } }));
    const [a, b] = ["a", "b"].map((name) => at(schema, "properties", name, "markdownDescription"));
    assert.equal(a, `A name\n\nFor example \`"${short}"\`, \`7\`.`);
    assert.equal(b, undefined);
  });

  it("leaves out patterns that the editor might never come to an end with", () => {
    const slow = "^(a+)+$";
    const members = { properties: { a: { pattern: slow }, b: { pattern: "^b" } } };
    const schema = read(
      definitionWith({ ...members, patternProperties: { "^x": true, [slow]: {} } }),
    );
    assert.deepEqual(schema["properties"], { a: {}, b: { pattern: "^b" } });
    assert.ok(!("patternProperties" in schema));
    const titled = { title: slow, pattern: 7 };
    const named = read(definitionWith({ properties: { [slow]: titled } }));
    assert.deepEqual(named["properties"], { [slow]: titled }, "names and titles are no patterns");
    const plain = read(definitionWith({ patternProperties: { "^x": true } }));
    assert.deepEqual(plain["patternProperties"], { "^x": true });
  });

  it("gives schemas whose names are written alike names of their own", () => {
    const names = ["a(b", "a_b", "a)b"];
    const properties = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/schemas/${encodeURIComponent(name)}` }]),
    );
    const schemas = Object.fromEntries(names.map((name) => [name, { title: name }]));
    const schema = read(definitionWith({ properties }, schemas));
    for (const name of names) {
      const reference =
        String(at(schema, "properties", name, "$ref"))
          .split("/")
          .at(-1) ?? "";
      assert.equal(at(schema, "$defs", reference, "title"), name);
    }
    assert.deepEqual(Object.keys(schema["$defs"] as Json).sort(), ["a_b", "a_b2", "a_b3"]);
  });

  it("is sent to a thread with nothing else around it", () => {
    const definition = definitionWith({ $ref: "#/components/schemas/A" }, { A: {}, B: {} });
    const reduced: unknown = JSON.parse(payloadDefinition(definition));
    assert.deepEqual(reduced, {
      $defs: { A: {} },
      paths: {
        "/": {
          put: {
            operationId: "putPension",
            requestBody: { content: { "application/json": { schema: { $ref: "#/$defs/A" } } } },
            responses: { "200": { content: { "application/json": { schema: {} } } } },
          },
        },
      },
    });
    for (const none of ["{", "{}", "[]"]) {
      assert.equal(payloadDefinition(none), "{}");
    }
  });

  it("keeps references that lead in circles, and drops those that lead nowhere or away", () => {
    const schema = read(
      definitionWith(
        { $ref: "#/components/schemas/Node~1A" },
        {
          "Node/A": {
            properties: {
              next: { $ref: "#/components/schemas/Node~1A" },
              lost: { $ref: "#/components/schemas/Nobody" },
              away: { $ref: "https://example.com/schema.json", title: "Away" },
              $ref: { type: "string" },
              data: { const: { $ref: "#/components/schemas/Nobody" } },
            },
          },
        },
      ),
    );
    const name = String(schema["$ref"]).replace("#/$defs/", "");
    assert.match(name, /^[A-Za-z0-9_.-]+$/);
    const properties = at(schema, "$defs", name, "properties");
    assert.deepEqual(properties, {
      next: { $ref: `#/$defs/${name}` },
      lost: {},
      away: { title: "Away" },
      $ref: { type: "string" },
      data: { const: { $ref: "#/components/schemas/Nobody" } },
    });
  });

  it("speaks the user's language", () => {
    const text = payloadSchema(DEFINITION, (message) => `«${message}»`);
    assert.ok(text.includes("«New entry»") && text.includes("«Pension payload»"));
  });

  for (const definition of ["", "[]", "{}", '{"paths":{"/p":{"put":null}}}', '{"paths":[]}']) {
    it(`asks nothing where the definition is ${JSON.stringify(definition)}`, () => {
      assert.deepEqual(Object.keys(read(definition)), ["$schema", "title"]);
    });
  }
});
