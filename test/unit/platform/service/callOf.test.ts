import assert from "node:assert/strict";
import fc from "fast-check";
import { type Connection, SANDBOX_CONNECTION_ID } from "../../../../src/platform/base/connection";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { addressOf } from "../../../../src/platform/service/address";
import { callOf } from "../../../../src/platform/service/callOf";
import type { AnyCall } from "../../../../src/platform/base/call";
import { aConnection } from "../../../fakes/connection";
import { CLIENT_ID, DEFINITION } from "../http/support/bench";
import { definitionWith } from "../../support/definitionText";
import { runs } from "../../../fakes/runs";

const definition = readDefinition(DEFINITION);
const CONNECTION = aConnection({ baseUrl: "https://api.example/gateway" });
const path = { clientId: CLIENT_ID };

function readBack(call: AnyCall, connection: Connection = CONNECTION): AnyCall {
  return callOf(addressOf(connection, definition, call), definition, connection);
}

describe("calls read back from their record", () => {
  const CALLS: readonly AnyCall[] = [
    { operationId: "listClients", path: {}, query: {} },
    { operationId: "listClients", path: {}, query: { pageSize: "25", pageNumber: "2" } },
    { operationId: "listResults", path, query: { fields: ["factors", "a,b", "ä &"] } },
    { operationId: "getPension", path: { ...path, pensionId: "PEN/../0042?# %" }, query: {} },
    { operationId: "deletePension", path: { ...path, pensionId: "PEN-1" }, query: {} },
    { method: "GET", domain: "crm", typedPath: "/advisers" },
    { method: "POST", domain: "finances", typedPath: "/a%20b/", queryString: "x=1,2&y" },
    { method: "HEAD", domain: "crm", typedPath: "/clients" },
    { method: "GET", domain: "crm", typedPath: "/clients", queryString: "secretly=1" },
    { method: "GET", domain: "crm", typedPath: "/clients/no-uuid" },
    {
      ...{ operationId: "listClients", path: {}, query: { pageSize: "25" } },
      queryString: "unions=a,b&x=%C3%A4%20%2B&y",
    },
    { operationId: "listResults", path, query: { fields: ["client's"] } },
    { operationId: "getPension", path: { ...path, pensionId: "O'Neill" }, query: {} },
  ];
  for (const call of CALLS) {
    it(JSON.stringify(call), () => assert.deepEqual(readBack(call), call));
  }

  it("holds the items of a list in its path", () => {
    const items = { type: "string" };
    const parameters = [{ name: "ids", in: "path", schema: { type: "array", items } }];
    const operation = { operationId: "listNotes", parameters };
    const used = readDefinition(
      definitionWith({ path: "/crm/v1/notes/{ids}", domain: "crm", operation }),
    );
    const target = addressOf(CONNECTION, used, {
      ...{ operationId: "listNotes", path: { ids: "a/b,..,c ä" } },
    });
    assert.ok(target.url.endsWith("/crm/v1/notes/a%2Fb,..,c%20%C3%A4"), target.url);
    const wanted = { operationId: "listNotes", path: { ids: "a/b,..,c ä" }, query: {} };
    assert.deepEqual(callOf(target, used, CONNECTION), wanted);
    for (const ids of ["", ".", "..", "a,\ud800"]) {
      const call = { operationId: "listNotes", path: { ids } };
      assert.throws(() => addressOf(CONNECTION, used, call), { code: "input/parameter" });
    }
    // An item with a comma of its own would be two: it is sent again as it was.
    const other = { ...target, url: target.url.replace("a%2Fb,", "a%2Cb,") };
    assert.equal("typedPath" in callOf(other, used, CONNECTION), true);
  });

  it("leaves out the body, which is kept apart", () => {
    const call = { operationId: "putPension", path: { ...path, pensionId: "P" }, query: {} };
    assert.deepEqual(readBack({ ...call, body: Buffer.from("{}") }), call);
  });

  it("knows an operation by its template where its id was not recorded", () => {
    const call = { operationId: "listHoldings", path, query: { pageNumber: "3" } };
    const { operationId, ...target } = addressOf(CONNECTION, definition, call);
    assert.equal(operationId, "listHoldings");
    assert.deepEqual(callOf(target, definition, CONNECTION), call);
  });

  it("knows an operation though the prefix has changed since, but no typed path", () => {
    const later = { ...CONNECTION, prefixes: { crm: "/x", finances: "/y", profiling: "/z" } };
    const call = { operationId: "listResults", path, query: {} };
    assert.deepEqual(callOf(addressOf(CONNECTION, definition, call), definition, later), call);
    const typed = addressOf(CONNECTION, definition, CALLS[5]!);
    assert.throws(() => callOf(typed, definition, later), { code: "input/notRepeatable" });
  });

  it("is not sent to another server, because the connection leads there now", () => {
    const other = aConnection({ ...CONNECTION, baseUrl: "https://other.example/gateway" });
    const wanted = { kind: "input", code: "input/movedAddress" };
    for (const call of CALLS) {
      const target = addressOf(CONNECTION, definition, call);
      assert.throws(() => callOf(target, definition, other), wanted);
    }
  });

  it("is not sent below another path, nor to the identity provider of the same host", () => {
    const call = { operationId: "listClients", path: {}, query: {} };
    const before = aConnection({ baseUrl: "https://gateway.example/acme" });
    const target = addressOf(before, definition, call);
    assert.deepEqual(callOf(target, definition, before), call);
    for (const [baseUrl, authUrl] of [
      ["https://gateway.example/other", "https://identity.example"],
      ["https://gateway.example", "https://gateway.example/acme"],
    ] as const) {
      const moved = aConnection({ baseUrl, authUrl });
      const wanted = { code: "input/movedAddress" };
      assert.throws(() => callOf(target, definition, moved), wanted);
    }
  });

  it("is sent to the sandbox again, which has another port in each window", () => {
    const sandbox = aConnection({ id: SANDBOX_CONNECTION_ID, baseUrl: "http://127.0.0.1:4001" });
    const later = { ...sandbox, baseUrl: "http://127.0.0.1:4002" };
    const call = { operationId: "listClients", path: {}, query: {} };
    assert.deepEqual(callOf(addressOf(sandbox, definition, call), definition, later), call);
  });

  it("sends nothing that was taken out of the record", () => {
    const target = addressOf(CONNECTION, definition, CALLS[5]!);
    for (const url of [`${target.url}?key=[redacted]`, "", "not an address"]) {
      const wanted = { kind: "input", code: "input/notRepeatable" };
      assert.throws(() => callOf({ ...target, url }, definition, CONNECTION), wanted);
    }
  });

  it("is not sent without a header that the user gave and the definition no longer has", () => {
    const own = ["Accept", "User-Agent", "If-Match", "Authorization", "x-dt-traceid"].map(
      (name) => [name, "value"] as const,
    );
    for (const call of [CALLS[0]!, CALLS[5]!]) {
      const target = addressOf(CONNECTION, definition, call);
      const sent = { ...target, requestHeaders: own };
      assert.deepEqual(callOf(sent, definition, CONNECTION), call);
      const given = { ...target, requestHeaders: [...own, ["X-Dry-Run", "true"] as const] };
      assert.throws(() => callOf(given, definition, CONNECTION), { code: "input/notRepeatable" });
    }
  });

  it("chooses the longest prefix, also where one is empty", () => {
    const prefixes = { crm: "", finances: "/v1", profiling: "/v1/risk" };
    const connection = { ...CONNECTION, prefixes };
    for (const domain of ["crm", "finances", "profiling"] as const) {
      const call: AnyCall = { method: "GET", domain, typedPath: "/things" };
      assert.deepEqual(readBack(call, connection), call);
    }
  });

  it("makes the same address again for whatever can be sent", () => {
    const value = fc.string({ unit: "binary", minLength: 1, maxLength: 12 });
    let compared = 0;
    fc.assert(
      fc.property(value, fc.array(value, { maxLength: 4 }), (pensionId, fields) => {
        const calls: AnyCall[] = [
          { operationId: "getPension", path: { ...path, pensionId } },
          { operationId: "listResults", path, query: { fields, questionnaireId: pensionId } },
          { method: "PATCH", domain: "crm", typedPath: `/x/${pensionId}`, queryString: pensionId },
        ];
        for (const call of calls) {
          let url: string;
          try {
            url = addressOf(CONNECTION, definition, call).url;
          } catch {
            continue;
          }
          if (!url.includes("[redacted]")) {
            compared++;
            assert.equal(addressOf(CONNECTION, definition, readBack(call)).url, url);
          }
        }
      }),
      { numRuns: runs(1000) },
    );
    assert.notEqual(compared, 0);
  });
});
