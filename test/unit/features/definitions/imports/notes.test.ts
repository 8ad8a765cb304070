import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readDocument } from "../../../../../src/features/definitions/common/imports/readDocument";
import { delivered } from "../../../platform/http/support/loopback";
import { at } from "./support/documents";

function read(document: object): ReturnType<typeof readDocument> {
  return readDocument(JSON.stringify({ openapi: "3.0.3", ...document }));
}

const REFERRING = (reference: string): object => ({
  content: { "application/json": { schema: { $ref: reference } } },
});

describe("documents of several files", () => {
  it("are read as far as they go; what stands elsewhere is told and stays as it stood", () => {
    const { document, notes, operations } = read({
      paths: {
        "/pets": {
          parameters: [{ $ref: "./parameters.yaml#/Page" }],
          get: { responses: { 200: { description: "", ...REFERRING("schemas/pet.json") } } },
          put: { requestBody: REFERRING("schemas/pet.json"), responses: {} },
        },
        "/shops": { $ref: "https://other.example/shops.yaml" },
      },
    });
    assert.equal(operations, 2);
    const body = "/content/application~1json/schema";
    assert.deepEqual(notes, [
      {
        kind: "externalReference",
        subject: "./parameters.yaml#/Page",
        places: ["/paths/~1pets/parameters/0"],
        count: 1,
      },
      {
        kind: "externalReference",
        subject: "schemas/pet.json",
        places: [`/paths/~1pets/get/responses/200${body}`, `/paths/~1pets/put/requestBody${body}`],
        count: 2,
      },
      {
        kind: "externalReference",
        subject: "https://other.example/shops.yaml",
        places: ["/paths/~1shops"],
        count: 1,
      },
    ]);
    assert.deepEqual(at(document, "paths", "/shops"), {
      $ref: "https://other.example/shops.yaml",
    });
  });

  it("are never fetched", async () => {
    let calls = 0;
    const server = createServer((_, response) => {
      calls++;
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const schema = { $ref: `${origin}/a.json` };
    read({ paths: { "/a": { get: { requestBody: REFERRING(`${origin}/b.yaml#/x`) } } }, schema });
    await delivered();
    server.close();
    assert.equal(calls, 0);
  });
});

describe("what documents leave open", () => {
  it("is told of references that lead to nothing", () => {
    const { notes } = read({
      paths: { "/a": { get: { requestBody: REFERRING("#/components/schemas/A%20%7E1B") } } },
      components: {
        schemas: {
          "A /B": { $ref: "#/components/schemas/Gone" },
          C: { $ref: "#here" },
          D: { $anchor: "here" },
          E: { $ref: "#there", default: null },
          F: { $ref: "#/components/schemas/%E0%A4%A" },
        },
      },
    });
    assert.deepEqual(
      notes.map(({ kind, subject }) => [kind, subject]),
      [
        ["lostReference", "#/components/schemas/Gone"],
        ["lostReference", "#there"],
        ["lostReference", "#/components/schemas/%E0%A4%A"],
      ],
    );
  });

  it("is not told of what only looks like a reference", () => {
    const { notes } = read({
      paths: { "/a": { get: {} } },
      components: {
        schemas: {
          A: {
            properties: { $ref: { type: "string" }, example: { $ref: "#/components/schemas/B" } },
            example: { $ref: "elsewhere.json" },
            default: { $ref: "elsewhere.json" },
            enum: [{ $ref: "elsewhere.json" }],
            "x-own": { $ref: "elsewhere.json" },
          },
          B: {},
        },
      },
    });
    assert.deepEqual(notes, []);
  });

  it("is told of names that are there twice, in lists and in lists of lists", () => {
    const json = `{
      "openapi": "3.0.0", "paths": {"/a": {"get": {}}},
      "x-list": [0, {"a": 1, "a": 2}, [{"b": 1, "b": 2}], {"c": [{"d": 1}, {"d": 1}]}]
    }`;
    const { notes, syntax } = readDocument(json);
    assert.equal(syntax, "json");
    assert.deepEqual(
      notes.map(({ kind, subject }) => [kind, subject]),
      [
        ["duplicateKey", "/x-list/1/a"],
        ["duplicateKey", "/x-list/2/0/b"],
      ],
    );
  });

  it("has no title where that is no text", () => {
    const { title, version } = read({
      info: { title: { a: 1 }, version: [2] },
      paths: { "/a": { get: {} } },
    });
    assert.deepEqual([title, version], ["", ""]);
  });

  it("is not told of what refers to the document itself", () => {
    const { notes } = read({
      paths: { "/a": { get: {} } },
      "x-a": 1,
      components: { schemas: { A: { $ref: "#" } } },
    });
    assert.deepEqual(notes, []);
  });

  it("is told of operationIds that are there twice", () => {
    const { notes } = read({
      paths: { "/a": { get: { operationId: "x" }, put: { operationId: "x" } } },
    });
    const places = ["/paths/~1a/get/operationId", "/paths/~1a/put/operationId"];
    assert.deepEqual(notes, [{ kind: "operationId", subject: "x", places, count: 2 }]);
  });

  it("is at most ten places of a subject and a hundred subjects of a kind", () => {
    const twelve = Array.from({ length: 12 }, () => ({ $ref: "a.json" }));
    const { notes } = read({
      paths: { "/a": { get: {} } },
      components: { schemas: { A: { allOf: twelve } } },
    });
    assert.deepEqual([notes[0]?.count, notes[0]?.places.length], [12, 10]);
    const many = Array.from({ length: 150 }, (_, index) => ({ $ref: `${index}.json` }));
    const { notes: all } = read({
      paths: { "/a": { get: {} } },
      components: { schemas: { A: { allOf: many } } },
    });
    assert.equal(all.length, 100);
  });
});

describe("what is no OpenAPI", () => {
  it("is passed over, told, and gone from what is read", () => {
    const { document, notes } = read({
      info: [],
      servers: [{ url: "/v1" }, "v2"],
      paths: {
        pets: { get: {} },
        "x-own": 1,
        "/list": [],
        "/a": {
          get: "none",
          "x-own": 1,
          summary: null,
          put: {
            tags: "one",
            parameters: [null, { name: "q" }, { name: "q", in: "query", schema: "string" }],
            requestBody: { content: { "application/json": null } },
            responses: { 200: null, 201: { description: "made" }, "x-own": 1 },
          },
        },
      },
      components: {
        schemas: {
          A: { type: 7, required: true, properties: { b: { required: true }, c: "text", d: true } },
          B: { type: ["string", 7] },
          C: { type: ["string", "null"] },
        },
      },
    });
    assert.deepEqual(
      notes.map(({ subject }) => subject),
      [
        "/info",
        "/servers/1",
        "/paths/~1list",
        "/paths/~1a/get",
        "/paths/~1a/put/tags",
        "/paths/~1a/put/parameters/0",
        "/paths/~1a/put/parameters/1",
        "/paths/~1a/put/parameters/2/schema",
        "/paths/~1a/put/requestBody/content/application~1json",
        "/paths/~1a/put/responses/200",
        "/components/schemas/A/type",
        "/components/schemas/A/required",
        "/components/schemas/A/properties/b/required",
        "/components/schemas/A/properties/c",
        "/components/schemas/B/type",
        "/paths/pets",
      ],
    );
    assert.deepEqual(document["paths"], {
      "/a": {
        "x-own": 1,
        put: {
          parameters: [{ name: "q", in: "query" }],
          requestBody: { content: {} },
          responses: { 201: { description: "made" } },
        },
      },
    });
    assert.deepEqual(at(document, "components", "schemas", "A"), {
      properties: { b: {}, d: true },
    });
    assert.deepEqual(at(document, "components", "schemas", "C")["type"], ["string", "null"]);
  });

  it("is a parameter without a name, or at a place that there is not, and a limit in quotes", () => {
    const parameters = [{ in: "query" }, { name: "q", in: "url" }, { name: "q", in: "query" }];
    const { document, notes } = read({
      paths: { "/a": { get: { parameters } } },
      components: { schemas: { A: { minLength: "1", maxLength: 5 } } },
    });
    assert.deepEqual(at(document, "paths", "/a", "get")["parameters"], parameters.slice(2));
    assert.deepEqual(at(document, "components", "schemas", "A"), { maxLength: 5 });
    assert.deepEqual(
      notes.map(({ subject }) => subject),
      [
        "/paths/~1a/get/parameters/0",
        "/paths/~1a/get/parameters/1",
        "/components/schemas/A/minLength",
      ],
    );
  });

  it("is no list, however long that is", () => {
    const anyOf = Array.from({ length: 200_000 }, () => true);
    const { document } = read({
      paths: { "/a": { get: {} } },
      components: { schemas: { A: { anyOf } } },
    });
    assert.deepEqual(at(document, "components", "schemas", "A")["anyOf"], anyOf);
  });

  it("does not keep 2.0 from being read", () => {
    const { operations } = readDocument(
      JSON.stringify({
        swagger: "2.0",
        schemes: "https",
        host: 7,
        consumes: [null],
        definitions: { A: null, B: [], C: { properties: [] } },
        parameters: { P: null, Q: { in: 1 }, R: { in: "body" } },
        responses: { R: null, S: { schema: null, examples: [] } },
        securityDefinitions: { a: null },
        paths: {
          "/a": {
            "x-own": null,
            $ref: "other.yaml",
            parameters: [{ in: "body", name: "b", schema: {} }, { $ref: "#/parameters/__proto__" }],
            get: {
              parameters: [{ in: "formData", name: "f" }, { name: "n" }],
              responses: { 200: 1 },
            },
            put: { responses: { "x-own": null, 200: { headers: { H: null }, examples: null } } },
          },
        },
      }),
    );
    assert.equal(operations, 2);
  });
});
