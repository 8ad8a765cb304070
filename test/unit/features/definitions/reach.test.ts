import assert from "node:assert/strict";
import { activeDefinition } from "../../../../src/features/definitions/common/activeDefinition";
import { coverageOf } from "../../../../src/features/lists/common/coverage";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { watchedOperations } from "../../../../src/features/definitions/common/drift/watchedOperations";
import { exampleOf } from "../../../../src/features/definitions/common/example";
import { isAppError } from "../../../../src/platform/base/errors";
import { treeLists } from "../../../../src/features/lists/common/treeLists";
import { checkSchema } from "../../../../src/features/pensions/common/checks/gate";
import { payloadSchema } from "../../../../src/features/pensions/common/checks/payloadSchema";
import { givenParameters } from "../../../../src/features/requests/common/requestDraft";
import { addressOf } from "../../../../src/platform/service/address";
import { aConnection } from "../../../fakes/connection";
import { failureOf, openBench } from "../../platform/http/support/bench";
import { BASE, foreign, type Json, merged, mergedText } from "./support/foreign";

const ORIGIN = "https://api.example";
const CONNECTION = aConnection({ baseUrl: ORIGIN, authUrl: "https://login.example" });
const PROTOTYPES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

/** Where a GET of this path would go; the code of the refusal where it goes nowhere. */
function goesTo(path: string, rest: Json = {}): readonly string[] {
  const definition = merged(foreign({ [path]: { get: { operationId: "putPension" } } }, rest));
  return definition.operations
    .filter(({ imported }) => imported)
    .map(({ id, parameters }) => {
      const values = Object.fromEntries(parameters.map(({ name }) => [name, "x"]));
      try {
        const call = { operationId: id, path: values };
        return addressOf(CONNECTION, definition, call).url;
      } catch (error) {
        return isAppError(error) ? error.code : String(error);
      }
    });
}

describe("definitions that reach further than they may", () => {
  for (const path of [
    ...[
      "/../admin",
      "/x/../../admin",
      "/%2e%2e/admin",
      "/.%2E/admin",
      "/..%2fadmin",
      "/..%5cadmin",
    ],
    ...[
      "/x/..%252f..%252fadmin",
      "/%252e%252e/admin",
      "/x\\..\\admin",
      "/x?a=b",
      "/x#a",
      "/x\r\ny",
    ],
    ...["/x\u202ey", "/./x", "/finances/v1/../admin", "/finances/v1/%2e%2e/crm"],
  ]) {
    it(`go nowhere by the path ${JSON.stringify(path)}`, () => {
      assert.deepEqual(goesTo(path), ["input/address"]);
    });
  }

  for (const path of ["//evil.example/x", "https://evil.example/x", "@evil.example/x", ".evil/x"]) {
    it(`stay below the prefix by the path ${path}`, () => {
      const urls = goesTo(path);
      assert.equal(urls.length, 1);
      for (const url of urls) {
        assert.ok(url === "input/address" || url.startsWith(`${ORIGIN}/finances/v1/`), url);
      }
    });
  }

  for (const server of [
    ...["https://evil.example", "//evil.example/finances/v1", "https://evil.example/../.."],
    ...["{host}/finances/v1", "javascript:alert(1)", "https://u:p@evil.example/finances/v1"],
  ]) {
    it(`do not say which server is asked: ${server}`, () => {
      const variables = { host: { default: "https://evil.example" } };
      const servers = [{ url: server, variables }, 1, null];
      assert.deepEqual(goesTo("/things", { servers }), [`${ORIGIN}/finances/v1/things`]);
    });
  }

  it("do not take the names that the code calls by, nor give up theirs", () => {
    const theirs = foreign({
      "/elsewhere": { put: { operationId: "putPension" }, get: { operationId: "listClients" } },
      "/clients/{a}/pensions/{b}": { delete: { operationId: "getClient" }, post: {} },
    });
    const definition = merged(theirs);
    const path = (id: string): string => definition.operation(id).documentedPath;
    const ours = readDefinition(BASE);
    for (const id of ["putPension", "listClients", "deletePension", "getClient"]) {
      assert.equal(path(id), ours.operation(id).documentedPath);
    }
    assert.equal(definition.operation("finances:PUT /elsewhere").method, "PUT");
    assert.equal(definition.operation("deletePension").imported, true);
  });

  it("do not make what they like of marks that are the explorer's", () => {
    const get = { "x-domain": "admin", "x-imported": false, "x-illustrative-scopes": ["all"] };
    const marks = { "x-domains": { finances: { prefix: "/admin" } }, "x-imported": { crm: {} } };
    const definition = merged(foreign({ "/things": { get } }, marks));
    const found = definition.operation("finances:GET /things");
    assert.deepEqual([found.domain, found.imported, found.scopes], ["finances", true, []]);
    assert.equal(definition.prefixes.finances, "/finances/v1");
  });

  it("give nobody a header of the explorer's own to fill in, in any case", () => {
    const names = [
      ...["Authorization", "Ocp-Apim-Subscription-Key", "Host", "Cookie", "x-dt-traceid"],
      ...["Content-Length", "Transfer-Encoding", "X-HTTP-Method-Override", "Proxy-Authorization"],
      ...["a\r\nAuthorization", "a: b", "", "ä"],
    ];
    const all = names.flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]);
    const parameters = all.map((name) => ({ name, in: "header", required: true }));
    const definition = merged(foreign({ "/things": { get: { parameters } } }));
    const operation = definition.operation("finances:GET /things");
    assert.deepEqual(givenParameters(operation), []);
    for (const name of all) {
      const call = { operationId: operation.id, headers: { [name]: "x" } };
      assert.throws(() => addressOf(CONNECTION, definition, call), { kind: "input" });
    }
    assert.equal(addressOf(CONNECTION, definition, { operationId: operation.id }).method, "GET");
  });
});

