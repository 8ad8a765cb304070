import assert from "node:assert/strict";
import type { Connection } from "../../../../src/platform/base/connection";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { addressOf } from "../../../../src/platform/service/address";
import type { ServiceCall } from "../../../../src/platform/service/client";
import { aConnection } from "../../../fakes/connection";
import { CLIENT_ID, DEFINITION } from "../http/support/bench";
import { definitionWith } from "../../support/definitionText";

const CONNECTION = aConnection({
  baseUrl: "https://api.example",
  authUrl: "https://login.example",
  scopes: [],
});
const definition = readDefinition(DEFINITION);

function urlOf(call: ServiceCall, change: Partial<Connection> = {}): string {
  return addressOf({ ...CONNECTION, ...change }, definition, call).url;
}

describe("addresses of calls", () => {
  const path = { clientId: CLIENT_ID };
  // The specification names parameters without saying which endpoints take them (section 4.3).
  const FREE: readonly (readonly [string, ServiceCall])[] = [
    [
      "/crm/v1/clients?pageNumber=2&unions=a,b&note=1%2B1%20%27&flag",
      {
        operationId: "listClients",
        query: { pageNumber: 2 },
        queryString: "unions=a,b&note=1%2B1 '&flag",
      },
    ],
    [
      `/crm/v1/clients/${CLIENT_ID}?fields=x`,
      { operationId: "getClient", path, queryString: "&fields=x&" },
    ],
  ];
  const CASES: readonly (readonly [string, ServiceCall])[] = [
    ["/crm/v1/clients", { operationId: "listClients" }],
    [
      "/crm/v1/clients?pageSize=25&pageNumber=2",
      { operationId: "listClients", query: { pageNumber: 2, pageSize: 25 } },
    ],
    // Only the sandbox is known to count from 1; the specification does not say.
    ["/crm/v1/clients?pageNumber=0", { operationId: "listClients", query: { pageNumber: 0 } }],
    [`/crm/v1/clients/${CLIENT_ID}`, { operationId: "getClient", path }],
    [
      `/finances/v1/clients/${CLIENT_ID}/holdings?pageNumber=1`,
      { operationId: "listHoldings", path, query: { pageNumber: 1, pageSize: undefined } },
    ],
    [
      `/profiling/v1/clients/${CLIENT_ID}/results?fields=factors,a%2Cb,%C3%A4%20%26`,
      { operationId: "listResults", path, query: { fields: ["factors", "a,b", "ä &"] } },
    ],
    [
      `/profiling/v1/clients/${CLIENT_ID}/results?fields=client%27s,(a)*!`,
      { operationId: "listResults", path, query: { fields: ["client's", "(a)*!"] } },
    ],
    [
      `/finances/v1/clients/${CLIENT_ID}/pensions/O'Neill`,
      { operationId: "getPension", path: { ...path, pensionId: "O'Neill" } },
    ],
    [
      `/profiling/v1/clients/${CLIENT_ID}/results`,
      { operationId: "listResults", path, query: { fields: [] } },
    ],
    [
      `/finances/v1/clients/${CLIENT_ID}/pensions/PEN%2F..%2F0042%3F%23`,
      { operationId: "getPension", path: { ...path, pensionId: "PEN/../0042?#" } },
    ],
  ];
  for (const [wanted, call] of [...CASES, ...FREE]) {
    it(wanted, () => assert.equal(urlOf(call), `https://api.example${wanted}`));
  }

  for (const queryString of ["pageSize=5", "x=1&page%4eumber=2"]) {
    it(`never name a parameter of the definition a second time: ${queryString}`, () =>
      assert.throws(() => urlOf({ operationId: "listClients", queryString }), {
        code: "input/ownParameter",
      }));
  }

  it("take nothing free that would end the query, or cannot be seen", () => {
    for (const queryString of ["x=1#y", "x=\u202e1", "x=%zz"]) {
      assert.throws(() => urlOf({ operationId: "listClients", queryString }), {
        code: "input/queryString",
      });
    }
  });

  it("follow the connection's base URL and prefixes", () => {
    const call: ServiceCall = { operationId: "listResults", path };
    const base = { baseUrl: "https://api.example:8443/gateway" };
    const prefixes = { ...CONNECTION.prefixes, profiling: "" };
    assert.equal(
      urlOf(call, { ...base, prefixes }),
      `https://api.example:8443/gateway/clients/${CLIENT_ID}/results`,
    );
  });

  it("escape an apostrophe in the name of a parameter", () => {
    const parameters = [{ name: "client's", in: "query", schema: { type: "string" } }];
    const operation = { operationId: "listThings", parameters };
    const text = definitionWith({ path: "/crm/v1/things", domain: "crm", operation });
    const call = { operationId: "listThings", query: { "client's": "1" } };
    const { url } = addressOf(CONNECTION, readDefinition(text), call);
    assert.ok(url.endsWith("/things?client%27s=1"), url);
  });

  it("hold a long integer as it was given", () => {
    const schema = { type: "integer", format: "int64" };
    const operation = {
      operationId: "getThing",
      parameters: [
        { name: "id", in: "path", required: true, schema },
        { name: "after", in: "query", schema },
      ],
    };
    const text = definitionWith({ path: "/crm/v1/things/{id}", domain: "crm", operation });
    const [id, after] = ["9007199254740993", "-9223372036854775807"];
    const call = { operationId: "getThing", path: { id }, query: { after } };
    const { url } = addressOf(CONNECTION, readDefinition(text), call);
    assert.ok(url.endsWith(`/things/${id}?after=${after}`), url);
  });

  it("name the path as the definition writes it", () => {
    const call: ServiceCall = { operationId: "listHoldings", path };
    const target = addressOf(CONNECTION, definition, call);
    assert.deepEqual(
      [target.method, target.pathTemplate],
      ["GET", "/finances/v1/clients/{clientId}/holdings"],
    );
  });
});

