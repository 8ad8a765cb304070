import assert from "node:assert/strict";
import { compareDefinitions } from "../../../../../src/features/definitions/common/changes/compareDefinitions";
import type { JsonRecord } from "../../../../../src/platform/service/definition/reading";
import { aDocument, json, line, number, object, ref, text } from "../support/definitions";

interface Case {
  readonly before: unknown;
  readonly after: unknown;
  /** `components.schemas` of both, or of each. */
  readonly schemas?: JsonRecord | readonly [JsonRecord, JsonRecord];
  readonly request: readonly string[];
  readonly response: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  "a field is added": {
    before: object({ a: text }),
    after: object({ a: text, b: { type: "string", format: "date" } }),
    request: ["fieldAdded b →string (date)"],
    response: ["fieldAdded b →string (date)"],
  },
  "a required field is added": {
    before: object({ a: text }),
    after: object({ a: text, b: number }, { required: ["b"] }),
    request: ["!fieldAdded b →number"],
    response: ["fieldAdded b →number"],
  },
  "a field is gone": {
    before: object({ a: text, b: text }),
    after: object({ a: text }),
    request: ["!fieldRemoved b string→"],
    response: ["!fieldRemoved b string→"],
  },
  "a field becomes required": {
    before: object({ a: text }),
    after: object({ a: text }, { required: ["a"] }),
    request: ["!requiredAdded a"],
    response: ["requiredAdded a"],
  },
  "a field becomes optional": {
    before: object({ a: text }, { required: ["a"] }),
    after: object({ a: text }),
    request: ["requiredRemoved a"],
    response: ["!requiredRemoved a"],
  },
  "another type": {
    before: object({ a: number }),
    after: object({ a: text }),
    request: ["!typeChanged a number→string"],
    response: ["!typeChanged a number→string"],
  },
  "another type and format in one": {
    before: object({ a: { type: "string", format: "date" } }),
    after: object({ a: { type: "integer", format: "int64" } }),
    request: ["!typeChanged a string (date)→integer (int64)"],
    response: ["!typeChanged a string (date)→integer (int64)"],
  },
  "a wider type": {
    before: object({ a: { type: "integer" } }),
    after: object({ a: number }),
    request: ["typeChanged a integer→number"],
    response: ["!typeChanged a integer→number"],
  },
  "null comes in": {
    before: object({ a: text }),
    after: object({ a: { type: ["string", "null"] } }),
    request: ["typeChanged a string→string or null"],
    response: ["!typeChanged a string→string or null"],
  },
  "null in another spelling": {
    before: object({ a: { oneOf: [ref("Pet"), { type: "null" }] } }),
    after: object({ a: { anyOf: [{ type: "null" }, ref("Pet")] } }),
    schemas: { Pet: object({ name: text }) },
    request: [],
    response: [],
  },
  "null comes in beside a reference": {
    before: object({ a: ref("Pet") }),
    after: object({ a: { oneOf: [ref("Pet"), { type: "null" }] } }),
    schemas: { Pet: object({ name: text }) },
    request: ["typeChanged a object→object or null"],
    response: ["!typeChanged a object→object or null"],
  },
  "a type is no longer left open": {
    before: object({ a: {} }),
    after: object({ a: text }),
    request: ["!typeChanged a any→string"],
    response: ["typeChanged a any→string"],
  },
  "a format comes in": {
    before: object({ a: text }),
    after: object({ a: { type: "string", format: "uuid" } }),
    request: ["!formatChanged a →uuid"],
    response: ["formatChanged a →uuid"],
  },
  "a format goes": {
    before: object({ a: { type: "string", format: "date" } }),
    after: object({ a: text }),
    request: ["formatChanged a date→"],
    response: ["!formatChanged a date→"],
  },
  "a wider format": {
    before: object({ a: { type: "integer", format: "int32" } }),
    after: object({ a: { type: "integer", format: "int64" } }),
    request: ["formatChanged a int32→int64"],
    response: ["!formatChanged a int32→int64"],
  },
  "a value more": {
    before: object({ a: { enum: ["x", "y"] } }),
    after: object({ a: { enum: ["x", "y", "z"] } }),
    request: ["valuesAdded a →z"],
    response: ["!valuesAdded a →z"],
  },
  "a value less": {
    before: object({ a: { type: "string", enum: ["x", "y", 'a "q"'] } }),
    after: object({ a: { type: "string", enum: ["y"] } }),
    request: ['!valuesRemoved a x, a "q"→'],
    response: ['valuesRemoved a x, a "q"→'],
  },
  "values are listed now": {
    before: object({ a: text }),
    after: object({ a: { type: "string", enum: ["x", "y"] } }),
    request: ["!valuesRemoved a →x, y"],
    response: ["valuesRemoved a →x, y"],
  },
  "values are listed no more": {
    before: object({ a: { type: "string", enum: ["x", "y"] } }),
    after: object({ a: text }),
    request: ["valuesAdded a x, y→"],
    response: ["!valuesAdded a x, y→"],
  },
  "a constant of another spelling": {
    before: object({ a: { const: "x" } }),
    after: object({ a: { type: "string", enum: ["x"] } }),
    request: [],
    response: [],
  },
  "a limit is tightened": {
    before: object({ a: { type: "string", maxLength: 70, minLength: 0 } }),
    after: object({ a: { type: "string", maxLength: 35 } }),
    request: ["!limitChanged a maxLength 70→maxLength 35"],
    response: ["limitChanged a maxLength 70→maxLength 35"],
  },
  "a limit is loosened": {
    before: object({ a: { type: "number", minimum: 1 } }),
    after: object({ a: { type: "number", minimum: 0 } }),
    request: ["limitChanged a minimum 1→minimum 0"],
    response: ["limitChanged a minimum 1→minimum 0"],
  },
  "a limit comes in": {
    before: object({ a: text }),
    after: object({ a: { type: "string", pattern: "^x" } }),
    request: ["!limitChanged a →pattern ^x"],
    response: ["limitChanged a →pattern ^x"],
  },
  "other fields are refused": {
    before: object({ a: text }),
    after: object({ a: text }, { additionalProperties: false }),
    request: ["!limitChanged →additionalProperties false"],
    response: ["limitChanged →additionalProperties false"],
  },
  "items of a list, and of lists in it": {
    before: object({ rows: { type: "array", items: { type: "array", items: number } } }),
    after: object({ rows: { type: "array", items: { type: "array", items: text } } }),
    request: ["!typeChanged rows[][] number→string"],
    response: ["!typeChanged rows[][] number→string"],
  },
  "fields of an outermost list": {
    before: { type: "array", items: object({ a: text, "odd name": text }) },
    after: { type: "array", items: object({ a: number }) },
    request: ["!typeChanged [].a string→number", '!fieldRemoved []["odd name"] string→'],
    response: ["!typeChanged [].a string→number", '!fieldRemoved []["odd name"] string→'],
  },
  "values of a map": {
    before: object({ prices: { type: "object", additionalProperties: number } }),
    after: object({ prices: { type: "object", additionalProperties: text } }),
    request: ["!typeChanged prices.* number→string"],
    response: ["!typeChanged prices.* number→string"],
  },
  "only the service writes it now": {
    before: object({ a: text, b: text }),
    after: object({ a: text, b: { type: "string", readOnly: true } }),
    request: ["!fieldRemoved b string→"],
    response: [],
  },
  "only clients write it now": {
    before: object({ a: text, b: text }),
    after: object({ a: text, b: { type: "string", writeOnly: true } }),
    request: [],
    response: ["!fieldRemoved b string→"],
  },
  "a reference to what stood there": {
    before: object({ a: object({ b: text }) }),
    after: object({ a: { ...ref("A"), description: "Moved out" } }),
    schemas: { A: object({ b: text }) },
    request: [],
    response: [],
  },
  "a composition of what stood there": {
    before: object({ a: text, b: number }, { required: ["b"] }),
    after: { allOf: [ref("A"), object({ b: number }, { required: ["b"] })] },
    schemas: { A: object({ a: text }) },
    request: [],
    response: [],
  },
  "a change behind a composition of references": {
    before: { allOf: [ref("A"), { description: "with more" }] },
    after: { allOf: [ref("A"), object({ c: text })] },
    schemas: [
      { A: { allOf: [ref("B")] }, B: object({ b: text }) },
      { A: { allOf: [ref("B")] }, B: object({ b: number }) },
    ],
    request: ["fieldAdded c →string", "!typeChanged b string→number"],
    response: ["fieldAdded c →string", "!typeChanged b string→number"],
  },
  "plain types to choose from": {
    before: object({ a: { oneOf: [text, number] } }),
    after: object({ a: { type: ["number", "string"] } }),
    request: [],
    response: [],
  },
  "a way less": {
    before: { oneOf: [ref("Cat"), ref("Dog"), ref("Eel")] },
    after: { oneOf: [ref("Dog"), ref("Eel")] },
    schemas: {
      Cat: object({ purrs: text }),
      Dog: object({ barks: text }),
      Eel: object({ swims: text }),
    },
    request: ["!typeChanged Cat or Dog or Eel→Dog or Eel"],
    response: ["typeChanged Cat or Dog or Eel→Dog or Eel"],
  },
  "a way of several is another": {
    before: { oneOf: [ref("Dog"), ref("Cat")] },
    after: { anyOf: [ref("Cat"), ref("Dog")] },
    schemas: [
      { Cat: object({ purrs: text }), Dog: object({ barks: text }) },
      { Cat: object({ purrs: text }), Dog: object({ barks: number }) },
    ],
    request: ["!typeChanged barks string→number"],
    response: ["!typeChanged barks string→number"],
  },
  "one way becomes two": {
    before: object({ pet: ref("Cat") }),
    after: object({ pet: { oneOf: [ref("Cat"), ref("Dog")] } }),
    schemas: { Cat: object({ purrs: text }), Dog: object({ barks: text }) },
    request: ["typeChanged pet Cat→Cat or Dog"],
    response: ["!typeChanged pet Cat→Cat or Dog"],
  },
  "ways without names, told apart by a value": {
    before: { oneOf: [way("a", { x: text }), way("b", { x: text })] },
    after: { oneOf: [way("b", { x: number }), way("a", { x: text })] },
    request: ["!typeChanged x string→number"],
    response: ["!typeChanged x string→number"],
  },
  "a tree": {
    before: ref("Node"),
    after: ref("Node"),
    schemas: [
      { Node: object({ children: { type: "array", items: ref("Node") }, value: number }) },
      { Node: object({ children: { type: "array", items: ref("Node") }, value: text }) },
    ],
    request: ["!typeChanged value number→string"],
    response: ["!typeChanged value number→string"],
  },
  "a cycle through two, met from the other side": {
    before: object({ owner: ref("Owner") }),
    after: object({ owner: ref("Owner") }),
    schemas: [
      {
        Owner: object({ pets: { type: "array", items: ref("Pet") } }),
        Pet: object({ owner: ref("Owner"), age: number }),
      },
      {
        Owner: object({ pets: { type: "array", items: ref("Pet") } }),
        Pet: object({ owner: ref("Owner"), age: text }),
      },
    ],
    request: ["!typeChanged owner.pets[].age number→string"],
    response: ["!typeChanged owner.pets[].age number→string"],
  },
  "the same change at every place": {
    before: object({ value: ref("Money"), cost: ref("Money") }),
    after: object({ value: ref("Money"), cost: ref("Money") }),
    schemas: [{ Money: object({ amount: number }) }, { Money: object({ amount: text }) }],
    request: ["!typeChanged value.amount number→string", "!typeChanged cost.amount number→string"],
    response: ["!typeChanged value.amount number→string", "!typeChanged cost.amount number→string"],
  },
  "what leads out of the document or to nothing": {
    before: object({ a: { $ref: "other.json#/A" }, b: ref("Gone") }),
    after: object({ a: { $ref: "elsewhere.json#/A" }, b: ref("Lost") }),
    request: [],
    response: [],
  },
  "words alone": {
    before: object({ a: { type: "string", description: "old", example: 1 } }),
    after: object({ a: { type: "string", description: "new", title: "A", "x-more": [] } }),
    request: [],
    response: [],
  },
};

