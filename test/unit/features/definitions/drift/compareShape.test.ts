import assert from "node:assert/strict";
import fc from "fast-check";
import type { DriftFinding } from "../../../../../src/features/definitions/common/drift/drift";
import { compareShape } from "../../../../../src/features/definitions/common/drift/compareShape";
import { SchemaGraph } from "../../../../../src/platform/service/definition/schemaGraph";
import {
  driftSentence,
  driftSummary,
} from "../../../../../src/features/definitions/texts/driftTexts";
import type { JsonRecord } from "../../../../../src/platform/service/definition/reading";
import { fillText } from "../../../../../src/platform/base/texts";
import { number, object, ref, text } from "../support/definitions";
import { IS_LONG, itInLong } from "../../../../fakes/runs";

const WORDS = { t: fillText, language: "en" };

function line({ kind, path, expected, seen, count }: DriftFinding): string {
  const types = [expected, seen].some((type) => type !== undefined)
    ? [`${expected ?? ""}→${seen ?? ""}`]
    : [];
  return [kind, path, ...types, ...(count === 1 ? [] : [`×${count}`])].filter(Boolean).join(" ");
}

function found(schema: unknown, answer: unknown, schemas: JsonRecord = {}): string[] {
  const body = typeof answer === "string" ? answer : JSON.stringify(answer);
  return compareShape(new SchemaGraph({ components: { schemas } }).schemaOf(schema), body).map(
    line,
  );
}

interface Case {
  readonly schema: unknown;
  readonly schemas?: JsonRecord;
  /** JSON texts or values, each with what is found in it. */
  readonly answers: readonly (readonly [answer: unknown, ...findings: string[]])[];
}

const list = (items: unknown): JsonRecord => ({ type: "array", items });
const pets = {
  Cat: object({ kind: { const: "cat" }, purrs: text }, { required: ["kind", "purrs"] }),
  Dog: object({ kind: { const: "dog" }, barks: text }, { required: ["kind"] }),
};

