import assert from "node:assert/strict";
import { readDocument } from "../../../../../src/features/definitions/common/imports/readDocument";
import { at, type Json } from "./support/documents";

const OBJECT = { type: "object" };

function upgraded(document: object): Json {
  return readDocument(JSON.stringify(document)).document;
}

function two(operation: object, more: object = {}, item: object = {}): Json {
  const paths = { "/a": { ...item, put: { responses: {}, ...operation } } };
  return upgraded({ swagger: "2.0", paths, ...more });
}

const put = (document: Json): Json => at(document, "paths", "/a", "put");

describe("2.0 made 3.1", () => {
  it("has its servers from schemes, host and base path", () => {
    const document = two({}, { schemes: ["https", "http"], host: "h.example", basePath: "/v1" });
    assert.deepEqual(document["servers"], [
      { url: "https://h.example/v1" },
      { url: "http://h.example/v1" },
    ]);
    assert.deepEqual(two({}, { basePath: "/crm/v1" })["servers"], [{ url: "/crm/v1" }]);
    assert.equal("servers" in two({}), false);
  });

  it("has bodies with the media types that are consumed", () => {
    const body = { in: "body", name: "b", required: true, description: "d", schema: OBJECT };
    const document = two({ consumes: ["application/json", "text/xml"], parameters: [body] });
    assert.deepEqual(put(document)["requestBody"], {
      content: { "application/json": { schema: OBJECT }, "text/xml": { schema: OBJECT } },
      required: true,
      description: "d",
    });
    assert.equal("parameters" in put(document), false);
    const general = two({ parameters: [body] }, { consumes: ["text/xml"] });
    assert.deepEqual(Object.keys(at(put(general), "requestBody", "content")), ["text/xml"]);
    const none = two({ parameters: [body] });
    assert.deepEqual(Object.keys(at(put(none), "requestBody", "content")), ["application/json"]);
  });

  it("does not make a copy of a schema for each of a thousand media types", () => {
    const consumes = Array.from({ length: 1000 }, (_, index) => `text/x${index}`);
    const body = { in: "body", name: "b", schema: OBJECT };
    const document = two({ parameters: [body] }, { consumes });
    const content = at(put(document), "requestBody", "content");
    assert.deepEqual(Object.keys(content), consumes.slice(0, 20));
  });

  it("has answers with the media types that are produced", () => {
    const responses = { 200: { description: "", schema: OBJECT } };
    const document = two({ produces: ["application/json", "text/xml"], responses });
    assert.deepEqual(at(put(document), "responses", "200"), {
      description: "",
      content: { "application/json": { schema: OBJECT }, "text/xml": { schema: OBJECT } },
    });
  });

  it("has forms as bodies, files as binary", () => {
    const parameters = [
      { in: "formData", name: "file", type: "file", required: true },
      { in: "formData", name: "note", type: "string", description: "n" },
    ];
    const document = two({ consumes: ["multipart/form-data"], parameters });
    const schema = at(put(document), "requestBody", "content", "multipart/form-data", "schema");
    assert.deepEqual(schema, {
      type: "object",
      properties: {
        file: { contentMediaType: "application/octet-stream" },
        note: { type: "string", description: "n" },
      },
      required: ["file"],
    });
  });

  it("has parameters with schemas and styles, commas where nothing is said", () => {
    const array = { type: "array", items: { type: "string", enum: ["a"] } };
    const query = (name: string, more: object): object => ({
      in: "query",
      name,
      ...array,
      ...more,
    });
    const document = two({
      parameters: [
        query("none", {}),
        query("csv", { collectionFormat: "csv" }),
        query("multi", { collectionFormat: "multi" }),
        query("ssv", { collectionFormat: "ssv" }),
        query("pipes", { collectionFormat: "pipes" }),
        { in: "path", name: "p", required: true, ...array },
        {
          in: "header",
          name: "h",
          type: "integer",
          default: 3,
          minimum: 0,
          exclusiveMinimum: true,
        },
      ],
    });
    const parameters = put(document)["parameters"] as readonly Json[];
    assert.deepEqual(
      parameters.map(({ name, style, explode }) => [name, style, explode]),
      [
        ["none", "form", false],
        ["csv", "form", false],
        ["multi", "form", true],
        ["ssv", "spaceDelimited", false],
        ["pipes", "pipeDelimited", false],
        ["p", "simple", false],
        ["h", undefined, undefined],
      ],
    );
    assert.deepEqual(parameters[0]?.["schema"], array);
    assert.deepEqual(parameters[6]?.["schema"], {
      ...{ type: "integer", default: 3, exclusiveMinimum: 0 },
    });
  });

  it("has what was shared under components, references with it", () => {
    const document = two(
      {
        parameters: [{ $ref: "#/parameters/Page" }],
        responses: { 200: { $ref: "#/responses/Ok" } },
      },
      {
        parameters: { Page: { in: "query", name: "page", type: "integer" } },
        responses: { Ok: { description: "", schema: { $ref: "#/definitions/A" } } },
        definitions: { A: { properties: { again: { $ref: "#/definitions/A" } } } },
        securityDefinitions: {
          key: { type: "apiKey", in: "header", name: "X-Key" },
          flow: { type: "oauth2", flow: "accessCode", authorizationUrl: "a", tokenUrl: "t" },
        },
      },
    );
    assert.deepEqual(put(document)["parameters"], [{ $ref: "#/components/parameters/Page" }]);
    assert.deepEqual(at(put(document), "responses", "200"), {
      $ref: "#/components/responses/Ok",
    });
    const components = at(document, "components");
    assert.deepEqual(at(components, "responses", "Ok", "content", "application/json"), {
      schema: { $ref: "#/components/schemas/A" },
    });
    assert.deepEqual(at(components, "schemas", "A", "properties", "again"), {
      $ref: "#/components/schemas/A",
    });
    assert.deepEqual(Object.keys(at(components, "securitySchemes", "flow", "flows")), [
      "authorizationCode",
    ]);
  });

  it("has the bodies and forms that operations refer to", () => {
    const parameters = {
      Body: { in: "body", name: "b", schema: OBJECT },
      "a/b": { in: "formData", name: "one", type: "string" },
      Two: { in: "formData", name: "two", type: "string" },
    };
    const body = two({ parameters: [{ $ref: "#/parameters/Body" }] }, { parameters });
    assert.deepEqual(at(put(body), "requestBody", "content"), {
      "application/json": { schema: OBJECT },
    });
    assert.equal("parameters" in put(body), false);
    const references = [{ $ref: "#/parameters/a~1b" }, { $ref: "#/parameters/Two" }];
    const form = two({ parameters: references }, { parameters });
    const schema = at(put(form), "requestBody", "content", "multipart/form-data", "schema");
    assert.deepEqual(Object.keys(at(schema, "properties")), ["one", "two"]);
  });

  it("has no body of its own where a reference leads elsewhere", () => {
    const parameters = { Body: { in: "body", name: "b", schema: OBJECT } };
    for (const $ref of ["other.yaml#/parameters/Body", "#/parameters/Body/schema"]) {
      const document = two({ parameters: [{ $ref }] }, { parameters });
      assert.equal("requestBody" in put(document), false, $ref);
    }
  });

  it("has what a path says for all its operations, wherever it says it", () => {
    const item = {
      $ref: "other.yaml",
      "x-own": "text",
      get: { responses: {} },
      parameters: [{ $ref: "#/parameters/Body" }, { in: "header", name: "h", type: "string" }],
    };
    const document = two(
      {},
      { parameters: { Body: { in: "body", name: "b", schema: OBJECT } } },
      item,
    );
    const path = at(document, "paths", "/a");
    assert.deepEqual(path["parameters"], [{ schema: { type: "string" }, name: "h", in: "header" }]);
    for (const method of ["get", "put"]) {
      assert.ok("requestBody" in at(path, method), method);
    }
    assert.deepEqual([path["$ref"], path["x-own"]], ["other.yaml", "text"]);
  });

  it("has the schemas of 3.1", () => {
    const definitions = {
      A: {
        type: "object",
        discriminator: "kind",
        properties: {
          kind: { type: "string" },
          nothing: { type: "string", "x-nullable": true },
          refers: { $ref: "#/definitions/A", "x-nullable": true },
          below: { type: "number", maximum: 5, exclusiveMaximum: true, example: 4 },
          example: { type: "string", format: "byte" },
        },
      },
    };
    const schema = at(two({}, { definitions }), "components", "schemas", "A");
    assert.deepEqual(schema["discriminator"], { propertyName: "kind" });
    assert.deepEqual(schema["required"], ["kind"]);
    assert.deepEqual(schema["properties"], {
      kind: { type: "string" },
      nothing: { type: ["string", "null"] },
      refers: { anyOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }] },
      below: { type: "number", exclusiveMaximum: 5, examples: [4] },
      example: { type: "string", contentEncoding: "base64" },
    });
  });
});