describe("parameters that do not fit", () => {
  const path = { clientId: CLIENT_ID };
  const pension = (pensionId: string): ServiceCall => ({
    operationId: "getPension",
    path: { ...path, pensionId },
  });
  const CASES: readonly (readonly [string, ServiceCall, string])[] = [
    ["no client id", { operationId: "getClient" }, "input/clientId"],
    ["no UUID", { operationId: "getClient", path: { clientId: "../x" } }, "input/clientId"],
    ["an empty pension id", pension(""), "input/pensionId"],
    ["a pension id of one dot", pension("."), "input/pensionId"],
    ["a pension id of two dots", pension(".."), "input/pensionId"],
    ["half a character", pension("\ud800"), "input/pensionId"],
    ["page 1.5", { operationId: "listClients", query: { pageNumber: 1.5 } }, "input/parameter"],
    ["page -1", { operationId: "listClients", query: { pageNumber: -1 } }, "input/parameter"],
    ["page -1", { operationId: "listClients", query: { pageNumber: "-1" } }, "input/parameter"],
    ["page x", { operationId: "listClients", query: { pageNumber: "x" } }, "input/parameter"],
    ["an unknown query", { operationId: "listClients", query: { admin: "1" } }, "input/parameter"],
    ["an unknown path", { operationId: "listClients", path: { a: "1" } }, "input/parameter"],
    ["no body", { operationId: "putPension", path: { ...path, pensionId: "P" } }, "input/body"],
  ];
  for (const [name, call, code] of CASES) {
    it(`${name}: ${code}`, () => {
      assert.throws(() => urlOf(call), { kind: "input", code });
    });
  }

  for (const prefix of [
    "crm/v1",
    ".evil.example",
    "/crm/../x",
    "/crm?x",
    "/crm v1",
    "//evil",
    "/",
  ]) {
    it(`prefix ${JSON.stringify(prefix)} is refused`, () => {
      const prefixes = { ...CONNECTION.prefixes, crm: prefix };
      const call: ServiceCall = { operationId: "listClients" };
      assert.throws(() => urlOf(call, { prefixes }), { kind: "input" });
    });
  }
});