const CASES: Readonly<Record<string, Case>> = {
  "new, missing and retyped fields, counted": {
    schema: object({
      items: list(object({ isin: text, units: number }, { required: ["isin", "units"] })),
    }),
    answers: [
      [{ items: [{ isin: "x", units: 1 }] }],
      [
        { items: [{ isin: 1, units: 1, fresh: true }, { isin: 2, fresh: false }, {}] },
        "type items[].isin string→integer ×2",
        "new items[].fresh →boolean ×2",
        "missing items[].units number→ ×2",
        "missing items[].isin string→",
      ],
      [{ items: null }, "type items array→null"],
      [[], "type object→array"],
    ],
  },
  "null and nullable": {
    schema: object({
      a: { type: ["string", "null"] },
      b: text,
      c: { oneOf: [ref("Cat"), { type: "null" }] },
      d: { enum: ["x", null] },
    }),
    schemas: pets,
    answers: [
      [{ a: null, b: "x", c: null, d: null }],
      [
        { a: 1, b: null, c: 1, d: 1 },
        "type a string or null→integer",
        "type b string→null",
        "type c object or null→integer",
        "type d string or null→integer",
      ],
    ],
  },
  "whole numbers by how they are written": {
    schema: object({ a: { type: "integer" }, b: number }),
    answers: [
      ['{"a": 1, "b": 1}'],
      ['{"a": -12345678901234567890, "b": 1.0}'],
      ['{"a": 1.0}', "type a integer→number"],
      ['{"a": 1e3}', "type a integer→number"],
    ],
  },
  "formats, values and limits are not looked at": {
    schema: object({ a: { type: "string", format: "date", enum: ["x"], maxLength: 1 } }),
    answers: [[{ a: "not a date" }]],
  },
  "what the definition leaves open": {
    schema: object({
      any: {},
      bag: { type: "object" },
      rows: { type: "array" },
      out: { $ref: "x.json" },
    }),
    answers: [[{ any: [1], bag: { a: 1 }, rows: [1, "x"], out: { x: 1 } }]],
  },
  "maps, whose names are not listed": {
    schema: object({
      prices: { type: "object", additionalProperties: object({ amount: number }) },
      more: { type: "object", properties: { a: text }, additionalProperties: true },
      byPattern: { type: "object", properties: { a: text }, patternProperties: { "^x": text } },
      closed: { type: "object", additionalProperties: false },
    }),
    answers: [
      [
        {
          prices: { GBP: { amount: 1 }, EUR: { amount: 2 } },
          more: { b: 1 },
          byPattern: { x1: 1 },
        },
      ],
      [
        { prices: { GBP: { amount: "1" }, EUR: { amount: "2", by: 1 } }, closed: { b: 1 } },
        "type prices.*.amount number→string ×2",
        "new prices.*.by →integer",
        "new closed.b →integer",
      ],
    ],
  },
  "names that are data of somebody are not told": {
    schema: object({ byId: object({ known: text }) }),
    answers: [
      [
        {
          byId: {
            "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11": 1,
            "jane@example.com": 2,
            "2026-01-05": 3,
            fresh: 4,
          },
        },
        "new byId.* →integer ×3",
        "new byId.fresh →integer",
      ],
      [
        { byId: Object.fromEntries(Array.from("abcdefghijklmnopqrstuvwxyz", (name) => [name, 1])) },
        "new byId.* →integer ×26",
      ],
    ],
  },
  "what only clients write, and what only the service writes": {
    schema: object(
      { secret: { type: "string", writeOnly: true }, id: { type: "string", readOnly: true } },
      { required: ["secret", "id"] },
    ),
    answers: [[{ id: "x" }], [{ secret: "x" }, "missing id string→"]],
  },
  "compositions and references": {
    schema: { allOf: [ref("Dog"), object({ age: { type: "integer" } }, { required: ["age"] })] },
    schemas: pets,
    answers: [
      [{ kind: "dog", barks: "loud", age: 3 }],
      [
        { barks: 1, wags: true },
        "type barks string→integer",
        "new wags →boolean",
        "missing kind string→",
        "missing age integer→",
      ],
    ],
  },
  "a choice: what fits any way fits": {
    schema: list({ oneOf: [ref("Cat"), ref("Dog"), { type: "string" }] }),
    schemas: pets,
    answers: [
      [[{ kind: "cat", purrs: "x" }, { kind: "dog" }, "eel"]],
      [[{ kind: "dog", purrs: "x" }], "new [].purrs →string"],
      [[{ kind: "cat", barks: "x" }], "new [].barks →string", "missing [].purrs string→"],
      [[1], "type [] object or string→integer"],
      [[{ kind: "eel", barks: "x" }]],
    ],
  },
  "members beside a choice": {
    schema: {
      ...object({ id: text, kind: text }, { required: ["id"], additionalProperties: false }),
      anyOf: [ref("Cat"), ref("Dog")],
    },
    schemas: pets,
    answers: [
      [{ id: "x", kind: "dog", barks: "x" }],
      [{ kind: "dog", barks: "x" }, "missing id string→"],
      [{ id: "x", kind: "dog", barks: 1 }, "type barks string→integer"],
    ],
  },
  "more ways than can be tried": {
    schema: {
      allOf: Array.from({ length: 6 }, () => ({ oneOf: [ref("Cat"), ref("Dog"), ref("Eel")] })),
    },
    schemas: { ...pets, Eel: object({ swims: text }) },
    answers: [[{ anything: 1 }], [7, "type object→integer"]],
  },
  "a tree": {
    schema: ref("Node"),
    schemas: { Node: object({ children: list(ref("Node")), value: number }) },
    answers: [
      [
        { children: [{ value: "1", children: [{ value: "2" }] }] },
        "type children[].value number→string",
        "type children[].children[].value number→string",
      ],
    ],
  },
  "a choice that is among its own choices": {
    schema: ref("Loop"),
    schemas: { Loop: { oneOf: [ref("Loop"), object({ a: text })] } },
    answers: [[{ a: "x" }], [{ a: 1 }, "type a string→integer"], [7, "type object→integer"]],
  },
  "choices that are among the ways of one another": {
    schema: object({ one: ref("One"), two: ref("Two"), self: ref("Self") }),
    schemas: {
      One: { oneOf: [ref("Two"), object({ a: text }, { required: ["a"] })] },
      Two: { oneOf: [ref("One"), object({ b: text }, { required: ["b"] })] },
      Self: { oneOf: [ref("Self"), ref("Self")] },
    },
    answers: [
      [{ one: { a: "" }, two: { a: "" }, self: 7 }],
      [{ one: { b: "" }, two: { b: "" } }],
      [{ two: { c: "" } }, "new two.c →string", "missing two.a string→"],
    ],
  },
  "the whole answer": {
    schema: text,
    answers: [['"x"'], ["7", "type string→integer"], ["null", "type string→null"]],
  },
  "what is no JSON": { schema: text, answers: [["<p>"], [""], ["{"], ['{"a" 1}'], ["\u0000"]] },
};

