import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Connection } from "../../src/platform/base/connection";
import { newConnectionId } from "../../src/features/connections/common/connectionRecord";
import { isAppError } from "../../src/platform/base/errors";
import type { AnyCall } from "../../src/platform/base/call";
import type { PrivacyMode } from "../../src/features/privacy/register";
import { sendNow } from "../../src/features/requests/host/send/sendAgain";
import type { SendServices } from "../../src/features/requests/host/send/services";
import { aConnection } from "../fakes/connection";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { activateExplorer, eventually, message, type TestHandle } from "./support/explorer";

const OTHER_KEY = "0f5c2a9e7b134d68a1c3e5f708192a3b";
const BODY = Buffer.from('{"provider":"Aviva"}');

describe("writing to Production", () => {
  let explorer: TestHandle;
  let sandbox: SandboxUnderTest;
  let acme: Connection;
  let clientId: string;
  let count = 0;

  before(async () => {
    [explorer, sandbox] = await Promise.all([activateExplorer(), startSandbox()]);
  });

  beforeEach(async () => {
    const { baseUrl, authUrl, clients } = sandbox.facts;
    const { clientId: id, scopes } = clients.serviceAccount;
    acme = aConnection({
      ...{ id: newConnectionId(), label: "Acme live", environment: "production" },
      ...{ baseUrl, authUrl, clientId: id, scopes },
    });
    await explorer.connections.save(acme);
    await enterSecrets(acme);
    const { client } = await explorer.connections.open(acme.id);
    const call = { operationId: "listClients", query: { pageSize: "1" } } as const;
    const { text } = await client.send(call, { action: client.startAction("Clients") });
    clientId = (JSON.parse(text) as { items: { clientId: string }[] }).items[0]!.clientId;
    explorer.dialogs.takeShown();
  });

  afterEach(async () => {
    for (const { id } of explorer.connections.stored) {
      await explorer.connections.remove(id);
    }
    assert.deepEqual(lock().unlocked, [], "removing locks");
  });

  after(() => sandbox.stop());

  const run = (command: string, ...values: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`financialPlanning.${command}`, ...values);
  const lock = (): TestHandle["writing"]["lock"] => explorer.writing.lock;
  const nodeOf = ({ id }: Connection): { nodeId: string } => ({ nodeId: id });
  const itemOf = ({ id }: Connection): vscode.TreeItem =>
    explorer.tree.getTreeItem({ kind: "connection", connectionId: id, nodeId: id });
  const keyOf = ({ id }: Connection): string =>
    explorer.connections.summary(id).keyFingerprint ?? assert.fail("no key");
  const isUnlocked = ({ id }: Connection): boolean => lock().remaining(id) > 0;

  async function enterSecrets(connection: Connection): Promise<void> {
    const { subscriptionKeys, clients } = sandbox.facts;
    explorer.dialogs.script(subscriptionKeys.production, clients.serviceAccount.clientSecret);
    await run("connection.enterSubscriptionKey", nodeOf(connection));
    await run("connection.enterClientSecret", nodeOf(connection));
  }

  async function unlock(connection = acme): Promise<void> {
    explorer.dialogs.script("Unlock");
    assert.equal(await run("writing.unlock", nodeOf(connection)), true);
    assert.ok(isUnlocked(connection));
    explorer.dialogs.takeShown();
  }

  const services = (): SendServices => {
    const { connections, guard, dialogs, privacy } = explorer;
    const used: Partial<SendServices> = {
      ...{ guard, dialogs, privacy, sameKeyLine: () => undefined },
      open: (id) => connections.open(id),
      keyFingerprint: (id) => connections.summary(id).keyFingerprint,
    };
    return used as SendServices;
  };

  /** Sends a new pension as the form does with what is no pension's; the status, or the code. */
  async function put(...answers: readonly (string | undefined)[]): Promise<number | string> {
    const pensionId = `PEN-W${String(++count)}`;
    const call: AnyCall = {
      ...{ operationId: "putPension", path: { clientId, pensionId }, body: BODY },
    };
    explorer.dialogs.script(...answers);
    try {
      const { status } = await sendNow(services(), { call, connectionId: acme.id, title: "PUT" });
      return status;
    } catch (error) {
      return isAppError(error) ? error.code : String(error);
    }
  }

  it("stands as locked in the tree, and as unlocked after a question that names all of it", async () => {
    const key = keyOf(acme);
    assert.equal(itemOf(acme).description, `PRODUCTION · locked · key ${key}`);
    assert.equal(itemOf(acme).contextValue, "productionConnection");
    let drawn = 0;
    const drawing = explorer.tree.onDidChangeTreeData(() => drawn++);
    explorer.dialogs.script(undefined);
    assert.equal(await run("writing.unlock", nodeOf(acme)), false);
    assert.deepEqual([isUnlocked(acme), drawn], [false, 0]);
    const [question = ""] = explorer.dialogs.takeShown();
    for (const part of [
      "Unlock writing to Acme live for 15 minutes?",
      `Connection: Acme live · PRODUCTION (key ${key})`,
      `Service: ${acme.baseUrl}`,
      "create, replace and delete",
      "last 6 characters of the id of the client",
    ]) {
      assert.ok(question.includes(part), `${part} in ${question}`);
    }
    await unlock();
    drawing.dispose();
    assert.ok(drawn > 0);
    assert.equal(itemOf(acme).description, `PRODUCTION · unlocked · key ${key}`);
    assert.equal(explorer.connections.current, acme.id);
    await run("writing.lock");
    assert.equal(itemOf(acme).description, `PRODUCTION · locked · key ${key}`);
  });

  it("is refused while locked, unasked; its button unlocks and tries again", async () => {
    assert.equal(await put(), "refused/locked");
    assert.deepEqual(explorer.dialogs.takeShown(), []);
    const error: unknown = await explorer.guard
      .permit({
        ...{ connection: acme, method: "PUT", url: acme.baseUrl, body: BODY },
        confirm: () => assert.fail("asked"),
      })
      .catch((reason: unknown) => reason);
    let again = 0;
    explorer.dialogs.script("Unlock…", "Unlock");
    await explorer.showError(error, () => (again += 1));
    assert.deepEqual([again, isUnlocked(acme)], [1, true]);
    assert.match(
      explorer.dialogs.takeShown()[0] ?? "",
      /^Writing to 'Acme live' is locked, because it is Production\. Unlock it for a while, then try again; nothing was written\.$/,
    );
    await run("writing.lock");
    explorer.dialogs.script("Unlock…", undefined);
    await explorer.showError(error, () => (again += 1));
    assert.deepEqual([again, isUnlocked(acme)], [1, false]);
  });

  it("asks for the end of the client's id before the first write alone", async () => {
    await unlock();
    const end = clientId.slice(-6);
    assert.equal(await put(undefined), "canceled/byUser");
    assert.equal(await put("Send PUT", undefined), "canceled/byUser");
    explorer.dialogs.takeShown();
    assert.equal(await put("Send PUT", "nothex"), "refused/notTyped");
    assert.deepEqual(explorer.dialogs.takeShown().slice(1), [
      `Type the last 6 characters of the id of the client: ${clientId}`,
    ]);
    assert.equal(await put("Send PUT", end.toUpperCase()), 201);
    assert.equal(await put("Send PUT"), 201);
    await run("writing.lock");
    assert.equal(await put(), "refused/locked");
    await unlock();
    assert.equal(await put("Send PUT", end), 201);
  });

  it("goes the way of pensions for what was sent and is sent again, from lock to landing", async () => {
    await unlock();
    const end = clientId.slice(-6);
    assert.equal(await put("Send PUT", end), 201);
    const pensionId = `PEN-W${String(count)}`;
    const { client } = await explorer.connections.open(acme.id);
    const read = async (): Promise<number | undefined> => {
      const call = { operationId: "getPension", path: { clientId, pensionId } } as const;
      const sent = client.send(call, { action: client.startAction("Pension") });
      return sent.then(
        ({ status }) => status,
        (error: unknown) => (isAppError(error) ? error.status : undefined),
      );
    };
    const call = { operationId: "deletePension", path: { clientId, pensionId } };
    explorer.dialogs.script("Send DELETE");
    const { action } = await sendNow(services(), { call, connectionId: acme.id, title: "DELETE" });
    explorer.dialogs.script("Send PUT");
    const again = { ...call, operationId: "putPension", body: BODY };
    await sendNow(services(), { call: again, connectionId: acme.id, title: "PUT" });
    await run("writing.lock");
    explorer.dialogs.takeShown();
    explorer.dialogs.script("Unlock…", "Unlock", "Delete", end);
    await run("requests.sendAgain", { actionId: action.id });
    await message(explorer, /^Deleted\. Pension PEN-W/);
    assert.equal(await read(), 404);
    assert.equal(await put("Send PUT"), 201);
  });

  it("takes the end of the pseudonym where that is what is shown", async () => {
    await unlock();
    const privacy = explorer.privacy as PrivacyMode;
    await run("privacy.toggle");
    await eventually("privacy mode", () => (privacy.isOn ? true : undefined));
    try {
      const shown = privacy.masking.maskLabel(clientId, "id");
      assert.notEqual(shown, clientId);
      assert.equal(await put("Send PUT", shown.slice(-6)), 201);
      assert.ok(!explorer.dialogs.takeShown().join().includes(clientId.slice(-6)));
    } finally {
      await run("privacy.turnOff");
      await eventually("privacy mode off", () => (privacy.isOn ? undefined : true));
    }
  });

  it("is locked by whatever replaces or ends the access", async () => {
    const ends: readonly (readonly [string, () => Thenable<unknown>])[] = [
      ["signed out", () => run("access.signOut", nodeOf(acme))],
      [
        "another address",
        () => {
          acme = { ...acme, prefixes: { ...acme.prefixes, crm: "/crm/v2" } };
          return explorer.connections.save(acme);
        },
      ],
      [
        "another key",
        () => {
          explorer.dialogs.script(OTHER_KEY);
          return run("connection.enterSubscriptionKey", nodeOf(acme));
        },
      ],
    ];
    for (const [what, end] of ends) {
      await unlock();
      await end();
      assert.equal(isUnlocked(acme), false, what);
      assert.deepEqual(await put(), "refused/locked");
    }
  });

  it("stays locked when connection or key changed over the question", async () => {
    const { dialogs } = explorer;
    const changes: readonly (() => Thenable<unknown>)[] = [
      () => explorer.connections.save({ ...acme, colour: "red" }),
      () => {
        dialogs.script(OTHER_KEY);
        return run("connection.enterSubscriptionKey", nodeOf(acme));
      },
    ];
    for (const change of changes) {
      Reflect.set(dialogs, "confirm", async () => {
        await change();
        return true;
      });
      try {
        assert.equal(await run("writing.unlock", nodeOf(acme)), undefined);
      } finally {
        Reflect.deleteProperty(dialogs, "confirm");
      }
      await message(explorer, /^'Acme live' stays locked: the connection or its key changed/);
      assert.equal(isUnlocked(acme), false);
    }
  });

  it("needs no unlock elsewhere, and says so; without a node it asks which is meant", async () => {
    const development = { ...acme, id: newConnectionId(), label: "Acme trial" };
    await explorer.connections.save({ ...development, environment: "development" });
    assert.equal(await run("writing.unlock", nodeOf(development)), undefined);
    await message(
      explorer,
      /Writing to 'Acme trial' needs no unlocking\. Only Production is locked/,
    );
    explorer.connections.use(development.id);
    explorer.dialogs.script("Unlock");
    assert.equal(await run("writing.unlock"), true);
    assert.ok(isUnlocked(acme), "the only one");
    await run("writing.lock");
    const second = { ...acme, id: newConnectionId(), label: "Bravo live" };
    await explorer.connections.save(second);
    await enterSecrets(second);
    explorer.connections.use(development.id);
    explorer.dialogs.script("Bravo live", "Unlock");
    assert.equal(await run("writing.unlock"), true);
    assert.deepEqual(lock().unlocked, [second.id]);
  });

  it("needs a key to name, and offers to enter it", async () => {
    const keyless = { ...acme, id: newConnectionId(), label: "Acme new" };
    await explorer.connections.save(keyless);
    explorer.dialogs.script("Enter key", sandbox.facts.subscriptionKeys.production, "Unlock");
    await run("writing.unlock", nodeOf(keyless));
    await eventually("the unlock", () => (isUnlocked(keyless) ? true : undefined));
  });

  it("is not unlocked in Restricted Mode", async () => {
    const guard = explorer.guard;
    const trusted: unknown = Reflect.get(guard, "isTrusted");
    Reflect.set(guard, "isTrusted", () => false);
    try {
      assert.equal(await run("writing.unlock", nodeOf(acme)), undefined);
      await message(explorer, /Restricted Mode/);
      assert.equal(isUnlocked(acme), false);
    } finally {
      Reflect.set(guard, "isTrusted", trusted);
    }
  });

  it("is told of in the status, which unlocks and locks", async () => {
    explorer.dialogs.script("Writing");
    await run("connection.showStatus", acme.id);
    assert.equal(await vscode.env.clipboard.readText(), "locked");
    explorer.dialogs.script("Unlock writing…", "Unlock");
    await run("connection.showStatus", acme.id);
    assert.ok(isUnlocked(acme));
    explorer.dialogs.script("Writing");
    await run("connection.showStatus", acme.id);
    assert.equal(await vscode.env.clipboard.readText(), "unlocked, 15 min left");
    explorer.dialogs.script("Lock writing now");
    await run("connection.showStatus", acme.id);
    assert.equal(isUnlocked(acme), false);
  });

  describe("with a key that another connection has too", () => {
    const alike = (change: Partial<Connection>): Connection => ({
      ...{ ...acme, id: newConnectionId(), label: "Acme trial" },
      ...change,
    });

    it("warns when the key is entered, in the tooltip, the status and the question", async () => {
      const trial = alike({ environment: "development" });
      await explorer.connections.save(trial);
      await enterSecrets(trial);
      await message(
        explorer,
        /^Acme trial · Development has the same subscription key as Acme live · PRODUCTION\. The key alone decides the environment, so one of them is labelled wrongly/,
      );
      const tooltip = (itemOf(trial).tooltip as vscode.MarkdownString).value;
      assert.match(tooltip.replace(/\\(?=\W)/g, ""), /Same key as\*\* Acme live · PRODUCTION/);
      explorer.dialogs.script("Same key as");
      await run("connection.showStatus", trial.id);
      assert.equal(await vscode.env.clipboard.readText(), "Acme live · PRODUCTION");
      explorer.dialogs.takeShown();
      explorer.dialogs.script(undefined);
      await run("writing.unlock", nodeOf(acme));
      assert.match(
        explorer.dialogs.takeShown()[0] ?? "",
        /Same key as Acme trial · Development: the key alone decides the environment\./,
      );
    });

    it("says of the same environment that calls go to the same one", async () => {
      const trial = alike({});
      await explorer.connections.save(trial);
      await enterSecrets(trial);
      await message(
        explorer,
        /Acme live · PRODUCTION\. .*: calls of both go to the same one\. If that is not meant/,
      );
    });

    it("compares the keys themselves where fingerprints are alike", async () => {
      const trial = alike({ environment: "development" });
      await explorer.connections.save(trial);
      await enterSecrets(trial);
      explorer.dialogs.takeShown();
      const read = Reflect.get(explorer.entered, "read") as () => unknown;
      Reflect.set(explorer.entered, "read", () => Promise.resolve({ subscriptionKey: OTHER_KEY }));
      try {
        await enterSecrets(trial);
        assert.ok(!explorer.dialogs.takeShown().join().includes("same subscription key"));
      } finally {
        Reflect.set(explorer.entered, "read", read);
      }
    });
  });
});
