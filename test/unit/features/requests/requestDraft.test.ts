import assert from "node:assert/strict";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { readRequestDraft } from "../../../../src/features/requests/common/requestDraft";
import { addressOf } from "../../../../src/platform/service/address";
import { aConnection } from "../../../fakes/connection";
import type { SendDraft } from "../../../../src/features/requests/messages/sendPanel";
import { CLIENT_ID, DEFINITION } from "../../platform/http/support/bench";
import { definitionWith } from "../../support/definitionText";

const definition = readDefinition(DEFINITION);

function read(change: Partial<SendDraft>, used = definition): ReturnType<typeof readRequestDraft> {
  return readRequestDraft(used, {
    ...{ connectionId: "c", operationId: "", values: {}, method: "GET", domain: "crm" },
    ...{ typedPath: "/x", queryString: "", body: "" },
    ...change,
  });
}

const problems = (change: Partial<SendDraft>, used = definition): readonly string[] =>
  read(change, used).problems.map(({ key, keyword }) => `${key} ${keyword}`);

describe("requests as they were put together", () => {
  it("become calls of an operation, what is empty left out", () => {
    const values = {
      "path.clientId": ` ${CLIENT_ID} `,
      ...{ "query.pageSize": "5", "query.pageNumber": "", "query.fields": "a, b,c" },
      ...{ "query.unknown": "1", "header.x-dt-traceid": "mine", "path.pensionId": "left over" },
    };
    assert.deepEqual(read({ operationId: "listResults", values, body: "{}" }), {
      method: "GET",
      call: {
        operationId: "listResults",
        path: { clientId: CLIENT_ID },
        query: { pageSize: "5", fields: ["a", "b", "c"] },
      },
      problems: [],
    });
  });

  it("take what the definition does not have along with a read, as typed", () => {
    const values = { "path.clientId": CLIENT_ID, "query.fields": "a, b&c", "query.unknown": "1" };
    const draft = { operationId: "getClient", values, queryString: " ?asOf=2026-01-31&x " };
    assert.deepEqual(read(draft), {
      method: "GET",
      call: {
        ...{ operationId: "getClient", path: { clientId: CLIENT_ID }, query: {} },
        queryString: "fields=a,b%26c&asOf=2026-01-31&x",
      },
      problems: [],
    });
    const written = read({ ...draft, operationId: "putPension", body: "{}" }).call;
    assert.equal("queryString" in written, false, "nothing is added to what is written");
  });

  it("become typed calls; a read takes no body along", () => {
    const draft = { typedPath: " /a ", queryString: "b=1", body: "{}" };
    assert.deepEqual(read(draft).call, {
      ...{ method: "GET", domain: "crm", typedPath: "/a", queryString: "b=1" },
    });
    const { call } = read({ ...draft, method: "POST" });
    assert.equal(Buffer.from(call.body ?? []).toString(), "{}");
    assert.equal(read({ method: "DELETE", body: " \n" }).call.body, undefined);
  });

  it("take headers of the definition along, and no list or line break in them", () => {
    const operation = {
      operationId: "listNotes",
      parameters: [
        { name: "X-Region", in: "header", schema: { type: "array" } },
        { name: "X-Api-Key", in: "header", required: true, schema: { type: "string" } },
      ],
    };
    const used = readDefinition(definitionWith({ path: "/crm/v1/n", domain: "crm", operation }));
    const values = { "header.X-Region": " north, east ", "header.X-Api-Key": "secret" };
    const { call, problems: found } = read({ operationId: "listNotes", values }, used);
    assert.deepEqual(
      [call, found],
      [
        {
          ...{ operationId: "listNotes", path: {}, query: {} },
          headers: { "X-Region": "north, east" },
        },
        [],
      ],
    );
    const bad = { "header.X-Region": "a\u00e4" };
    assert.deepEqual(problems({ operationId: "listNotes", values: bad }, used), [
      "values.header.X-Region header",
    ]);
  });

  it("take a list along in the path, its items separated by commas", () => {
    const parameters = [
      { name: "ids", in: "path", schema: { type: "array", items: { type: "integer" } } },
    ];
    const operation = { operationId: "listNotes", parameters };
    const path = "/crm/v1/notes/{ids}";
    const used = readDefinition(definitionWith({ path, domain: "crm", operation }));
    const draft = { operationId: "listNotes", values: { "path.ids": " 1, 2,3 " } };
    const { call, problems: found } = read(draft, used);
    const wanted = { operationId: "listNotes", path: { ids: "1,2,3" }, query: {} };
    assert.deepEqual([call, found], [wanted, []]);
    const { url } = addressOf(aConnection({ baseUrl: "https://api.example" }), used, call);
    assert.equal(url, "https://api.example/crm/v1/notes/1,2,3");
    assert.deepEqual(problems({ ...draft, values: { "path.ids": "1,x" } }, used), [
      "values.path.ids type",
    ]);
  });

  it("are none of an endpoint that is gone, or that takes what cannot be sent", () => {
    const gone = read({ operationId: "crm:GET /gone", typedPath: "/x", method: "DELETE" });
    assert.deepEqual(
      [gone.method, gone.problems],
      ["GET", [{ key: "operationId", keyword: "gone", expected: "crm:GET /gone" }]],
    );
    const upload = {
      operationId: "upload",
      requestBody: { content: { "multipart/form-data": { schema: { type: "object" } } } },
      parameters: [{ name: "sid", in: "cookie", required: true, schema: { type: "string" } }],
    };
    const extra = { path: "/crm/v1/files", domain: "crm", method: "post" } as const;
    const used = readDefinition(definitionWith({ ...extra, operation: upload }));
    assert.deepEqual([...problems({ operationId: "upload" }, used)].sort(), [
      "operationId bodyNotJson",
      "operationId cookieParameter",
    ]);
  });

  it("name each field that does not fit", () => {
    const values = { "path.clientId": "7", "query.pageSize": "1e3", "query.pageNumber": "-1" };
    assert.deepEqual(problems({ operationId: "listHoldings", values }), [
      "values.path.clientId format",
      "values.query.pageSize type",
      "values.query.pageNumber minimum",
    ]);
    assert.deepEqual(problems({ operationId: "putPension" }), [
      "values.path.clientId required",
      "values.path.pensionId required",
      "body required",
    ]);
    assert.deepEqual(problems({ typedPath: "  " }), ["typedPath required"]);
  });

  for (const body of ["{", "{,}", '{"a":1}}', "\ud800", '"\ud800"', "[1,]", "nul"]) {
    it(`take no body ${JSON.stringify(body)}`, () => {
      assert.deepEqual(problems({ method: "POST", body }), ["body json"]);
    });
  }

  it("survive a definition that is not meant well", () => {
    const document = JSON.parse(DEFINITION) as {
      paths: Record<string, Record<string, { parameters: unknown }>>;
    };
    const parameter = (name: string, schema: unknown): unknown => ({ name, in: "query", schema });
    document.paths["/crm/v1/clients"]!["get"]!.parameters = [
      parameter("__proto__", { type: "boolean" }),
      parameter("constructor", { type: "number", maximum: 1.5 }),
      parameter("broken", { type: "string", pattern: "(" }),
      parameter("slow", { type: "string", pattern: "^(a+)+$" }),
    ];
    const hostile = readDefinition(JSON.stringify(document));
    const values = {
      ...{ "query.constructor": "1.25", "query.broken": "x", "query.__proto__": "true" },
      "query.slow": `${"a".repeat(5000)}!`,
    };
    const { call, problems: found } = read({ operationId: "listClients", values }, hostile);
    assert.deepEqual(found, []);
    assert.deepEqual(Object.keys("query" in call ? (call.query ?? {}) : {}), [
      "__proto__",
      "constructor",
      "broken",
      "slow",
    ]);
    const wrong = { "query.__proto__": "yes", "query.constructor": "2" };
    assert.deepEqual(problems({ operationId: "listClients", values: wrong }, hostile), [
      "values.query.__proto__ type",
      "values.query.constructor maximum",
    ]);
    for (const operationId of ["toString", "__proto__", "constructor"]) {
      assert.deepEqual(problems({ operationId }, hostile), ["operationId gone"]);
    }
  });
});
