import assert from "node:assert/strict";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { pensionCallOf } from "../../../../src/features/pensions/common/pensionCall";
import { clientOfCall } from "../../../../src/features/requests/common/sendRequest";
import type { AnyCall, TypedCall } from "../../../../src/platform/base/call";
import { aConnection } from "../../../fakes/connection";
import { foreign, mergedText } from "../definitions/support/foreign";
import { CLIENT_ID, DEFINITION } from "../../platform/http/support/bench";

const PATH = `/clients/${CLIENT_ID}/pensions/PEN-1`;
const PENSION = { clientId: CLIENT_ID, pensionId: "PEN-1" };
const definition = readDefinition(DEFINITION);

function typed(change: Partial<TypedCall> = {}): TypedCall {
  return { method: "PUT", domain: "finances", typedPath: PATH, ...change };
}

function found(call: AnyCall, connection = aConnection()): unknown {
  return pensionCallOf(call, { definition, connection });
}

describe("a call that writes a pension", () => {
  it("is known by its operation", () => {
    const call = { path: PENSION };
    assert.deepEqual(found({ ...call, operationId: "putPension" }), { kind: "put", ...PENSION });
    const deletion = found({ ...call, operationId: "deletePension" });
    assert.deepEqual(deletion, { kind: "delete", ...PENSION });
    assert.equal(found({ ...call, operationId: "getPension" }), undefined);
    assert.equal(found({ ...call, operationId: "nobodysOperation" }), undefined);
    const nowhere = { kind: "put", clientId: "", pensionId: "" };
    assert.deepEqual(found({ operationId: "putPension" }), nowhere);
  });

  it("is for the id that its operation is given, whatever a server reads in it", () => {
    for (const pensionId of ["..", "a/../PEN-2", "a%2Fb"]) {
      const call = { operationId: "putPension", path: { ...PENSION, pensionId } };
      assert.deepEqual(found(call), { kind: "put", ...PENSION, pensionId });
    }
  });

  it("is none that the definition does not have", () => {
    const operations = definition.operations.filter(({ id }) => id !== "deletePension");
    const places = { definition: { ...definition, operations }, connection: aConnection() };
    assert.equal(pensionCallOf(typed({ method: "DELETE" }), places), undefined);
  });

  it("is known where the connection has no address that can be read", () => {
    const connection = aConnection({ baseUrl: "no address" });
    assert.deepEqual(found(typed(), connection), { kind: "put", ...PENSION });
  });

  describe("that a provider's definition calls otherwise", () => {
    const theirs = readDefinition(
      mergedText(
        foreign({
          "/Clients/{client}/Pensions/{id}": { put: {}, delete: {} },
          "/clients/{client}/{kind}/{id}": { put: {}, get: {} },
          "/clients/{client}/pensions/{id}/": { delete: {} },
          "/clients/{client}/pensions/{id}/notes": { put: {} },
          "/clients/{client}//pension%73;v=1/{id}": { put: {} },
          "/clients/{client}/notes/{id}": { put: {} },
          "/notes/{id}": { put: {} },
        }),
      ),
    );
    const called = (operationId: string, path: Readonly<Record<string, string>>): unknown => {
      const call = { operationId, path: { client: CLIENT_ID, id: "PEN-1", ...path } };
      assert.ok(theirs.operation(operationId));
      return pensionCallOf(call, { definition: theirs, connection: aConnection() });
    };

    it("is known by where it goes", () => {
      const otherCase = "/Clients/{client}/Pensions/{id}";
      const put = { kind: "put", ...PENSION };
      assert.deepEqual(called(`finances:PUT ${otherCase}`, {}), put);
      const deletion = called(`finances:DELETE ${otherCase}`, {});
      assert.deepEqual(deletion, { kind: "delete", ...PENSION });
      const anyKind = "finances:PUT /clients/{client}/{kind}/{id}";
      assert.deepEqual(called(anyKind, { kind: "pensions" }), put);
      assert.deepEqual(called(anyKind, { kind: "Pensions" }), put);
    });

    it("is known by where its path or a value leads once a server has read it", () => {
      const put = { kind: "put", ...PENSION };
      assert.deepEqual(called("finances:PUT /clients/{client}//pension%73;v=1/{id}", {}), put);
      const note = "finances:PUT /clients/{client}/notes/{id}";
      for (const id of ["../pensions/PEN-1", "a/..\\../pensions/PEN-1", "..;/pensions/PEN-1"]) {
        assert.deepEqual(called(note, { id }), put, id);
      }
      assert.equal(called(note, { id: "pensions/PEN-1" }), undefined);
      const up = `../../../finances/v1${PATH}`;
      assert.deepEqual(called("finances:PUT /notes/{id}", { id: up }), put);
    });

    it("is none where it goes elsewhere", () => {
      const anyKind = "/clients/{client}/{kind}/{id}";
      assert.equal(called(`finances:PUT ${anyKind}`, { kind: "holdings" }), undefined);
      assert.equal(called(`finances:GET ${anyKind}`, { kind: "pensions" }), undefined);
      assert.equal(called("finances:PUT /clients/{client}/pensions/{id}/notes", {}), undefined);
    });
  });

  const upper = CLIENT_ID.toUpperCase();
  for (const [typedPath, clientId, pensionId] of [
    [PATH, CLIENT_ID, "PEN-1"],
    [`${PATH}/`, CLIENT_ID, "PEN-1"],
    [`/Clients/${upper}/PENSIONS/PEN-1`, upper, "PEN-1"],
    [`/%63lients/${CLIENT_ID}/pension%73/PEN%2D1`, CLIENT_ID, "PEN-1"],
    [`/clients/${CLIENT_ID}/pensions/PEN%201`, CLIENT_ID, "PEN 1"],
    [`/clients/${CLIENT_ID}/pensions/a%2Fb`, CLIENT_ID, "a/b"],
    [`/clients/${CLIENT_ID}/pensions/PEN-1;w=2`, CLIENT_ID, "PEN-1;w=2"],
    [`/clients/${CLIENT_ID}/pensions/PEN-1;w=2/`, CLIENT_ID, "PEN-1;w=2"],
    [`/clients/somebody/pensions/${CLIENT_ID}`, "somebody", CLIENT_ID],
  ] as const) {
    it(`is known by the path ${typedPath}`, () => {
      for (const [method, kind] of [
        ["PUT", "put"],
        ["DELETE", "delete"],
      ] as const) {
        const call = typed({ method, typedPath });
        assert.deepEqual(found(call), { kind, clientId, pensionId });
      }
    });
  }

  for (const typedPath of [
    `/clients/${CLIENT_ID}/pensions%2FPEN-1`,
    `/clients/${CLIENT_ID}%2fpensions%2fPEN-1`,
    `/clients%5C${CLIENT_ID}/pensions%5CPEN-1`,
    `/clients/${CLIENT_ID}/pensions%252FPEN-1`,
    `/clients/${CLIENT_ID}/pension%2573/PEN-1`,
    `/clients/${CLIENT_ID}/pension%252573/PEN-1`,
    `/clients/${CLIENT_ID}/pensions%25252525252FPEN-1`,
    `/clients/${CLIENT_ID}/pensions%EF%BC%8FPEN-1`,
    `/clients/${CLIENT_ID}/pen%00sions/PEN-1`,
    `/clients/${CLIENT_ID}/pen%C2%ADsions/PEN-1`,
    `/clients/${CLIENT_ID}/pensions,v=1/PEN-1`,
    `/clients/${CLIENT_ID}/pensions;v=1/PEN-1`,
    `/clients/${CLIENT_ID}/pensions;a=%2Fb/PEN-1`,
    `/clients;a=1;b/${CLIENT_ID}/pensions;/PEN-1`,
    `/clients/${CLIENT_ID}/pensions%3Bv=1/PEN-1`,
    `//clients///${CLIENT_ID}/pensions//PEN-1//`,
    `/clients/${CLIENT_ID}/%2Fpensions/PEN-1`,
    `/./clients/${CLIENT_ID}/notes/../pensions/./PEN-1`,
    `/clients/${CLIENT_ID}/notes/%2e%2E/pensions/PEN-1`,
    `/clients/${CLIENT_ID}/notes/..%2Fpensions/PEN-1`,
    `/clients/${CLIENT_ID}/pensions./PEN-1`,
    `/clients/${CLIENT_ID}/pensions%20/PEN-1`,
    `/clients/${CLIENT_ID}/%EF%BD%90ensions/PEN-1`,
    `/clients/${CLIENT_ID}/pensions%2FPEN-1/`,
    `/clients/${CLIENT_ID}/pensions/PEN-1/notes/..%2F`,
  ]) {
    it(`is known by what servers may read in ${typedPath}`, () => {
      assert.deepEqual(found(typed({ typedPath })), { kind: "put", ...PENSION });
      const below = aConnection({ baseUrl: "https://service.example/api;v=1/" });
      assert.deepEqual(found(typed({ typedPath }), below), { kind: "put", ...PENSION });
      const queried = typed({ typedPath, queryString: "a=1" });
      assert.throws(() => found(queried), { code: "input/pensionQuery" });
    });
  }

  for (const typedPath of [
    `/clients/${CLIENT_ID}/pensions;v=1/PEN-1;w=2`,
    `/clients/${CLIENT_ID};v=1/pensions%2FPEN-1`,
    `/clients/${CLIENT_ID}/pensions%2FPEN-1.`,
    `/clients/${CLIENT_ID}/pensions;v=1/PEN%252D1`,
    `/clients/${CLIENT_ID}/pensions%2FPEN-1%3Fa`,
    `/clients/${CLIENT_ID}/pensions;v=1/PEN-1%253Fa`,
  ]) {
    it(`is refused where servers may read another pension in ${typedPath}`, () => {
      assert.throws(() => found(typed({ typedPath })), { code: "input/pensionPath" });
    });
  }

  it("is known where its path climbs out of the connection's address and back", () => {
    const below = aConnection({ baseUrl: "https://service.example/api" });
    const typedPath = `/../../../api/finances/v1${PATH}`;
    assert.deepEqual(found(typed({ typedPath }), below), { kind: "put", ...PENSION });
    assert.equal(found(typed({ typedPath: `/../../../finances/v1${PATH}` }), below), undefined);
  });

  it("is known where its domain's prefix was typed, and where it is another one", () => {
    const prefixes = { crm: "", finances: "/finances/v2", profiling: "/profiling/v1" };
    const call = typed({ domain: "crm", typedPath: `/finances/v2${PATH}` });
    assert.deepEqual(found(call, aConnection({ prefixes })), { kind: "put", ...PENSION });
    assert.equal(found(call), undefined);
  });

  for (const [what, change] of [
    ["read", { method: "GET" }],
    ["method that pensions are not written with", { method: "PATCH" }],
    ["domain", { domain: "crm" }],
    ["list", { typedPath: `/clients/${CLIENT_ID}/pensions` }],
    ["part of it", { typedPath: `${PATH}/notes` }],
    ["part of it, however it is written", { typedPath: `${PATH}%2Fnotes/a;v=1` }],
    ["kind of record, however it is written", { typedPath: `/clients/${CLIENT_ID}/p%2FPEN-1` }],
    ["kind of record", { typedPath: `/clients/${CLIENT_ID}/policies/PEN-1` }],
  ] as const) {
    it(`is not one to another ${what}`, () => {
      assert.equal(found(typed(change)), undefined);
    });
  }

  it("is not one to another place with a query", () => {
    const typedPath = `/clients/${CLIENT_ID}/notes/PEN-1`;
    assert.equal(found(typed({ typedPath, queryString: "a=1" })), undefined);
  });

  it("is refused with a query, which would be lost", () => {
    assert.throws(() => found(typed({ queryString: "a=1" })), { code: "input/pensionQuery" });
  });
});

describe("the client that a call names", () => {
  it("is the parameter, or the id behind /clients/", () => {
    const { clientId } = PENSION;
    assert.equal(clientOfCall({ operationId: "putPension", path: PENSION }), clientId);
    for (const typedPath of [PATH, `/v2/clients/${clientId}`, `/CLIENTS/${clientId}/x`]) {
      assert.equal(clientOfCall(typed({ typedPath })), clientId);
    }
  });

  it("is none where there is none", () => {
    for (const typedPath of [
      "/",
      "/clients/",
      `/${CLIENT_ID}/pensions`,
      `/clients/${CLIENT_ID}x`,
      `/clients/x${CLIENT_ID}`,
      "/clients/ffffff",
    ]) {
      assert.equal(clientOfCall(typed({ typedPath })), undefined, typedPath);
    }
    assert.equal(clientOfCall({ operationId: "listClients" }), undefined);
  });
});
