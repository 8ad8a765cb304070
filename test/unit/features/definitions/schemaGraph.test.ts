import assert from "node:assert/strict";
import { exampleOf } from "../../../../src/features/definitions/common/example";
import { fitsPattern, isPlainPattern } from "../../../../src/platform/service/definition/patterns";
import { checkParameter } from "../../../../src/platform/service/definition/parameter";
import { checkValue, type Schema } from "../../../../src/platform/service/definition/schema";
import { SchemaGraph } from "../../../../src/platform/service/definition/schemaGraph";
import { payloadSchema } from "../../../../src/features/pensions/common/checks/payloadSchema";
import { checkSchema } from "../../../../src/features/pensions/common/checks/gate";
import { payloadTemplate } from "../../../../src/features/pensions/common/template";
import { foreign, type Json, merged, mergedText } from "./support/foreign";

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

function graph(schemas: Json, name = "A"): Schema {
  return new SchemaGraph({ components: { schemas } }).schemaOf(ref(name));
}

/** A pension whose body is this schema, as a provider may describe it. */
function pension(schema: Json, schemas: Json = {}): Json {
  const content = { "application/vnd.x+json; charset=utf-8": { schema } };
  return foreign(
    { "/clients/{c}/pensions/{p}": { put: { requestBody: { required: true, content } } } },
    { components: { schemas } },
  );
}

const TREE = {
  type: "object",
  required: ["name", "next"],
  properties: {
    name: { type: "string" },
    next: ref("A"),
    maybe: ref("A"),
    all: { type: "array", items: ref("A") },
    id: { type: "string", readOnly: true },
  },
};

describe("schemas as a graph", () => {
  it("have each schema once, cycles as cycles", () => {
    const schema = graph({ A: TREE });
    assert.equal(schema.properties?.["next"], schema);
    assert.equal(schema.properties["all"]?.items, schema);
  });

  it("look through references, what stands beside them, and allOf", () => {
    const schema = graph({
      A: {
        ...ref("B"),
        description: "Beside",
        required: ["b"],
        properties: { b: { maxLength: 3 } },
      },
      B: { allOf: [ref("C"), { properties: { b: { type: "string" } }, required: ["c"] }] },
      C: {
        type: "object",
        description: "Behind",
        properties: { c: { type: "number", minimum: 1 } },
      },
    });
    assert.deepEqual([schema.type, schema.description], ["object", "Beside"]);
    assert.deepEqual([...(schema.required ?? [])].sort(), ["b", "c"]);
    assert.equal(schema.properties?.["b"]?.type, "string");
    assert.equal(schema.properties["c"]?.minimum, 1);
  });

  it("end where compositions of themselves do not", () => {
    const both = { allOf: [ref("A"), ref("B")] };
    const schema = graph({
      A: { allOf: [{ properties: { x: both } }, ref("B")] },
      B: { allOf: [ref("A")], properties: { x: ref("A"), y: ref("A") } },
    });
    assert.ok(schema.properties?.["x"]?.properties?.["x"]?.properties?.["y"] !== undefined);
    assert.equal(graph({ A: ref("A") }).type, undefined);
  });

  it("know null beside another schema, and choices between values", () => {
    const schema = graph({
      A: {
        properties: {
          date: { anyOf: [ref("Date"), { type: "null" }] },
          kind: { oneOf: [{ const: "a", title: "One" }, { enum: ["b", "c"] }] },
          both: { type: ["integer", "string"], allOf: [{ type: ["number", "null"] }] },
          one: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
        },
      },
      Date: { type: "string", format: "date" },
    });
    const { date, kind, both, one } = schema.properties ?? {};
    assert.deepEqual([date?.type, date?.format], [["string", "null"], "date"]);
    assert.deepEqual(kind?.enum, ["a", "b", "c"]);
    assert.equal(both?.type, "integer");
    assert.deepEqual([one?.type, one?.choices?.[0]?.length], [["string", "array"], 2]);
  });

  it("leave open what leads nowhere, out of the document, or means nothing", () => {
    const schema = graph({
      A: {
        properties: {
          lost: ref("Nobody"),
          out: { $ref: "other.yaml#/components/schemas/X" },
          odd: {
            type: 3,
            enum: "a",
            pattern: 5,
            format: {},
            minimum: "1",
            required: "x",
            items: [],
          },
          yes: true,
        },
      },
    });
    assert.deepEqual(schema.properties, {
      lost: { title: "Nobody", isIncomplete: true },
      out: { title: "X", isIncomplete: true },
      odd: {},
      yes: {},
    });
  });
});

