import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Connection } from "../../src/platform/base/connection";
import { newConnectionId } from "../../src/features/connections/common/connectionRecord";
import { TYPED_LENGTH } from "../../src/platform/guard/guard";
import type { PensionIdentity } from "../../src/features/pensions/common/target";
import type { PrivacyMode } from "../../src/features/privacy/register";
import { aConnection } from "../fakes/connection";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import {
  batch,
  changes,
  putsSince,
  removePayloads,
  shownBatches,
  writePayload,
} from "./support/batches";
import { activateExplorer, firstClient, message, type TestHandle } from "./support/explorer";
import { heldBy } from "./support/pensions";

const AVIVA = '{ "provider": "Aviva" }\n';

describe("many pensions through several connections", () => {
  let explorer: TestHandle;
  let sandbox: SandboxUnderTest;
  let acme: Connection;
  let clientId: string;
  /** Whom the access to Production sees. */
  let liveClientId: string;
  let number = 7500;

  before(async () => {
    [explorer, sandbox] = await Promise.all([activateExplorer(), startSandbox()]);
    clientId = (await firstClient(explorer)).row.id!.value;
  });

  beforeEach(async () => {
    await removePayloads();
    const { baseUrl, authUrl, clients, subscriptionKeys } = sandbox.facts;
    const { clientId: id, scopes, clientSecret } = clients.serviceAccount;
    acme = aConnection({
      ...{ id: newConnectionId(), label: "Acme live", environment: "production" },
      ...{ baseUrl, authUrl, clientId: id, scopes },
    });
    await explorer.connections.save(acme);
    explorer.dialogs.reset();
    explorer.dialogs.script(subscriptionKeys.production, clientSecret);
    await run("connection.enterSubscriptionKey", { nodeId: acme.id });
    await run("connection.enterClientSecret", { nodeId: acme.id });
    const { client } = await explorer.connections.open(acme.id);
    const call = { operationId: "listClients", query: { pageSize: "1" } } as const;
    const { text } = await client.send(call, { action: client.startAction("Clients") });
    liveClientId = (JSON.parse(text) as { items: { clientId: string }[] }).items[0]!.clientId;
    explorer.dialogs.reset();
  });

  afterEach(async () => {
    for (const { batchId } of await shownBatches(explorer)) {
      explorer.dialogs.script("Remove");
      await batch("remove", { batchId });
    }
    for (const { id } of explorer.connections.stored) {
      await explorer.connections.remove(id);
    }
    await setPrivacy(false);
    explorer.dialogs.reset();
  });

  after(async () => {
    await removePayloads();
    // What was written is known of the client that other suites look at.
    await explorer.sandbox.restart();
    await sandbox.stop();
  });

  const run = (command: string, ...values: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`financialPlanning.${command}`, ...values);

  async function setPrivacy(isOn: boolean): Promise<void> {
    if ((explorer.privacy as PrivacyMode).isOn !== isOn) {
      await run("privacy.toggle");
    }
  }

  /** A payload for the sandbox and one that is bound to Production. */
  async function payloads(): Promise<readonly [PensionIdentity, PensionIdentity]> {
    const mine = { clientId, pensionId: `PEN-${++number}` };
    const live = { clientId: liveClientId, pensionId: `PEN-${++number}` };
    for (const [identity, connectionId] of [[mine, "sandbox"] as const, [live, acme.id] as const]) {
      const uri = await writePayload(identity, AVIVA);
      await explorer.targets.remember(uri, { ...identity, connectionId });
    }
    return [mine, live];
  }

  const unlock = async (): Promise<void> => {
    explorer.dialogs.script("Unlock");
    assert.equal(await run("writing.unlock", { nodeId: acme.id }), true);
    explorer.dialogs.takeShown();
  };

  it("plans for locked Production, and refuses all of it unasked until that is unlocked", async () => {
    const [mine] = await payloads();
    const since = Date.now();
    await changes("plan");
    assert.deepEqual(explorer.dialogs.takeShown(), []);
    assert.equal((await shownBatches(explorer))[0]?.description, "2 create");
    await batch("apply");
    await message(explorer, /^Writing to 'Acme live' is locked, because it is Production\./);
    assert.deepEqual(putsSince(explorer, since), []);
    assert.equal(await heldBy(explorer, mine), undefined);
  });

  it("names Production first, asks for what proves it, and sends all under one trace id", async () => {
    const [, live] = await payloads();
    const since = Date.now();
    await changes("plan");
    await unlock();
    explorer.dialogs.script("PUT 2 pensions", live.clientId.slice(-TYPED_LENGTH));
    await batch("apply");
    const [question, typed, report] = explorer.dialogs.takeShown();
    assert.match(
      question!,
      /^PUT 2 pensions through 2 connections, 1 of them on PRODUCTION\?\nAcme live · PRODUCTION/,
    );
    assert.match(question!, /\nSandbox \(key [0-9a-f]{6}\): 1 pension\n/);
    assert.match(typed!, /^Type the last 6 characters of the id of (?:the )?client/);
    assert.match(report!, /^2 of 2 landed\./);
    const puts = putsSince(explorer, since);
    assert.deepEqual(
      puts.map(({ connectionId }) => connectionId).sort(),
      ["sandbox", acme.id].sort(),
    );
    assert.equal(new Set(puts.map(({ traceId }) => traceId)).size, 1);
  });

  it("stops where what proves Production is not typed", async () => {
    const [, live] = await payloads();
    const since = Date.now();
    await changes("plan");
    await unlock();
    explorer.dialogs.script("PUT 2 pensions", undefined);
    await batch("apply");
    // They are sent in the order of their paths, which begin with the client.
    const landed = clientId < liveClientId ? 1 : 0;
    const report = explorer.dialogs.takeShown().at(-1)!;
    assert.ok(report.startsWith(`${landed} of 2 landed. Stopped at ${live.pensionId}: not sent.`));
    assert.equal(putsSince(explorer, since).length, landed, "nothing left for Production");
  });

  it("goes on through the connection it was planned for, whichever is in use then", async () => {
    const all = [1, 2].map(() => ({ clientId, pensionId: `PEN-${++number}` }));
    for (const identity of all) {
      await writePayload(identity, AVIVA);
    }
    explorer.connections.use("sandbox");
    const since = Date.now();
    await changes("plan");
    const path = `*/${all[1]!.pensionId}`;
    const fault = { kind: "status", status: 403 } as const;
    await explorer.sandbox.setFaults([{ method: "PUT", path, fault }]);
    explorer.dialogs.script("PUT 2 pensions");
    await batch("apply");
    await explorer.sandbox.setFaults([]);
    explorer.connections.use(acme.id);
    explorer.dialogs.reset();
    explorer.dialogs.script("PUT pension");
    await batch("resume");
    const [question, report] = explorer.dialogs.takeShown();
    assert.match(question!, /^PUT 1 pension on Sandbox \(key/);
    assert.match(report!, /^2 of 2 landed, one of them at attempt 2\./);
    assert.deepEqual(
      putsSince(explorer, since).map(({ connectionId }) => connectionId),
      ["sandbox", "sandbox", "sandbox"],
    );
  });

  it("masks clients in the list, the question and the report while privacy mode is on", async () => {
    const mine = { clientId, pensionId: `PEN-${++number}` };
    await writePayload(mine, AVIVA);
    const name = (await firstClient(explorer)).row.label!.value;
    await setPrivacy(true);
    await changes("plan");
    explorer.dialogs.script("PUT pension");
    await batch("apply");
    await batch("copyReport");
    const report = await vscode.env.clipboard.readText();
    const shown = [...explorer.dialogs.takeShown(), ...(await shownBatches(explorer))[0]!.rows];
    assert.match(shown.join("\n"), /•/, "whose pension it is, is said");
    for (const text of [...shown, report]) {
      assert.ok(!text.includes(clientId), text);
      assert.ok(!text.includes(name), text);
    }
    assert.match(report, new RegExp(mine.pensionId));
    assert.match(report, /x-dt-traceid|Trace id: /);
  });
});
