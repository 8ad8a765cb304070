import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DOMAINS, type Domain } from "../../../../../src/platform/base/connection";
import { activeDefinition } from "../../../../../src/features/definitions/common/activeDefinition";
import { readDefinition } from "../../../../../src/platform/service/definition/definition";
import type { ReadDocument } from "../../../../../src/features/definitions/common/imports/document";
import { readDocument } from "../../../../../src/features/definitions/common/imports/readDocument";
import { payloadSchema } from "../../../../../src/features/pensions/common/checks/payloadSchema";
import { at, type Json, operationNames } from "./support/documents";
import { toSwagger } from "./support/swagger";

const TEXT = readFileSync("media/service/financial-planning-open-api.json", "utf8");
const OURS = JSON.parse(TEXT) as Json;

/** What the editor completes and checks by, wherever the schemas stand. */
const COMPLETION = [
  ...["type", "format", "enum", "pattern", "minimum", "maximum", "required", "default"],
  ...["description", "markdownDescription", "examples", "defaultSnippets", "title"],
  ...["readOnly", "doNotSuggest"],
];

describe("our own definition, made 2.0 and read back", () => {
  let imported: readonly { readonly domain: Domain; readonly read: ReadDocument }[];
  let merged: string;

  beforeEach(() => {
    imported = DOMAINS.map((domain) => ({
      domain,
      read: readDocument(JSON.stringify(toSwagger(OURS, domain))),
    }));
    merged = activeDefinition(
      TEXT,
      imported.map(({ domain, read }) => ({ domain, document: JSON.stringify(read.document) })),
    );
  });

  it("is read without a word about it", () => {
    for (const { domain, read } of imported) {
      assert.deepEqual([read.openapi, read.version, read.notes], ["2.0", "2016-1", []], domain);
      const prefix = at(OURS, "x-domains", domain)["prefix"];
      assert.deepEqual(read.document["servers"], [{ url: prefix }]);
    }
    const all = imported.reduce((sum, { read }) => sum + read.operations, 0);
    assert.equal(all, operationNames(OURS).length);
  });

  it("drives the same completion of payloads", () => {
    const [before, after] = [TEXT, merged].map((text) => {
      const schema = JSON.parse(payloadSchema(text)) as Json;
      return completionOf(schema, schema);
    });
    assert.deepEqual(after, before);
    const properties = at(after, "properties");
    assert.ok(Object.keys(properties).length > 12);
    assert.deepEqual(at(properties, "pensionType")["enum"], [
      ...["workplace", "personal", "selfInvested", "stakeholder", "definedBenefit"],
    ]);
    assert.equal(at(properties, "startedOn")["format"], "date");
    assert.ok("payer" in at(properties, "contributions", "items", "properties"));
  });

  it("has the same operations with the same parameters", () => {
    const [before, after] = [TEXT, merged].map((text) =>
      readDefinition(text)
        .operations.map(({ id, method, domain, path, parameters, body }) => ({
          ...{ id, method, domain, path, contentType: body?.contentType },
          parameters: parameters.map(({ name, in: place, required, style, explode, schema }) => ({
            ...{ name, place, required, style, explode },
            schema: completionOf(schema as Json, {}),
          })),
        }))
        .sort((one, other) => one.id.localeCompare(other.id)),
    );
    assert.equal(after?.length, operationNames(OURS).length);
    assert.deepEqual(withoutExamples(after), withoutExamples(before));
  });

  it("stands in the place of ours", () => {
    const paths = Object.values(at(merged === TEXT ? {} : JSON.parse(merged), "paths"));
    const operations = paths.flatMap((item) => Object.values(item as Json)) as Json[];
    assert.equal(operations.length, operationNames(OURS).length);
    assert.ok(operations.every((operation) => operation["x-imported"] === true));
  });
});

/** The tree of a schema: what completion takes of it, references followed. */
function completionOf(schema: unknown, root: Json): unknown {
  if (typeof schema !== "object" || schema === null) {
    return schema;
  }
  const node = schema as Json;
  const reference = node["$ref"];
  const target = typeof reference === "string" ? at(root, ...reference.slice(2).split("/")) : {};
  const all: Json = { ...target, ...node };
  const kept = COMPLETION.filter((keyword) => keyword in all).map((keyword) => [
    keyword,
    all[keyword],
  ]);
  const properties = Object.entries((all["properties"] ?? {}) as Json).map(([name, member]) => [
    name,
    completionOf(member, root),
  ]);
  return {
    ...(Object.fromEntries(kept) as Json),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) as Json }),
    ...("items" in all ? { items: completionOf(all["items"], root) } : {}),
  };
}

/** Parameters of 2.0 have none. */
function withoutExamples(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, one: unknown) =>
    name === "examples" ? undefined : one,
  );
}