describe("values compared with such schemas", () => {
  for (const [value, expected] of [
    [{ name: "a", next: { name: 1, next: null } }, ["next.name type", "next.next type"]],
    [{ name: "a" }, ["next required"]],
    [
      { name: "a", next: { name: "b", next: {} }, id: 5 },
      ["next.next.name required", "next.next.next required"],
    ],
  ] as const) {
    it(`${JSON.stringify(value)}: ${expected.join(", ")}`, () => {
      const problems = checkValue(graph({ A: TREE }), value);
      assert.deepEqual(
        problems.map(({ path, keyword }) => `${path} ${keyword}`),
        expected,
      );
    });
  }

  it("fit one of the branches of a choice, and a choice that leads to itself", () => {
    const choice = graph(
      {
        A: {
          anyOf: [ref("A"), { type: "string", minLength: 1 }, { type: "object", required: ["x"] }],
        },
        B: { oneOf: [{ type: "string" }, { type: "object", required: ["x"] }] },
      },
      "B",
    );
    assert.deepEqual(checkValue(choice, "text"), []);
    assert.deepEqual(checkValue(choice, { x: 1 }), []);
    assert.deepEqual(
      checkValue(choice, {}).map(({ keyword }) => keyword),
      ["type"],
    );
    assert.deepEqual(checkValue(graph({ A: { anyOf: [ref("A"), ref("A")] } }), 5), []);
  });
});

describe("patterns of definitions", () => {
  for (const [pattern, text, expected] of [
    ["^[A-Z]{3}$", "GBP", true],
    ["^[A-Z]{3}$", "gbp", false],
    ["^\\p{L}+$", "Größe", true],
    // Not allowed with `u`, and in use all the same.
    ["^[\\w-.]+\\-$", "a.b-", true],
    ["^[\\w-.]+\\-$", "a b", false],
    ["(", "anything", true],
    ["^(ab)+$", "abab", true],
    ["^(ab)+$", "aba", false],
    // These would take longer than anyone lives.
    ["^(a+)+$", `${"a".repeat(60)}!`, true],
    ["^(a|a)*b$", "a".repeat(60), true],
    ["^(.*a){25}$", `${"a".repeat(60)}!`, true],
    ["^a*$", "b".repeat(10_001), true],
  ] as const) {
    it(`${pattern} ${text.slice(0, 12)}: ${expected ? "fits" : "does not fit"}`, () => {
      assert.equal(fitsPattern(pattern, text), expected);
    });
  }

  it("are given to the editor, which has no end to its patience, where they are plain", () => {
    const properties = {
      iban: { type: "string", pattern: "^[A-Z]{2}\\d{2}[A-Z0-9]+$" },
      slow: { type: "string", pattern: "^(a+)+$" },
    };
    const text = mergedText(pension({ type: "object", properties }));
    const shown = JSON.parse(payloadSchema(text)) as { properties: Record<string, Json> };
    assert.ok("pattern" in (shown.properties["iban"] ?? {}));
    assert.ok(!("pattern" in (shown.properties["slow"] ?? {})));
    assert.ok(isPlainPattern("^(abc)?[)+*]{3}\\+$") && !isPlainPattern("^a*b*$"));
  });

  it("are given up on a long text, which a plain one has no limit for", () => {
    const pattern = "a*a?a?a?b";
    assert.ok(isPlainPattern(pattern));
    assert.equal(fitsPattern(pattern, "a".repeat(1_000)), false);
    // What cannot be said in time counts as fitting.
    assert.equal(fitsPattern(pattern, "a".repeat(10_000)), true);
  });

  it("hold the gate up no longer than their time", async () => {
    const properties = { slow: { type: "string", pattern: "^(a+)+$" } };
    const text = mergedText(pension({ type: "object", properties }));
    const payload = (slow: string): string => JSON.stringify({ slow });
    const check = await checkSchema(payload(`${"a".repeat(60)}!`), text);
    assert.deepEqual([check.unusable, check.findings], [false, []]);
    assert.equal((await checkSchema(payload("b"), text)).findings.length, 1);
  });
});

