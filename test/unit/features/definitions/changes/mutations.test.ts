import assert from "node:assert/strict";
import fc from "fast-check";
import type {
  ChangeKind,
  DefinitionChange,
} from "../../../../../src/features/definitions/common/changes/changes";
import { compareDefinitions } from "../../../../../src/features/definitions/common/changes/compareDefinitions";
import { aDocument, json } from "../support/definitions";
import { IS_LONG } from "../../../../fakes/runs";

interface Field {
  type: string;
  format?: string;
  enum?: string[];
  maxLength?: number;
}

interface Plan {
  /** How deep the changed object is, and through what: a member, a list, a reference, allOf. */
  readonly way: readonly ("member" | "items" | "reference" | "allOf" | "nullable")[];
  readonly fields: Readonly<Record<string, Field>>;
  readonly required: readonly string[];
  readonly part: "request" | "response";
}

interface Mutation {
  readonly kind: ChangeKind;
  /** Whether it breaks, in a request and in an answer. */
  readonly breaking: Readonly<Record<Plan["part"], boolean>>;
  /** Changes the object in place; false where there is nothing to change. */
  readonly apply: (fields: Record<string, Field>, required: string[]) => boolean;
}

const MUTATIONS: readonly Mutation[] = [
  {
    kind: "fieldAdded",
    breaking: { request: false, response: false },
    apply: (fields) => Boolean((fields["fresh"] = { type: "string" })),
  },
  {
    kind: "fieldAdded",
    breaking: { request: true, response: false },
    apply: (fields, required) =>
      required.push("fresh") > 0 && Boolean((fields["fresh"] = { type: "string" })),
  },
  {
    kind: "fieldRemoved",
    breaking: { request: true, response: true },
    apply: (fields) => delete fields["target"],
  },
  {
    kind: "requiredAdded",
    breaking: { request: true, response: false },
    apply: (_fields, required) => !required.includes("target") && required.push("target") > 0,
  },
  {
    kind: "requiredRemoved",
    breaking: { request: false, response: true },
    apply: (_fields, required) =>
      required.includes("target") && required.splice(required.indexOf("target"), 1).length > 0,
  },
  {
    kind: "typeChanged",
    breaking: { request: true, response: true },
    apply: ({ target }) => Boolean((target!.type = "boolean")),
  },
  {
    kind: "formatChanged",
    breaking: { request: true, response: true },
    apply: ({ target }) => target!.format !== undefined && Boolean((target!.format = "email")),
  },
  {
    kind: "valuesAdded",
    breaking: { request: false, response: true },
    apply: ({ target }) => target!.enum !== undefined && target!.enum.push("fresh") > 0,
  },
  {
    kind: "valuesRemoved",
    breaking: { request: true, response: false },
    apply: ({ target }) => target!.enum !== undefined && target!.enum.splice(0, 1).length > 0,
  },
  {
    kind: "limitChanged",
    breaking: { request: true, response: false },
    apply: ({ target }) => Boolean((target!.maxLength = (target!.maxLength ?? 100) - 1)),
  },
];

const MIRROR: Partial<Readonly<Record<ChangeKind, ChangeKind>>> = {
  fieldAdded: "fieldRemoved",
  fieldRemoved: "fieldAdded",
  requiredAdded: "requiredRemoved",
  requiredRemoved: "requiredAdded",
  valuesAdded: "valuesRemoved",
  valuesRemoved: "valuesAdded",
};

const fieldArbitrary: fc.Arbitrary<Field> = fc.record(
  {
    type: fc.constantFrom("string", "integer", "number"),
    format: fc.constantFrom("date", "uuid"),
    enum: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 2 }),
    maxLength: fc.integer({ min: 1, max: 99 }),
  },
  { requiredKeys: ["type"] },
);

const planArbitrary: fc.Arbitrary<Plan> = fc
  .record({
    way: fc.array(fc.constantFrom("member", "items", "reference", "allOf", "nullable"), {
      maxLength: 6,
    }),
    others: fc.dictionary(fc.constantFrom("one", "two", "odd name", "__proto"), fieldArbitrary),
    target: fieldArbitrary,
    required: fc.subarray(["target", "one"]),
    part: fc.constantFrom("request", "response"),
  })
  .map(({ others, target, ...plan }) => ({ ...plan, fields: { ...others, target } }));

