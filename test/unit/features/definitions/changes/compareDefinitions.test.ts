import assert from "node:assert/strict";
import { compareDefinitions } from "../../../../../src/features/definitions/common/changes/compareDefinitions";
import type { JsonRecord } from "../../../../../src/platform/service/definition/reading";
import { failureOf } from "../../../platform/http/support/bench";
import { aDocument, json, line, number, object, text } from "../support/definitions";

describe("changes of operations between two versions", () => {
  const changes = (before: string, after: string, prefix = ""): string[] =>
    compareDefinitions(before, after, prefix).map(
      (change) => `${change.operation}: ${line(change)}`,
    );
  const query = (name: string, more: JsonRecord = {}): JsonRecord => ({
    ...{ name, in: "query", schema: text },
    ...more,
  });
  const ofParameters = (before: readonly JsonRecord[], after: readonly JsonRecord[]): string[] =>
    compareDefinitions(aDocument({ parameters: before }), aDocument({ parameters: after }), "").map(
      line,
    );

  it("tells endpoints that come, go and are deprecated", () => {
    const operation = { responses: {} };
    const document = (paths: JsonRecord): string => JSON.stringify({ openapi: "3.1.0", paths });
    const before = document({
      "/a": { get: operation, put: operation },
      "/b/{id}": { get: operation },
    });
    const after = document({
      "/a": { get: { ...operation, deprecated: true }, post: operation },
      "/b/{key}/": { get: operation },
    });
    assert.deepEqual(changes(before, after), [
      "PUT /a: !operationRemoved",
      "GET /a: operationDeprecated",
      "POST /a: operationAdded",
    ]);
    assert.deepEqual(changes(after, before), [
      "POST /a: !operationRemoved",
      "GET /a: operationReinstated",
      "PUT /a: operationAdded",
    ]);
  });

  it("looks below the prefix of the domain, wherever the document says it", () => {
    const operation = { responses: {} };
    const plain = { paths: { "/clients": { get: operation } } };
    const prefixed = {
      paths: { "/crm/v1/clients": { get: operation }, "/finances/v1/x": { get: operation } },
    };
    const served = { servers: [{ url: "https://x.example/crm/v1/" }], ...plain };
    const other = { paths: { "/clients": {} }, servers: [{ url: "/crm/v1" }] };
    const texts = [plain, prefixed, served].map((document) => JSON.stringify(document));
    for (const before of texts) {
      for (const after of texts) {
        assert.deepEqual(changes(before, after, "/crm/v1"), []);
      }
      assert.deepEqual(changes(before, JSON.stringify(other), "/crm/v1"), [
        "GET /clients: !operationRemoved",
      ]);
    }
  });

  it("tells parameters that come, go and change", () => {
    assert.deepEqual(
      ofParameters(
        [query("gone"), query("asked", { required: true }), query("kept"), query("list")],
        [
          ...[query("new"), query("wanted", { required: true }), query("asked")],
          query("kept", { required: true, schema: { type: "string", enum: ["x"] } }),
          query("list", { schema: number }),
        ],
      ),
      [
        "!parameterAdded wanted",
        "!requiredAdded kept",
        "!valuesRemoved kept →x",
        "!typeChanged list string→number",
        "!parameterRemoved gone",
        "parameterAdded new",
        "requiredRemoved asked",
      ],
    );
  });

  it("tells that lists are written in another way", () => {
    const list = { type: "array", items: text };
    assert.deepEqual(
      ofParameters(
        [query("a", { schema: list, explode: false }), query("b", { explode: false })],
        [query("a", { schema: list }), query("b")],
      ),
      ["!formatChanged a form→form, exploded"],
    );
  });

  it("knows headers in any case, and leaves out those that are not parameters", () => {
    const header = (name: string): JsonRecord => ({ name, in: "header", schema: text });
    assert.deepEqual(
      ofParameters([header("X-One"), header("Accept")], [header("x-one"), header("Authorization")]),
      [],
    );
  });

  it("pairs path parameters by their place, those of the path with those of the operation", () => {
    const at = (name: string, schema: JsonRecord): JsonRecord => ({
      ...{ name, in: "path", required: true },
      schema,
    });
    const before = JSON.stringify({
      paths: {
        "/a/{x}/b/{y}": {
          parameters: [at("x", text), at("y", text)],
          get: { parameters: [at("y", number)], responses: {} },
        },
      },
    });
    const after = aDocument(
      { parameters: [at("two", text), at("one", text)] },
      { path: "/a/{one}/b/{two}" },
    );
    assert.deepEqual(changes(before, after), [
      "GET /a/{one}/b/{two}: !typeChanged two number→string",
    ]);
    assert.deepEqual(changes(before, aDocument({}, { path: "/a/{one}/b/{two}" })), []);
  });

  it("tells bodies that come and go, and whether one must be sent", () => {
    const content = json(text);
    const put = (operation: JsonRecord): string => aDocument(operation, { method: "put" });
    const none = put({});
    const some = put({ requestBody: { content } });
    const must = put({ requestBody: { content, required: true } });
    const kinds = (before: string, after: string): string[] =>
      compareDefinitions(before, after, "").map(line);
    assert.deepEqual(kinds(none, some), ["bodyAdded"]);
    assert.deepEqual(kinds(none, must), ["!bodyAdded"]);
    assert.deepEqual(kinds(must, none), ["!bodyRemoved"]);
    assert.deepEqual(kinds(some, must), ["!requiredAdded"]);
    assert.deepEqual(kinds(must, some), ["requiredRemoved"]);
    const answer = (own: JsonRecord): string => aDocument({ responses: { 200: own } });
    assert.deepEqual(kinds(answer({ content }), answer({})), ["!bodyRemoved"]);
    assert.deepEqual(kinds(answer({}), answer({ content })), ["bodyAdded"]);
  });

  it("tells content types, and compares JSON under any name", () => {
    const body = (types: readonly string[], schema: JsonRecord): string =>
      aDocument({
        responses: {
          200: { content: Object.fromEntries(types.map((type) => [type, { schema }])) },
        },
      });
    const kinds = (before: string, after: string): string[] =>
      compareDefinitions(before, after, "").map(line);
    const common = ["application/json", "application/*+json"];
    assert.deepEqual(
      kinds(body([...common, "text/xml"], text), body([...common, "text/csv"], number)),
      ["!contentRemoved text/xml→", "!typeChanged string→number", "contentAdded →text/csv"],
    );
    assert.deepEqual(
      kinds(
        body(["application/json; charset=utf-8"], text),
        body(["application/vnd.things+json"], number),
      ),
      [
        "!contentRemoved application/json→",
        "!typeChanged string→number",
        "contentAdded →application/vnd.things+json",
      ],
    );
  });

  it("tells statuses: a success that is gone breaks, a failure does not", () => {
    const answers = (...statuses: string[]): string =>
      aDocument({ responses: Object.fromEntries(statuses.map((status) => [status, {}])) });
    const kinds = (before: string, after: string): string[] =>
      compareDefinitions(before, after, "").map(line);
    assert.deepEqual(kinds(answers("200", "404"), answers("201", "409")), [
      "!statusRemoved 200→",
      "statusAdded →201",
      "statusAdded →409",
      "statusRemoved 404→",
    ]);
    assert.deepEqual(kinds(answers("200"), answers("2XX")), [
      "statusAdded →2XX",
      "statusRemoved 200→",
    ]);
  });

  it("tells once what changed in several answers", () => {
    const problem = (schema: JsonRecord): JsonRecord => ({
      content: json(object({ code: schema })),
    });
    const answers = (schema: JsonRecord): string =>
      aDocument(
        {
          responses: { 404: problem(schema), 400: { $ref: "#/components/responses/Bad" } },
        },
        { components: { responses: { Bad: problem(schema) } } },
      );
    const [change, ...more] = compareDefinitions(answers(number), answers(text), "");
    assert.deepEqual(more, []);
    assert.deepEqual(change, {
      ...{ kind: "typeChanged", breaking: true, operation: "GET /things" },
      place: { part: "response", path: "code", status: "400, 404" },
      ...{ before: "number", after: "string" },
    });
  });

  it("passes over what is no OpenAPI, and refuses what is no document", async () => {
    const odd = {
      paths: { "/a": { get: { parameters: [1, { name: 2 }], responses: [] } }, "/b": 7 },
    };
    const other = { paths: { "/a": { get: { responses: { 200: 7 } } }, "/b": { get: [] } } };
    assert.deepEqual(changes(JSON.stringify(odd), JSON.stringify(other)), []);
    for (const text of ["{", "[]", "7"]) {
      const failure = await failureOf(
        Promise.resolve().then(() => compareDefinitions("{}", text, "")),
      );
      assert.equal(failure.code, "definition/unreadable");
    }
  });
});