function way(kind: string, properties: JsonRecord): JsonRecord {
  return object({ kind: { const: kind }, ...properties });
}

describe("changes of schemas between two versions", () => {
  for (const [title, { before, after, schemas = {}, request, response }] of Object.entries(CASES)) {
    const [earlier, later] = Array.isArray(schemas)
      ? (schemas as readonly [JsonRecord, JsonRecord])
      : [schemas, schemas];
    it(`${title}: in a request`, () => {
      const found = compareDefinitions(
        bodyOf(before, earlier as JsonRecord),
        bodyOf(after, later as JsonRecord),
        "",
      );
      assert.deepEqual(found.map(line).sort(), [...request].sort());
      assert.ok(found.every(({ place }) => place?.part === "request"));
    });
    it(`${title}: in an answer`, () => {
      const found = compareDefinitions(
        answerOf(before, earlier as JsonRecord),
        answerOf(after, later as JsonRecord),
        "",
      );
      assert.deepEqual(found.map(line).sort(), [...response].sort());
      assert.ok(found.every(({ place }) => place?.status === "200"));
    });
  }
});

function bodyOf(schema: unknown, schemas: JsonRecord): string {
  const components = { schemas };
  return aDocument({ requestBody: { content: json(schema) } }, { method: "put", components });
}

function answerOf(schema: unknown, schemas: JsonRecord): string {
  const components = { schemas };
  return aDocument({ responses: { 200: { content: json(schema) } } }, { components });
}
