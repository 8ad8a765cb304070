import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  Connections,
  type ConnectionsOptions,
} from "../../src/features/connections/host/connections";
import { keepProofKeyOff } from "../../src/features/connections/host/changeSignIn";
import { switchConnection } from "../../src/features/connections/host/switchConnection";
import type { Connection } from "../../src/platform/base/connection";
import { encodeConnection } from "../../src/features/connections/common/connectionRecord";
import type { EnteredSecretsOptions } from "../../src/features/connections/common/enteredSecrets";
import { isAppError, isCanceled } from "../../src/platform/base/errors";
import { ErrorActions } from "../../src/platform/vscode/errorActions";
import type { Dialogs } from "../../src/platform/vscode/dialogs";
import { TypedMemento } from "../../src/platform/vscode/state";
import { FaultyStore } from "../faults/support/faultyStore";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { tokenRequests } from "../unit/platform/http/support/bench";
import { activateExplorer, eventually, message, walk, type TestHandle } from "./support/explorer";
import { startOperator, type Operator } from "./support/operator";

const KEY = "0f5c2a9e7b134d68a1c3e5f708192a3b";
const SECRET = "s3cret+/=&with signs";

describe("connections of one's own", () => {
  let explorer: TestHandle;
  let operator: Operator;
  let options: ConnectionsOptions;

  before(async () => {
    explorer = await activateExplorer();
    options = Reflect.get(explorer.connections, "options") as ConnectionsOptions;
  });

  beforeEach(async () => {
    operator = await startOperator();
    explorer.dialogs.takeShown();
  });

  afterEach(async () => {
    for (const { id } of explorer.connections.stored) {
      await explorer.connections.remove(id);
    }
    await operator.close();
  });

  const run = (command: string, ...values: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`financialPlanning.${command}`, ...values);
  const nodeOf = ({ id }: Connection): { nodeId: string } => ({ nodeId: id });
  const labels = (): string[] => explorer.connections.summaries.map(({ label }) => label);
  const keys = (): Promise<readonly (string | undefined)[]> => {
    const { store } = Reflect.get(explorer.entered, "options") as EnteredSecretsOptions;
    return Promise.all(
      explorer.connections.stored.flatMap(({ id }) =>
        ["secrets", "token"].map((kind) => store.get(`financialPlanning.${kind}.${id}`)),
      ),
    );
  };

  /** Saved, with both secrets entered as a user does. */
  async function saved(change: Partial<Connection> = {}): Promise<Connection> {
    const connection = operator.connection(change);
    await explorer.connections.save(connection);
    explorer.dialogs.script(KEY, SECRET);
    await run("connection.enterSubscriptionKey", nodeOf(connection));
    await run("connection.enterClientSecret", nodeOf(connection));
    return connection;
  }

  async function listClients({ id }: Connection, signal?: AbortSignal): Promise<string> {
    const { client } = await explorer.connections.open(id);
    const action = client.startAction("Clients");
    return (await client.send({ operationId: "listClients" }, { action, signal })).text;
  }

  function itemOf({ id }: Connection): vscode.TreeItem {
    return explorer.tree.getTreeItem({ kind: "connection", connectionId: id, nodeId: id });
  }

  it("stand in the tree behind the sandbox, each with its state in words", async () => {
    const development = await saved({ colour: "purple" });
    const production = await saved({ label: "Acme live", environment: "production" });
    assert.deepEqual(labels(), ["Sandbox", "Acme development", "Acme live"]);
    const before = [itemOf(development), itemOf(production)];
    assert.deepEqual(
      before.map(({ description }) => description),
      ["Development · sign in", "PRODUCTION · sign in · locked · key e984fa"],
    );
    await listClients(production);
    const item = itemOf(production);
    assert.deepEqual(
      [item.description, item.contextValue, before[0]?.contextValue],
      ["PRODUCTION · locked · key e984fa", "productionConnection", "storedConnectionSignedOut"],
    );
    assert.deepEqual(
      [...before, item].map(({ accessibilityInformation }) => accessibilityInformation?.label),
      [
        "Acme development, signed out, Development · sign in",
        "Acme live, signed out, PRODUCTION · sign in · locked · key e984fa",
        "Acme live, signed in, PRODUCTION · locked · key e984fa",
      ],
    );
    const { color } = before[0]?.iconPath as vscode.ThemeIcon;
    assert.equal(color?.id, "charts.purple");
    const tooltip = (item.tooltip as vscode.MarkdownString).value;
    const facts = tooltip.replace(/\\(?=\W)/g, "");
    for (const fact of [operator.service.origin, "Service account", "e984fa", "finances.read"]) {
      assert.ok(facts.includes(fact), `${fact} in ${facts}`);
    }
    const client = await walk(explorer, "Acme live", "Client records", "Clients", /Okafor/);
    assert.equal(client.connectionId, production.id);
  });

  it("without secrets say which, with the button that asks for both", async () => {
    const connection = operator.connection();
    await explorer.connections.save(connection);
    const error = await listClients(connection).catch((reason: unknown) => reason);
    assert.ok(isAppError(error) && error.code === "credentials/missing");
    const asked = operator.service.connections() + operator.identity.connections();
    assert.equal(asked, 0);
    explorer.dialogs.script(KEY, SECRET);
    assert.equal(await new ErrorActions().run("enterCredentials", error), true);
    assert.match(await listClients(connection), /Okafor/);
    assert.equal(operator.service.seen[0]?.headers["ocp-apim-subscription-key"], KEY);
  });

  it("that lost their secrets say so, and are mended by the same button", async () => {
    const connection = await saved();
    const { store } = Reflect.get(explorer.entered, "options") as EnteredSecretsOptions;
    await store.delete(`financialPlanning.secrets.${connection.id}`);
    const node = await walk(explorer, connection.label, "Client records", "Clients", /^Could not/);
    assert.match(
      String(explorer.tree.getTreeItem(node).description),
      /'Acme development' were stored here, but the system's key ring no longer has them/,
    );
    explorer.dialogs.script("Enter key and secret", KEY, SECRET);
    await run("node.showError", node);
    await eventually("the client to be listed", () =>
      operator.service.seen.length > 0 ? true : undefined,
    );
    await walk(explorer, connection.label, "Client records", "Clients", /Okafor/);
  });

  it("edited: what is in flight is cancelled, the next call uses what is new", async () => {
    const connection = await saved();
    operator.answer = () => undefined;
    // Expected from the beginning: it ends before what it is ended by does.
    const ended = assert.rejects(listClients(connection), isCanceled);
    await eventually("the call to arrive", () => operator.service.seen[0]);
    const replaced: unknown[] = [];
    const subscription = explorer.connections.onDidReplace((event) => replaced.push(event));
    const prefixes = { ...connection.prefixes, crm: "/crm/v2" };
    await explorer.connections.save({ ...connection, label: "Acme two", prefixes });
    subscription.dispose();
    await ended;
    const replacement = { connectionId: connection.id, isOtherService: false, isOwn: true };
    assert.deepEqual(replaced, [replacement]);
    operator.answer = (_request, response) => response.end("[]");
    await listClients(connection);
    assert.match(operator.service.seen.at(-1)?.path ?? "", /^\/crm\/v2\/clients/);
    const tokens = operator.identity.seen.filter(({ path }) => path.endsWith("/token"));
    assert.equal(tokens.length, 1, "the token is for the same access and stays");
  });

  it("without PKCE from now on: stored, nobody is signed out, and a demand for it stays", async () => {
    const connection = await saved();
    const proofKeyNow = (): unknown =>
      explorer.connections.find(connection.id)?.connection?.proofKey;
    await listClients(connection);
    await keepProofKeyOff(explorer.connections, connection.id);
    assert.equal(proofKeyNow(), "off");
    await listClients(connection);
    assert.equal(tokenRequests(operator.identity).length, 1);
    await explorer.connections.save({ ...connection, proofKey: "required" });
    await keepProofKeyOff(explorer.connections, connection.id);
    assert.equal(proofKeyNow(), "required");
    await assert.rejects(keepProofKeyOff(explorer.connections, "gone"), {
      code: "input/connectionGone",
    });
  });

  it("led elsewhere: no secret goes there, and they are asked for again", async () => {
    const connection = await saved();
    await listClients(connection);
    const other = await startOperator();
    try {
      const { baseUrl, authUrl } = other.connection();
      await explorer.connections.save({ ...connection, baseUrl, authUrl });
      await message(
        explorer,
        /The addresses of .* were changed.*Enter the key and the secret again/,
      );
      await assert.rejects(listClients(connection), { code: "credentials/missing" });
      assert.deepEqual(await explorer.connections.secretStates(connection.id), {
        subscriptionKey: "missing",
        clientSecret: "missing",
      });
      assert.equal(other.service.connections() + other.identity.connections(), 0);
    } finally {
      await other.close();
    }
  });

  it("duplicated, moved: by command, in this order, secrets stay with the original", async () => {
    const connection = await saved();
    await run("connection.duplicate", nodeOf(connection));
    assert.deepEqual(labels(), ["Sandbox", "Acme development", "Acme development (2)"]);
    const [, copy] = explorer.connections.stored;
    assert.equal((await explorer.connections.secretStates(copy!.id)).subscriptionKey, "missing");
    await run("connection.moveUp", nodeOf(copy!));
    assert.deepEqual(labels(), ["Sandbox", "Acme development (2)", "Acme development"]);
    await run("connection.moveDown", nodeOf(copy!));
    assert.deepEqual(labels(), ["Sandbox", "Acme development", "Acme development (2)"]);
  });

  it("removed: after a question that names what goes, and then all of it is gone", async () => {
    const connection = await saved({ environment: "production" });
    await listClients(connection);
    assert.equal((await keys()).filter(Boolean).length, 2);
    const stored = explorer.connections.stored.map(({ id }) => id);
    explorer.dialogs.script(undefined);
    await run("connection.remove", nodeOf(connection));
    assert.deepEqual(
      explorer.connections.stored.map(({ id }) => id),
      stored,
    );
    operator.answer = () => undefined;
    // Expected from the beginning: it ends before what it is ended by does.
    const ended = assert.rejects(listClients(connection), isCanceled);
    await eventually("the call to arrive", () => operator.service.seen[1]);
    const { store } = Reflect.get(explorer.entered, "options") as EnteredSecretsOptions;
    explorer.dialogs.takeShown();
    explorer.dialogs.script("Remove");
    await run("connection.remove", nodeOf(connection));
    const [question] = explorer.dialogs.takeShown();
    assert.match(question ?? "", /Remove the connection Acme development · PRODUCTION\?/);
    assert.match(question ?? "", /the subscription key \(key e984fa\) and the client secret/);
    await ended;
    assert.deepEqual(labels(), ["Sandbox"]);
    for (const kind of ["secrets", "token"]) {
      assert.equal(await store.get(`financialPlanning.${kind}.${connection.id}`), undefined);
    }
    assert.equal(explorer.entered.wasEntered(connection.id), false);
    await assert.rejects(explorer.connections.open(connection.id), {
      code: "input/connectionGone",
    });
    // A form of it may still be open.
    const states = await explorer.connections.secretStates(connection.id);
    assert.deepEqual(states, { subscriptionKey: "missing", clientSecret: "missing" });
    await run("connection.remove");
    await message(explorer, /There is no connection of your own yet/);
  });

  it("the one in use is what commands without a node mean, and what the status tells", async () => {
    const connection = await saved();
    assert.equal(explorer.connections.current, connection.id, "its key was entered last");
    explorer.dialogs.script("Service");
    await run("connection.showStatus");
    assert.equal(await vscode.env.clipboard.readText(), operator.service.origin);
    await run("access.signIn");
    assert.ok(explorer.connections.summary(connection.id).session);
    explorer.dialogs.script("Switch to Sandbox");
    await run("connection.showStatus");
    assert.equal(explorer.connections.current, "sandbox");
    await run("access.signOut", nodeOf(connection));
    assert.equal(explorer.connections.summary(connection.id).session, undefined);
    assert.equal(explorer.connections.current, connection.id);
    await explorer.connections.remove(connection.id);
    assert.equal(explorer.connections.current, "sandbox", "what is gone is not in use");
  });

  describe("switched between", () => {
    const memento = (): TypedMemento => {
      const kept = new Map<string, unknown>();
      return new TypedMemento({
        keys: () => [...kept.keys()],
        get: <T>(key: string, initial?: T) => (kept.has(key) ? kept.get(key) : initial) as T,
        update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
      });
    };

    /** What a window of the same workspace begins with. */
    async function begunWith(change: Partial<ConnectionsOptions> = {}): Promise<string> {
      const next = new Connections({ ...options, ...change });
      try {
        return next.current;
      } finally {
        await next.dispose();
      }
    }

    afterEach(() => explorer.connections.choose("sandbox"));

    it("by command: Production is said to be locked, and stays so", async () => {
      const production = await saved({ label: "Acme live", environment: "production" });
      explorer.connections.use("sandbox");
      explorer.dialogs.takeShown();
      explorer.dialogs.script("Acme live · PRODUCTION");
      assert.equal(await run("connection.switch"), true);
      assert.equal(explorer.connections.current, production.id);
      assert.deepEqual(explorer.dialogs.takeShown(), [
        "Switch to which connection?",
        "PRODUCTION is locked. To write to Acme live, unlock it.",
      ]);
      assert.match(itemOf(production).description as string, /locked/);
      assert.equal(await begunWith(), production.id, "it is remembered");
      explorer.dialogs.script(undefined);
      assert.equal(await run("connection.switch"), false);
      assert.equal(explorer.connections.current, production.id);
      explorer.dialogs.script("Switch to Sandbox");
      await run("connection.showStatus");
      assert.equal(await begunWith(), "sandbox", "the status remembers, too");
      await run("connection.switch", nodeOf(production));
      assert.equal(await begunWith(), production.id, "so does a node");
    });

    it("what is only worked with is not remembered", async () => {
      const connection = await saved();
      await run("connection.switch", { nodeId: "sandbox" });
      explorer.connections.use(connection.id);
      assert.equal(explorer.connections.current, connection.id);
      assert.equal(await begunWith(), "sandbox");
    });

    it("the sandbox is used where nothing was chosen, and once the chosen one is gone", async () => {
      const connection = await saved();
      assert.equal(await begunWith({ workspaceState: memento() }), "sandbox");
      await run("connection.switch", nodeOf(connection));
      const state = Reflect.get(options.records, "state") as TypedMemento;
      await state.set("connections.records", []);
      explorer.connections.reread();
      assert.equal(explorer.connections.current, "sandbox", "another window removed it");
      assert.equal(await begunWith(), "sandbox");
    });

    it("in Restricted Mode only the sandbox is offered, and used until there is trust", async () => {
      const connection = await saved();
      const workspaceState = memento();
      await workspaceState.set("connections.chosen", connection.id);
      const granted = new vscode.EventEmitter<void>();
      let isTrusted = false;
      const trust = { isTrusted: () => isTrusted, onDidTrust: granted.event };
      const connections = new Connections({ ...options, ...trust, workspaceState });
      const offers: unknown[] = [];
      const pick: Dialogs["pick"] = (_, items, about) => {
        offers.push([items.map(({ label }) => label), about]);
        return Promise.resolve(undefined);
      };
      const dialogs = Object.create(explorer.dialogs, { pick: { value: pick } }) as Dialogs;
      const writing = { lock: { remaining: () => 0 } };
      try {
        assert.equal(connections.current, "sandbox");
        await switchConnection({ connections, dialogs, writing }, undefined);
        await assert.rejects(connections.choose(connection.id), { code: "refused/untrusted" });
        isTrusted = true;
        granted.fire();
        assert.equal(connections.current, connection.id);
        await switchConnection({ connections, dialogs, writing }, undefined);
        assert.deepEqual(offers, [
          [["Sandbox"], "Restricted Mode: only the sandbox can be chosen"],
          [["Sandbox", "Acme development · Development"], "It is remembered for this workspace"],
        ]);
      } finally {
        await connections.dispose();
      }
    });
  });

  it("rows of a page: the connection's own number goes before the setting's", async () => {
    const connection = await saved({ pageSize: 7 });
    await run("list.open", { connectionId: connection.id, list: "clients" });
    const { path } = await eventually("the page", () => operator.service.seen.at(-1));
    assert.match(path, /pageSize=7\b/);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("changed in another window: taken over with the focus, and not undone by a change here", async () => {
    const connection = await saved();
    await listClients(connection);
    const state = Reflect.get(options.records, "state") as TypedMemento;
    const theirs = operator.connection({ label: "Theirs" });
    const edited = { ...connection, label: "Edited there" };
    const records = [theirs, edited].map(encodeConnection);
    await state.set("connections.records", [...records, { version: 9 }, "damaged"]);
    assert.deepEqual(labels(), ["Sandbox", "Acme development"]);
    options.records.refresh();
    assert.deepEqual(labels(), ["Sandbox", "Theirs", "Edited there"]);
    const more = [...records, encodeConnection(operator.connection({ label: "Third" }))];
    await state.set("connections.records", [...more, { version: 9 }, "damaged"]);
    await explorer.connections.save({ ...theirs, label: "Ours" });
    assert.deepEqual(labels(), ["Sandbox", "Ours", "Edited there", "Third"]);
    const kept = state.get("connections.records") as unknown[];
    assert.deepEqual(kept.slice(-2), [{ version: 9 }, "damaged"]);
    await state.set("connections.records", undefined);
    options.records.refresh();
    assert.deepEqual(labels(), ["Sandbox"]);
    await assert.rejects(listClients(connection), { code: "input/connectionGone" });
  });

  it("without a key ring: the value is kept for this session, after a question", async () => {
    const connection = operator.connection();
    await explorer.connections.save(connection);
    const stored = Reflect.get(explorer.entered, "stored") as object;
    const whole: unknown = Reflect.get(stored, "store");
    const proven: unknown = Reflect.get(stored, "isProven");
    Reflect.set(stored, "store", new FaultyStore("absent", SYSTEM_CLOCK));
    Reflect.set(stored, "isProven", false);
    try {
      const { dialogs } = explorer;
      dialogs.script(KEY, "Keep for this session only", SECRET, "Keep for this session only");
      assert.equal(await run("connection.enterSubscriptionKey", nodeOf(connection)), true);
      assert.equal(await run("connection.enterClientSecret", nodeOf(connection)), true);
      assert.match(dialogs.takeShown().join("\n"), /key ring may be missing.*not written to disk/s);
      assert.match(await listClients(connection), /Okafor/);
      assert.deepEqual(await explorer.connections.secretStates(connection.id), {
        subscriptionKey: "session",
        clientSecret: "session",
      });
    } finally {
      Reflect.set(stored, "store", whole);
      Reflect.set(stored, "isProven", proven);
    }
  });

  it("in Restricted Mode nothing of them is opened; the sandbox is", async () => {
    const connection = await saved();
    const restricted = new Connections({ ...options, isTrusted: () => false });
    try {
      await assert.rejects(restricted.open(connection.id), { code: "refused/untrusted" });
      assert.ok(await restricted.open("sandbox"));
      assert.equal(operator.service.connections() + operator.identity.connections(), 0);
    } finally {
      await restricted.dispose();
    }
  });

  it("what Restricted Mode refused is asked for again once the workspace is trusted", async () => {
    const connection = await saved();
    const granted = new vscode.EventEmitter<void>();
    let isTrusted = false;
    const trust = { isTrusted: () => isTrusted, onDidTrust: granted.event };
    const restricted = new Connections({ ...options, ...trust });
    const gained: string[] = [];
    let drawn = 0;
    restricted.onDidGainAccess((id) => gained.push(id));
    restricted.onDidChange(() => drawn++);
    try {
      await assert.rejects(restricted.open(connection.id), { code: "refused/untrusted" });
      isTrusted = true;
      granted.fire();
      assert.deepEqual([gained, drawn], [[connection.id], 1]);
      assert.ok(await restricted.open(connection.id));
    } finally {
      await restricted.dispose();
    }
  });

  it("the sandbox is signed in to in the way that is chosen, and its data stay", async () => {
    await explorer.connections.open("sandbox");
    const replaced: unknown[] = [];
    const subscription = explorer.connections.onDidReplace((event) => replaced.push(event));
    try {
      explorer.dialogs.script("User present, code id_token", "A page on this machine");
      await run("sandbox.chooseAccess");
      const { connection } = await explorer.connections.open("sandbox");
      const { accessModel, responseType, callbackUrl } = connection;
      assert.deepEqual(
        [accessModel, responseType, callbackUrl],
        ["userPresent", "code id_token", "http://127.0.0.1/callback"],
      );
      const replacement = { connectionId: "sandbox", isOtherService: false, isOwn: true };
      assert.deepEqual(replaced, [replacement]);
      explorer.dialogs.script("Time-bound delegation", "This editor");
      await run("sandbox.chooseAccess");
      const delegated = await explorer.connections.open("sandbox");
      assert.equal(
        delegated.connection.callbackUrl,
        `${vscode.env.uriScheme}://financial-planning-tools.financial-planning-api-explorer/callback`,
      );
    } finally {
      subscription.dispose();
      explorer.dialogs.script("Service account");
      await run("sandbox.chooseAccess");
    }
    await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
  });
});