describe("changes of a definition that is changed at random", () => {
  it("are found with their kind, their place and whether they break; and turned, as their mirror", () => {
    fc.assert(
      fc.property(planArbitrary, fc.constantFrom(...MUTATIONS), (plan, mutation) => {
        const fields = structuredClone(plan.fields) as Record<string, Field>;
        const required = [...plan.required];
        fc.pre(mutation.apply(fields, required));
        const before = documentOf(plan);
        const after = documentOf({ ...plan, fields, required });
        const [change, ...more] = compareDefinitions(before, after, "");
        assert.deepEqual(more, []);
        assert.equal(change?.kind, mutation.kind);
        assert.equal(change.breaking, mutation.breaking[plan.part]);
        assert.equal(change.place?.path, pathOf(plan, change));
        const mirrored = compareDefinitions(after, before, "");
        assert.deepEqual(
          mirrored.map(({ kind, place }) => ({ kind, place })),
          [{ kind: MIRROR[change.kind] ?? change.kind, place: change.place }],
        );
      }),
      { numRuns: IS_LONG ? 20_000 : 200 },
    );
  });
});

describe("definitions that are nothing but odd", () => {
  it("are compared without an error, and are the same as themselves", () => {
    const keys = ["type", "properties", "items", "oneOf", "allOf", "$ref", "required", "enum", "a"];
    const odd = fc.object({
      key: fc.constantFrom(...keys, "additionalProperties", "content", "schema", "in", "name"),
      values: [fc.constantFrom("object", "array", "#/components/schemas/a", "#", "path", null, 1)],
      maxDepth: 5,
    });
    const text = (schema: unknown, parts: unknown): string =>
      aDocument(
        {
          parameters: [schema, parts],
          requestBody: { content: json(schema) },
          responses: { 200: { content: json(parts) }, 400: schema, 404: parts },
        },
        { components: { schemas: parts as object } },
      );
    fc.assert(
      fc.property(odd, odd, odd, (one, other, parts) => {
        const [before, after] = [text(one, parts), text(other, parts)];
        compareDefinitions(before, after, "");
        assert.deepEqual(compareDefinitions(before, `${before} `, ""), []);
      }),
      { numRuns: IS_LONG ? 50_000 : 200 },
    );
  });

  it("end soon where choices are among the ways of one another", () => {
    const names = Array.from({ length: 20 }, (_, index) => `W${index}`);
    const schemas = (more: object): object =>
      Object.fromEntries(names.map((name) => [name, { oneOf: [...names.map(ref), more] }]));
    const text = (more: object): string =>
      aDocument(
        { responses: { 200: { content: json(ref("W0")) } } },
        { components: { schemas: schemas(more) } },
      );
    const before = text({ type: "object", properties: { a: { type: "string" } } });
    const after = text({ type: "object", properties: { a: { type: "number" } } });
    const found = compareDefinitions(before, after, "");
    assert.deepEqual(
      new Set(found.map(({ kind, place }) => `${kind} ${place?.path ?? ""}`)),
      new Set(["typeChanged a"]),
    );
  });
});

function pathOf({ way }: Plan, { kind }: DefinitionChange): string {
  const steps = way.map((step) => (step === "member" ? ".inner" : step === "items" ? "[]" : ""));
  const name = kind === "fieldAdded" ? ".fresh" : ".target";
  return [...steps, name].join("").replace(/^\./, "");
}

function documentOf({ way, fields, required, part }: Plan): string {
  const schemas: Record<string, unknown> = {};
  let schema: unknown = { type: "object", properties: fields, required };
  for (const [index, step] of [...way.entries()].reverse()) {
    const inner = schema;
    switch (step) {
      case "member":
        schema = { type: "object", properties: { inner, self: ref(`S${index}`) } };
        schemas[`S${index}`] = { type: "object", properties: { deep: ref(`S${index}`) } };
        break;
      case "items":
        schema = { type: "array", items: inner };
        break;
      case "reference":
        schemas[`R${index}`] = inner;
        schema = ref(`R${index}`);
        break;
      case "allOf":
        schema = { allOf: [inner, { description: "more" }] };
        break;
      case "nullable":
        schema = { oneOf: [{ type: "null" }, inner] };
        break;
    }
  }
  const components = { schemas };
  return part === "request"
    ? aDocument({ requestBody: { content: json(schema) } }, { method: "put", components })
    : aDocument({ responses: { 200: { content: json(schema) } } }, { components });
}

function ref(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
