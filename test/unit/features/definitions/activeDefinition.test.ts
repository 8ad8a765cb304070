import assert from "node:assert/strict";
import { isAppError } from "../../../../src/platform/base/errors";
import { activeDefinition } from "../../../../src/features/definitions/common/activeDefinition";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { readDocument } from "../../../../src/features/definitions/common/imports/readDocument";
import { TRIED_DOCUMENTS, textOf } from "./imports/support/documents";
import {
  BASE,
  foreign,
  type Json,
  localReferences,
  merged,
  mergedText,
  OUR_IDS,
} from "./support/foreign";

const ok = { responses: { "200": { description: "OK" } } };
const text = (name: string, place: string, more: Json = {}): Json => ({
  ...{ name, in: place, required: place === "path", schema: { type: "string" } },
  ...more,
});
const names = (document: Json, id: string): readonly string[] =>
  merged(document)
    .operation(id)
    .parameters.map(({ in: place, name }) => `${place} ${name}`);

describe("the active definition", () => {
  it("is ours, character for character, where nothing was imported", () => {
    assert.equal(activeDefinition(BASE, []), BASE);
  });

  it("takes the provider's word for our endpoints, under our ids and path parameters", () => {
    const document = foreign(
      {
        "/finances/v1/clients/{id}/pensions/{number}": {
          parameters: [text("id", "path", { schema: { type: "string", minLength: 1 } })],
          put: {
            ...{ operationId: "upsert", summary: "Store it", ...ok },
            parameters: [
              text("number", "path", { description: "Of the provider" }),
              text("dryRun", "query", { schema: { type: "boolean" } }),
              text("X-Dt-TraceId", "header"),
            ],
            requestBody: {
              required: true,
              content: { "application/json": { schema: { $ref: "#/components/schemas/P" } } },
            },
          },
        },
      },
      {
        components: { schemas: { P: { type: "object", required: ["a"], properties: { a: {} } } } },
      },
    );
    const put = merged(document).operation("putPension");
    assert.equal(put.path, "/clients/{clientId}/pensions/{pensionId}");
    assert.deepEqual([put.summary, put.imported, put.illustrative], ["Store it", true, false]);
    assert.deepEqual(put.body?.schema.required, ["a"]);
    assert.deepEqual(put.scopes, ["finances.write"]);
    assert.deepEqual(
      put.parameters.map(({ in: place, name, required }) => [place, name, required]),
      [
        ["path", "clientId", true],
        ["path", "pensionId", true],
        ["query", "dryRun", false],
        ["header", "X-Dt-TraceId", false],
        ["header", "If-Match", false],
        ["header", "If-None-Match", false],
      ],
    );
    assert.equal(put.parameters[1]?.description, "Of the provider");
  });

  it("keeps what the specification lets a list be asked, and our endpoints that it lacks", () => {
    const document = foreign({ "/clients/{c}/holdings": { get: ok }, "/funds": { get: ok } });
    const definition = merged(document);
    for (const name of ["query pageSize", "query pageNumber", "path clientId"]) {
      assert.ok(names(document, "listHoldings").includes(name), name);
    }
    assert.deepEqual(
      definition.operations.map(({ id }) => id),
      [...OUR_IDS, "finances:GET /funds"],
    );
    const [put] = definition.operations.filter(({ id }) => id === "putPension");
    assert.deepEqual(
      [put?.imported, definition.operation("getPension").illustrative],
      [false, true],
    );
    const funds = definition.operation("finances:GET /funds");
    assert.deepEqual(
      [funds.domain, funds.path, funds.documentedPath, funds.imported, funds.illustrative],
      ["finances", "/funds", "/finances/v1/funds", true, false],
    );
  });

  it("makes one path of those of one shape, slashes at the end and escaped braces apart", () => {
    const definition = merged(
      foreign({
        "/funds/{isin}": { get: { ...ok, summary: "First" } },
        "/funds/%7Bid%7D": { get: { ...ok, summary: "Second" }, delete: ok },
        "/clients/{client}/holdings/": { get: { ...ok, summary: "Of a client" } },
        "/clients/{client}/pensions/{p}": { post: ok },
      }),
    );
    assert.deepEqual(
      definition.operations
        .filter(({ imported }) => imported)
        .map(({ id, summary }) => [id, summary])
        .sort(),
      [
        ["finances:DELETE /funds/{isin}", ""],
        ["finances:GET /funds/{isin}", "First"],
        ["finances:POST /clients/{clientId}/pensions/{pensionId}", ""],
        ["listHoldings", "Of a client"],
      ],
    );
    const { parameters, path } = definition.operation("finances:DELETE /funds/{isin}");
    assert.deepEqual([path, parameters.map(({ name }) => name)], ["/funds/{isin}", ["isin"]]);
    assert.equal(definition.operation("listHoldings").path, "/clients/{clientId}/holdings");
  });

  it("follows references of path items, parameters, bodies and answers", () => {
    const body = { content: { "application/json": { schema: { type: "object" } } } };
    const document = foreign(
      {
        "/funds/{f}": { $ref: "#/components/pathItems/Fund" },
        "/other/{f}": { $ref: "#/paths/~1funds~1{f}", summary: "beside it" },
        "/third": {
          get: {
            parameters: [{ $ref: "#/paths/~1fourth/get/parameters/0" }],
            responses: { "200": { $ref: "#/components/responses/R" } },
          },
        },
        "/fourth": { get: { parameters: [text("q", "query")], ...ok } },
      },
      {
        components: {
          pathItems: {
            Fund: {
              parameters: [{ $ref: "#/components/parameters/F" }],
              put: { requestBody: { $ref: "#/components/requestBodies/B" }, ...ok },
            },
          },
          parameters: { F: text("f", "path", { description: "Fund" }) },
          requestBodies: { B: { required: true, ...body } },
          responses: { R: { description: "R", content: { "text/csv": {} } } },
        },
      },
    );
    const definition = merged(document);
    for (const id of ["finances:PUT /funds/{f}", "finances:PUT /other/{f}"]) {
      const { parameters, body: taken } = definition.operation(id);
      assert.deepEqual(
        parameters.map(({ description }) => description),
        ["Fund"],
        id,
      );
      assert.deepEqual([taken?.required, taken?.schema.type], [true, "object"], id);
    }
    const third = definition.operation("finances:GET /third");
    assert.deepEqual([third.parameters[0]?.name, third.limits], ["q", ["answerNotJson"]]);
    assertAllResolve(mergedText(document));
  });

  it("lets no names of two documents meet, and keeps data as data", () => {
    const schemas = (title: string): Json => ({
      components: {
        schemas: {
          Pet: {
            title,
            properties: {
              example: { $ref: "#/components/schemas/Pet" },
              default: { $ref: "#/components/schemas/Pet" },
              $ref: { type: "string" },
            },
            example: { $ref: "#/components/schemas/Pet" },
            discriminator: {
              propertyName: "t",
              mapping: { a: "#/components/schemas/Pet", b: "Pet" },
            },
          },
        },
        examples: { E: { value: { $ref: "#/nothing" } } },
      },
    });
    const paths = (name: string): Json => ({
      [name]: {
        get: {
          responses: {
            default: { $ref: "#/components/responses/None" },
            "200": {
              description: "",
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/Pet" },
                  examples: { one: { $ref: "#/components/examples/E" } },
                },
              },
            },
          },
        },
      },
    });
    const document = JSON.parse(
      activeDefinition(BASE, [
        { domain: "crm", document: JSON.stringify(foreign(paths("/one"), schemas("crm"))) },
        { domain: "finances", document: JSON.stringify(foreign(paths("/two"), schemas("fin"))) },
      ]),
    ) as { "x-imported": Record<string, { components: { schemas: { Pet: Json } } }>; paths: Json };
    for (const [domain, title, path] of [
      ["crm", "crm", "/crm/v1/one"],
      ["finances", "fin", "/finances/v1/two"],
    ] as const) {
      const pet = document["x-imported"][domain]?.components.schemas.Pet;
      const moved = `#/x-imported/${domain}/components/schemas/Pet`;
      assert.equal(pet?.["title"], title);
      assert.deepEqual(pet["properties"], {
        ...{ example: { $ref: moved }, default: { $ref: moved } },
        $ref: { type: "string" },
      });
      assert.deepEqual(pet["example"], { $ref: "#/components/schemas/Pet" });
      assert.deepEqual((pet["discriminator"] as Json)["mapping"], { a: moved, b: "Pet" });
      assert.deepEqual(document["x-imported"][domain]?.components, {
        schemas: { Pet: pet },
        examples: { E: { value: { $ref: "#/nothing" } } },
      });
      const answer = JSON.stringify(document.paths[path]);
      assert.ok(answer.includes(`#/x-imported/${domain}/components/examples/E`));
      assert.ok(answer.includes(`#/x-imported/${domain}/components/responses/None`));
    }
  });

  it("has a document once that is the definition of several domains", () => {
    const document = foreign({
      "/crm/v1/clients/{x}/notes": { get: ok },
      "/finances/v1/funds": { get: ok },
      "/health": { get: ok },
    });
    const one = JSON.stringify(document);
    const both = activeDefinition(BASE, [
      { domain: "crm", document: one },
      { domain: "finances", document: one },
    ]);
    const imported = (JSON.parse(both) as Json)["x-imported"] as Json;
    assert.deepEqual(Object.keys(imported), ["crm"]);
    const ids = readDefinition(both).operations.map(({ id }) => id);
    assert.deepEqual(ids.slice(OUR_IDS.length), [
      "crm:GET /clients/{x}/notes",
      "finances:GET /funds",
    ]);
  });

  it("says whose document is none", () => {
    for (const document of ["", "{", "[]", "null", '"text"']) {
      assert.throws(
        () => activeDefinition(BASE, [{ domain: "crm", document }]),
        (error) =>
          isAppError(error) &&
          error.code === "definition/unreadable" &&
          error.values["domain"] === "crm",
        document,
      );
    }
  });

  it("takes our own description, and all of its endpoints stay the same", () => {
    const again = activeDefinition(BASE, [
      { domain: "crm", document: BASE },
      { domain: "finances", document: BASE },
      { domain: "profiling", document: BASE },
    ]);
    const known = readDefinition(BASE).operations;
    const facts = (text: string): unknown =>
      readDefinition(text).operations.map(({ id, method, domain, path, parameters }) => ({
        ...{ id, method, domain, path },
        parameters: parameters.map(({ name }) => name).sort(),
      }));
    assert.deepEqual(facts(again), facts(BASE));
    assert.ok(readDefinition(again).operations.every(({ imported }) => imported));
    assert.equal(known.length, 7);
  });

  for (const { file } of TRIED_DOCUMENTS) {
    it(`merges ${file}: nothing is lost, everything resolves`, () => {
      const { document, operations } = readDocument(textOf(file));
      const merge = mergedText(document, "crm");
      const definition = readDefinition(merge);
      const theirs = [...definition.operations, ...definition.uncallable].filter(
        ({ imported }) => imported,
      );
      assert.equal(theirs.length, operations);
      assert.deepEqual(
        OUR_IDS.filter((id) => definition.operation(id).id !== id),
        [],
      );
      assertAllResolve(merge);
    });
  }
});

function assertAllResolve(text: string): void {
  const lost = localReferences(JSON.parse(text) as Json).filter(
    ([, target]) => target === undefined,
  );
  assert.deepEqual(lost.slice(0, 5), []);
}