describe("the shape of an answer and its definition", () => {
  for (const [title, { schema, schemas, answers }] of Object.entries(CASES)) {
    it(title, () => {
      for (const [answer, ...findings] of answers) {
        assert.deepEqual(found(schema, answer, schemas), findings, JSON.stringify(answer));
      }
    });
  }

  it("looks at the first 500 items of a list, and at the first million characters", () => {
    const schema = object({ rows: list(object({ a: text }, { required: ["a"] })), end: number });
    const rows = Array.from({ length: 600 }, () => ({ a: 1 }));
    assert.deepEqual(found(schema, { rows }), ["type rows[].a string→integer ×500"]);
    const long = {
      rows: [{ a: "x".repeat(900_000) }, { a: 1 }, { a: "y".repeat(200_000) }, {}],
      end: "x",
    };
    assert.deepEqual(found(schema, long), ["type rows[].a string→integer"]);
  });

  it("calls nothing missing in what was cut off", () => {
    const schema = object({ a: text, b: text, c: text }, { required: ["a", "b", "c"] });
    const body = `{"a":"${"x".repeat(1_100_000)}","b":"","c":""}`;
    assert.deepEqual(found(schema, body), []);
    assert.deepEqual(found(list(schema), `[{"a":""},${body}]`), [
      "missing [].b string→",
      "missing [].c string→",
    ]);
  });

  it("finds at most 100, and goes 64 deep", () => {
    const names = Array.from(
      { length: 150 },
      (_, index) => `field${String.fromCharCode(97 + (index % 26))}${"x".repeat(index / 26)}`,
    );
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const answer = Object.fromEntries(names.map((name) => [name, 1]));
    assert.equal(found(object(properties), answer).length, 100);
    const deep = (depth: number): string => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
    const schemas = { Deep: { oneOf: [list(ref("Deep")), text] } };
    assert.equal(found(ref("Deep"), deep(60), schemas).length, 1);
    assert.equal(found(ref("Deep"), deep(70), schemas).length, 0);
    assert.equal(found(ref("Deep"), deep(100_000), schemas).length, 0);
  });

  itInLong("ends soon where each of many ways has as many below", () => {
    const ways = Array.from({ length: 10 }, (_, index) =>
      object({ [`w${"x".repeat(index)}`]: text, next: ref("Way") }),
    );
    let answer: JsonRecord = {};
    for (let depth = 0; depth < 30; depth++) {
      answer = { next: answer, other: 1 };
    }
    assert.ok(found(ref("Way"), answer, { Way: { oneOf: ways } }).length > 0);
  });

  it("ends soon where choices are among the ways of one another", () => {
    const names = Array.from({ length: 12 }, (_, index) => `Way${index}`);
    const ways = names.map((name) => [name, { oneOf: names.map(ref) }] as const);
    const schemas = Object.fromEntries(ways);
    assert.deepEqual(found(ref("Way0"), { a: 1 }, schemas), []);
    schemas["Way3"] = { oneOf: [...names.map(ref), object({ a: text })] };
    assert.deepEqual(found(ref("Way0"), { b: [{ a: 1 }] }, schemas), []);
  });

  it("finds nothing in what the schema was made from, and all that was changed", () => {
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4, depthIdentifier: "value" },
        ...[fc.string(), fc.integer(), fc.boolean()],
        fc.array(fc.constantFrom("a", "b"), { minLength: 1 }),
        fc.dictionary(fc.constantFrom("one", "two", "odd name"), tie("any"), { minKeys: 1 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (answer) => {
        const schema = schemaOf(answer);
        assert.deepEqual(found(schema, JSON.stringify(answer)), []);
        const wrapped = object({ a: schema }, { required: ["a", "b"] });
        assert.deepEqual(found(wrapped, { a: answer, c: 1 }), ["new c →integer", "missing b"]);
      }),
      { numRuns: IS_LONG ? 20_000 : 200 },
    );
  });

  it("never throws, whatever schema and answer are", () => {
    const anything = fc.object({
      key: fc.constantFrom(
        "type",
        "properties",
        "items",
        "oneOf",
        "allOf",
        "$ref",
        "required",
        "enum",
        "a",
      ),
      values: [fc.constantFrom("object", "array", "#/components/schemas/a", "#", null, 1)],
      maxDepth: 4,
    });
    fc.assert(
      fc.property(anything, anything, (schema, answer) => {
        assert.ok(
          compareShape(
            new SchemaGraph({ components: { schemas: schema } }).schemaOf(schema),
            JSON.stringify(answer),
          ),
        );
      }),
      { numRuns: IS_LONG ? 50_000 : 300 },
    );
  });
});

describe("drift in words", () => {
  it("says each finding in a sentence, and all of them in one", () => {
    const findings: DriftFinding[] = [
      { kind: "new", path: "items[].fresh", seen: "string", count: 3 },
      { kind: "missing", path: "total", count: 1 },
      { kind: "type", path: "", expected: "object", seen: "array", count: 1 },
    ];
    assert.deepEqual(
      findings.map((finding) => driftSentence(finding, WORDS)),
      [
        "`items[].fresh` (string) is not in the definition. Seen 3 times.",
        "The definition requires `total`, but it was missing.",
        "The answer is array; the definition says object.",
      ],
    );
    assert.equal(
      driftSummary({ findings }, WORDS),
      "1 new field, 1 missing field, 1 with another type",
    );
    assert.equal(
      driftSummary({ findings: [...findings, ...findings] }, WORDS),
      "2 new fields, 2 missing fields, 2 with another type",
    );
    assert.equal(driftSummary({ findings: [] }, WORDS), "as the definition says");
  });
});

/** The schema that an answer has by its looks. */
function schemaOf(value: unknown): JsonRecord {
  if (Array.isArray(value)) {
    return list(schemaOf(value[0]));
  }
  if (typeof value === "object" && value !== null) {
    const properties = Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)]);
    return object(Object.fromEntries(properties) as JsonRecord, { required: Object.keys(value) });
  }
  return { type: Number.isInteger(value) ? "integer" : typeof value };
}