describe("values to begin with", () => {
  const example = (schema: Json, schemas: Json = {}): unknown =>
    exampleOf(graph({ A: schema, ...schemas }));

  it("end where they lead back to themselves, what is required in them first", () => {
    assert.deepEqual(example(TREE), { name: "", next: {}, all: [] });
  });

  it("take examples, then values, then defaults", () => {
    const properties = {
      shown: { type: "string", examples: ["x"], enum: ["y"], default: "z" },
      listed: { type: "string", enum: ["y"], default: "z" },
      given: { type: "integer", default: 7 },
      fixed: { const: "c" },
      least: { type: ["null", "integer"], minimum: 55 },
      old: { type: "string", example: "o" },
    };
    assert.deepEqual(example({ type: "object", properties }), {
      ...{ shown: "x", listed: "y", given: 7, fixed: "c", least: 55, old: "o" },
    });
  });

  it("leave out of examples what the service sets itself", () => {
    const schema = {
      properties: {
        id: { readOnly: true },
        parts: { items: { properties: { id: { readOnly: true } } } },
      },
      example: { id: 1, name: "n", parts: [{ id: 2, size: 3 }] },
    };
    assert.deepEqual(example(schema), { name: "n", parts: [{ size: 3 }] });
  });

  it("take the first branch of a choice, with what is said of all", () => {
    const schema = {
      type: "object",
      properties: { id: { type: "string" } },
      oneOf: [ref("B"), { type: "object", properties: { c: { type: "boolean" } } }],
    };
    assert.deepEqual(
      example(schema, { B: { type: "object", properties: { b: { type: "number" } } } }),
      {
        ...{ b: 0, id: "" },
      },
    );
  });

  it("stay small, however wide a schema branches", () => {
    const names = Array.from({ length: 12 }, (_v, index) => `S${index}`);
    const schemas = Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          type: "object",
          required: ["a"],
          properties: Object.fromEntries(
            ["a", "b", "c", "d", "e"].map((part) => [part, ref(names[index + 1] ?? "End")]),
          ),
        },
      ]),
    );
    const made = JSON.stringify(example(ref("S0"), { ...schemas, End: { type: "string" } }));
    assert.ok(made.length < 100_000, String(made.length));
  });
});

describe("foreign operations", () => {
  it("are read leniently: parameters, their types, bodies, answers", () => {
    const of = (name: string, place: string, schema: unknown, more: Json = {}): Json => ({
      ...{ name, in: place, schema },
      ...more,
    });
    const definition = merged(
      foreign({
        "/things": {
          get: {
            summary: 5,
            deprecated: true,
            parameters: [
              of("ids", "query", { type: "array", items: { type: "integer" } }, { explode: true }),
              of("filter", "query", { type: "object", properties: {} }, { style: "deepObject" }),
              of("maybe", "query", { type: ["string", "null"], enum: ["a", null] }),
              { name: "deep", in: "query", content: { "application/json": { schema: {} } } },
              of("session", "cookie", {}, { required: true }),
              of("Accept", "header", {}, { required: true }),
              { name: "odd" },
            ],
            responses: { "200": { content: { "text/csv": {} } }, default: { content: {} } },
          },
          post: { requestBody: { content: { "multipart/form-data": {} } } },
          options: {},
        },
      }),
    );
    const get = definition.operation("finances:GET /things");
    assert.deepEqual([get.summary, get.deprecated], ["", true]);
    assert.deepEqual(get.limits, ["cookieParameter", "answerNotJson"]);
    assert.deepEqual(
      get.parameters
        .filter(({ in: place }) => place === "query")
        .map(({ name, schema }) => [name, schema.type]),
      [
        ["ids", "array"],
        ["filter", undefined],
        ["maybe", "string"],
        ["deep", undefined],
      ],
    );
    const post = definition.operation("finances:POST /things");
    assert.deepEqual([post.body, post.limits], [undefined, ["bodyNotJson"]]);
    assert.deepEqual(
      definition.uncallable.map(({ method }) => method),
      ["OPTIONS"],
    );
    const ids = get.parameters.find(({ name }) => name === "ids");
    assert.ok(ids !== undefined);
    assert.equal(checkParameter(ids, "1,2"), undefined);
    assert.equal(checkParameter(ids, ["1", "x"])?.keyword, "type");
  });

  it("make templates of bodies through references, cycles and other types of JSON", () => {
    const text = mergedText(
      pension(ref("A"), {
        A: { allOf: [TREE, { properties: { at: ref("D") } }] },
        D: { type: "string", examples: ["2026-01-01"] },
      }),
    );
    assert.deepEqual(JSON.parse(payloadTemplate(text)), {
      ...{ name: "", next: {}, all: [], at: "2026-01-01" },
    });
  });
});
