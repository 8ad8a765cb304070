import assert from "node:assert/strict";
import { activeDefinition } from "../../../../src/features/definitions/common/activeDefinition";
import type { ActiveDefinition } from "../../../../src/platform/service/definition/active";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { domainsOf } from "../../../../src/features/definitions/common/foreignOperations";
import { readDocument } from "../../../../src/features/definitions/common/imports/readDocument";
import { fingerprintOf } from "../../../../src/platform/base/keyFingerprint";
import { WriteGuard } from "../../../../src/platform/guard/guard";
import { PermitIssuer } from "../../../../src/platform/guard/permit";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { createNetwork, type Network } from "../../../../src/platform/service/network";
import type { ServiceAnswer, ServiceClient } from "../../../../src/platform/service/client";
import type { AnyCall } from "../../../../src/platform/base/call";
import { aConnection } from "../../../fakes/connection";
import { createLocks } from "../../../fakes/locks";
import { failureOf, MemoryLog, MemoryStore } from "../../platform/http/support/bench";
import { type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";
import { BASE, OUR_IDS, PREFIXES } from "./support/foreign";

describe("a client that lives by imported definitions", () => {
  let sandbox: SandboxUnderTest;
  let network: Network;
  let client: ServiceClient;
  let definition = BASE;
  const permits = new PermitIssuer();
  const keyOf = (): string => fingerprintOf(sandbox.facts.subscriptionKeys.development);
  const guard = new WriteGuard(permits, () => true, undefined, keyOf);
  const connection = aConnection();

  before(async () => {
    sandbox = await startSandbox();
    const { baseUrl, authUrl, prefixes, clients, subscriptionKeys } = sandbox.facts;
    const { clientId, clientSecret, scopes } = clients.serviceAccount;
    const limits = { attemptMilliseconds: 20_000, actionMilliseconds: 60_000 };
    network = createNetwork({
      ...{ clock: SYSTEM_CLOCK, log: new MemoryLog(), redactor: createRedactor(), permits },
      ...{ tokens: new MemoryStore(), locks: createLocks(), version: "0.0.0" },
      definition: () => definition,
      limits: () => ({ ...limits, bodyBytes: 20_000_000, concurrentRequests: 4 }),
      trace: () => ({ send: true, prefix: "", pinned: undefined }),
      proxy: () => ({
        ...{ enabled: true, proxy: "", noProxy: [], strictSsl: true, authorization: undefined },
        ...{ systemCertificates: false, environment: {} },
      }),
      onAction: () => undefined,
    });
    const secrets = { subscriptionKey: subscriptionKeys.development, clientSecret };
    client = network.open({
      connection: { ...connection, baseUrl, authUrl, prefixes, clientId, scopes },
      secrets: () => Promise.resolve(secrets),
      onSession: () => undefined,
    });
  });

  after(async () => {
    await network.dispose();
    await sandbox.stop();
  });

  const send = (call: AnyCall): Promise<ServiceAnswer> =>
    client.send(call, { action: client.startAction("Test") });

  /** What a person does: gets the document, lets it be read, says that it is right. */
  async function importFrom(path: string): Promise<readonly ActiveDefinition[]> {
    const action = client.startAction("Interface definition");
    const { text } = await client.getDocument(`${sandbox.facts.baseUrl}${path}`, { action });
    const { document } = readDocument(text);
    return domainsOf(document, PREFIXES).flatMap(({ domain }) =>
      // The oldest of them names no server: the person who imports it knows whose it is.
      [{ domain: domain ?? "crm", document: JSON.stringify(document) }],
    );
  }

  it("calls what only the provider describes as soon as it is there, and no longer", async () => {
    definition = BASE;
    const funds = { operationId: "finances:GET /funds" };
    assert.equal((await failureOf(send(funds))).code, "definition/unknownOperation");
    const imported = [
      ...(await importFrom("/definitions/finances.yaml")),
      ...(await importFrom("/definitions/crm.json")),
      ...(await importFrom("/definitions/profiling.yaml")),
    ];
    assert.deepEqual(
      imported.map(({ domain }) => domain),
      ["finances", "crm", "profiling"],
    );
    definition = activeDefinition(BASE, imported);
    assert.equal((await send(funds)).status, 200);
    definition = BASE;
    assert.equal((await failureOf(send(funds))).code, "definition/unknownOperation");
  });

  it("calls our own endpoints under other names of path parameters, and writes a pension", async () => {
    definition = activeDefinition(BASE, await importFrom("/definitions/finances.yaml"));
    const known = readDefinition(definition);
    assert.deepEqual(
      OUR_IDS.filter((id) => known.operation(id).id !== id),
      [],
    );
    assert.equal(known.operation("putPension").imported, true);
    const clients = await send({ operationId: "listClients", query: { pageSize: 2 } });
    const rows = JSON.parse(clients.text) as { items: readonly { clientId: string }[] };
    const clientId = rows.items[0]?.clientId ?? "";
    const query = { pageSize: 1, pageNumber: 1 };
    const holdings = await send({ operationId: "listHoldings", path: { clientId }, query });
    assert.equal(holdings.status, 200);
    const path = { clientId, pensionId: "PEN-7001" };
    const body = Buffer.from('{"provider":"Aviva","status":"active"}');
    const call = { operationId: "putPension", path, body };
    const confirm = (): Promise<boolean> => Promise.resolve(true);
    const write = { ...client.describe(call), connection, body, confirm };
    const permit = await guard.permit(write);
    const written = await send({ ...call, permit });
    assert.equal(written.status, 201);
    assert.equal(written.action.attempts[0]?.operationId, "putPension");
    const list = await send({
      ...{ operationId: "finances:GET /clients/{id}/pensions", path: { id: clientId } },
    });
    assert.ok(list.text.includes("PEN-7001"));
  });
});