describe("definitions with names of prototypes", () => {
  const named = (value: unknown): Json =>
    Object.fromEntries(PROTOTYPES.map((name) => [name, value]));
  const schema = { type: "object", properties: named({ type: "string" }), required: PROTOTYPES };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/__proto__" } } };
  const put = { requestBody: { content }, responses: { 200: { description: "", content } } };
  const paths = [
    ["/clients/{constructor}/pensions/{__proto__}", { put }],
    ...PROTOTYPES.map((name) => [
      `/${name}/{${name}}`,
      { get: { operationId: name, parameters: [{ name, in: "query" }] } },
    ]),
    ["__proto__", { get: {} }],
  ] as const;
  const source = foreign(Object.fromEntries(paths) as Json, {
    components: { schemas: named(schema) },
  });

  it("are read by those names, and nothing else changes by them", async () => {
    const text = mergedText(source);
    const definition = readDefinition(text);
    for (const name of PROTOTYPES) {
      const operationId = `finances:GET /${name}/{${name}}`;
      const call = { operationId, path: { [name]: "v" }, query: Object.fromEntries([[name, "q"]]) };
      const given = { ...call, path: Object.fromEntries([[name, "v"]]) };
      const { url } = addressOf(CONNECTION, definition, given);
      assert.equal(url, `${ORIGIN}/finances/v1/${name}/v?${name}=q`);
      assert.throws(() => addressOf(CONNECTION, definition, { operationId }), { kind: "input" });
    }
    const { body } = definition.operation("putPension");
    assert.deepEqual(Object.keys(body?.schema.properties ?? {}).sort(), [...PROTOTYPES].sort());
    assert.deepEqual(Object.keys(exampleOf(body?.schema ?? {}) as Json).length, PROTOTYPES.length);
    assert.equal((await checkSchema("{}", text)).findings.length, PROTOTYPES.length);
    assert.ok(payloadSchema(text).includes('"__proto__"'));
    assert.ok(coverageOf(text).length > PROTOTYPES.length);
    assert.ok(treeLists(text).pensions === undefined);
    const answer = watchedOperations(text).get("putPension")?.schemaOf(200, "application/json");
    assert.equal(Object.keys(answer?.properties ?? {}).length, PROTOTYPES.length);
    assert.equal(({} as Json)["type"], undefined);
  });
});

describe("writes that only a definition makes possible", () => {
  it("leave with no permit as little as all others", async () => {
    const methods = ["put", "post", "patch", "delete"];
    const operations = Object.fromEntries(methods.map((method) => [method, {}]));
    const document = JSON.stringify(
      foreign({ "/things/{id}": operations, "/clients/{a}/pensions/{b}": operations }),
    );
    const definition = activeDefinition(BASE, [{ domain: "finances", document }]);
    const bench = await openBench({ definition });
    const all = readDefinition(definition).operations.filter(({ imported }) => imported);
    assert.equal(all.length, 2 * methods.length);
    for (const { id, parameters } of all) {
      const path = Object.fromEntries(
        parameters.filter((one) => one.in === "path").map(({ name }) => [name, "x-1"]),
      );
      const clientId = "0f8fad5b-d9cb-469f-a165-70867728950e";
      const call = { operationId: id, path: "clientId" in path ? { ...path, clientId } : path };
      const action = bench.client.startAction("Write");
      const error = await failureOf(bench.client.send(call, { action }));
      assert.equal(error.kind, "refused", `${id} ${error.code}`);
    }
    assert.equal(bench.service.seen.length, 0);
    await bench.close();
  });
});
