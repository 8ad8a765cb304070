import assert from "node:assert/strict";
import * as fc from "fast-check";
import { DOMAINS } from "../../../../src/platform/base/connection";
import { activeDefinition } from "../../../../src/features/definitions/common/activeDefinition";
import { coverageOf } from "../../../../src/features/lists/common/coverage";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { exampleOf } from "../../../../src/features/definitions/common/example";
import { checkParameter } from "../../../../src/platform/service/definition/parameter";
import { checkValue } from "../../../../src/platform/service/definition/schema";
import { checkSchema } from "../../../../src/features/pensions/common/checks/gate";
import { payloadSchema } from "../../../../src/features/pensions/common/checks/payloadSchema";
import { payloadPlace } from "../../../../src/features/pensions/common/checks/schemaPlaces";
import { payloadTemplate } from "../../../../src/features/pensions/common/template";
import { runs } from "../../../fakes/runs";
import { BASE, foreign, type Json, localReferences, OUR_IDS } from "./support/foreign";

const NAMES = ["A", "B", "C", "__proto__", "constructor", "a/b~c", "x y"];
const name = fc.constantFrom(...NAMES);
const reference = (place: string): fc.Arbitrary<Json> =>
  fc.oneof(
    name.map((one) => ({
      $ref: `#/components/${place}/${encodeURIComponent(one.replaceAll("~", "~0").replaceAll("/", "~1"))}`,
    })),
    fc.constantFrom({ $ref: "#" }, { $ref: "other.yaml#/a" }, { $ref: "#/paths/~1clients/get" }),
  );
const type = fc.constantFrom("object", "array", "string", "integer", "null", "file", 3, [
  "string",
  "null",
]);

/** Schemas as bad as documents have them: cycles, references that lead nowhere, odd keywords. */
const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(true, false, {}, null, 7),
    reference("schemas"),
    fc.record(
      {
        type,
        properties: fc.dictionary(name, tie("schema"), { maxKeys: 3 }),
        items: tie("schema"),
        required: fc.oneof(fc.array(name, { maxLength: 3 }), fc.constant("A")),
        allOf: fc.array(tie("schema"), { maxLength: 3 }),
        anyOf: fc.array(tie("schema"), { maxLength: 3 }),
        oneOf: fc.array(tie("schema"), { maxLength: 3 }),
        enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
        pattern: fc.constantFrom("^(a+)+$", "(", "\\p{Zz}", "[\\w-.]", ".*"),
        format: fc.constantFrom("uuid", "date", "money", 5),
        readOnly: fc.boolean(),
        default: fc.jsonValue({ maxDepth: 1 }),
        examples: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 2 }),
        minimum: fc.oneof(fc.integer(), fc.constant("1")),
        $ref: reference("schemas").map(({ $ref }) => $ref),
      },
      { requiredKeys: [] },
    ),
  ),
}));

const parameter = fc.oneof(
  reference("parameters"),
  fc.record(
    {
      name: fc.constantFrom("id", "clientId", "pageSize", "q", 4),
      in: fc.constantFrom("path", "query", "header", "cookie", "body"),
      required: fc.boolean(),
      schema,
      content: fc.constant({ "application/json": { schema: {} } }),
    },
    { requiredKeys: ["name", "in"] },
  ),
);
const content = fc.dictionary(
  fc.constantFrom("application/json", "text/csv", "application/problem+json", "*/*"),
  fc.record({ schema }),
  { maxKeys: 2 },
);
const operation = fc.record(
  {
    operationId: fc.constantFrom("putPension", "x", 1),
    summary: fc.oneof(fc.string(), fc.integer()),
    deprecated: fc.boolean(),
    parameters: fc.oneof(fc.array(parameter, { maxLength: 4 }), fc.constant("none")),
    requestBody: fc.oneof(
      reference("requestBodies"),
      fc.record({ required: fc.boolean(), content }),
    ),
    responses: fc.dictionary(fc.constantFrom("200", "default", "4XX"), fc.record({ content })),
    servers: fc.constant([{ url: "https://x.example/crm/v1" }]),
  },
  { requiredKeys: [] },
);
const path = fc.constantFrom(
  ...["/clients", "/clients/{id}/pensions/{p}", "/clients/{a}/holdings/", "/crm/v1/clients/{x}"],
  ...["/{a}{b}", "/a b", "/__proto__", "no-slash", "/x?y=1", "/%7Bid%7D", "/{", ""],
);
const item = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(null, [], "text", { $ref: "#/components/pathItems/A" }) },
  {
    weight: 6,
    arbitrary: fc.dictionary(
      fc.constantFrom("get", "put", "post", "trace", "parameters"),
      operation,
      {
        maxKeys: 3,
      },
    ),
  },
);
const document = fc
  .record({
    paths: fc.dictionary(path, item, { maxKeys: 5 }),
    components: fc.record({
      schemas: fc.dictionary(name, schema, { maxKeys: 5 }),
      parameters: fc.dictionary(name, parameter, { maxKeys: 3 }),
      requestBodies: fc.dictionary(name, fc.record({ content }), { maxKeys: 3 }),
    }),
  })
  .map(({ paths, components }) => foreign(paths, { components }));

const domains = fc.subarray([...DOMAINS], { minLength: 1 });

describe("random documents", () => {
  it("merge: ours stay by their ids, and what led somewhere still does", () => {
    fc.assert(
      fc.property(document, domains, (one, chosen) => {
        const text = JSON.stringify(one);
        const active = chosen.map((domain) => ({ domain, document: text }));
        const merge = activeDefinition(BASE, active);
        const definition = readDefinition(merge);
        for (const id of OUR_IDS) {
          const { path: template, parameters } = definition.operation(id);
          const given = parameters.filter((each) => each.in === "path").map((each) => each.name);
          const asked = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, found]) => found);
          assert.deepEqual(given, asked, id);
        }
        const ids = definition.operations.map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length);
        const lost = (of: Json): number =>
          localReferences(of).filter(([, target]) => target === undefined).length;
        if (lost(JSON.parse(text) as Json) === 0) {
          assert.equal(lost(JSON.parse(merge) as Json), 0);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("break nothing that reads them: templates, checks, schemas, parameters, coverage", async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.jsonValue(), async (one, value) => {
        const merge = activeDefinition(BASE, [
          { domain: "finances", document: JSON.stringify(one) },
        ]);
        for (const { body, parameters } of readDefinition(merge).operations) {
          if (body !== undefined) {
            JSON.stringify(exampleOf(body.schema));
            checkValue(body.schema, value);
          }
          parameters.forEach((each) => checkParameter(each, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"));
        }
        payloadTemplate(merge);
        assert.equal(typeof JSON.parse(payloadSchema(merge)), "object");
        payloadPlace(merge)?.member("A")?.member("A")?.item(0);
        await checkSchema(JSON.stringify(value), merge);
        assert.ok(coverageOf(merge).length >= OUR_IDS.length);
      }),
      { numRuns: runs(300) },
    );
  });
});