describe("3.0 made 3.1", () => {
  it("has the schemas of 3.1, examples and references as they were", () => {
    const schemas = {
      A: {
        properties: {
          nothing: { type: "string", nullable: true, enum: ["a", null] },
          all: { allOf: [{ $ref: "#/components/schemas/A" }], nullable: true, description: "d" },
          above: { type: "integer", minimum: 1, exclusiveMinimum: true },
          at: { type: "integer", minimum: 1, exclusiveMinimum: false },
          file: { type: "string", format: "binary" },
        },
        example: { nullable: true, type: "string", exclusiveMinimum: true },
      },
    };
    const document = upgraded({
      openapi: "3.0.1",
      paths: { "/a": { get: {} } },
      components: { schemas },
    });
    const schema = at(document, "components", "schemas", "A");
    assert.deepEqual(schema["properties"], {
      nothing: { type: ["string", "null"], enum: ["a", null] },
      all: { description: "d", anyOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }] },
      above: { type: "integer", exclusiveMinimum: 1 },
      at: { type: "integer", minimum: 1 },
      file: { contentMediaType: "application/octet-stream" },
    });
    assert.deepEqual(schema["examples"], [
      { nullable: true, type: "string", exclusiveMinimum: true },
    ]);
  });

  it("leaves 3.1 as it came", () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: { "/a": { get: { parameters: [{ name: "q", in: "query", example: 1 }] } } },
      components: { schemas: { A: { type: ["string", "null"], example: 1, $defs: { B: true } } } },
    };
    assert.deepEqual(upgraded(document), document);
  });
});
