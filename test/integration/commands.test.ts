import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ConnectionsOptions } from "../../src/features/connections/host/connections";
import { LoadingTree } from "../../src/features/explorer/host/loadingTree";
import {
  type CommandId,
  CONNECTION_FORM_PANEL,
  EXTENSION_ID,
  SEND_PANEL,
} from "../../src/manifest";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  storedToken,
  walk,
  type TestHandle,
} from "./support/explorer";

/** Commands whose own suites run them: batches, changes, clients, exports, connections, lists, pensions, privacy, troubles. */
const ELSEWHERE: ReadonlySet<string> = new Set<CommandId>([
  ...(["show", "import", "choose", "remove", "compare", "openDocument"] as const).map(
    (name) => `financialPlanning.definition.${name}` as const,
  ),
  ...(["start", "pause", "resume", "stop", "open", "reveal", "showManifest"] as const).map(
    (name) => `financialPlanning.export.${name}` as const,
  ),
  ...(["refresh", "plan", "stage", "unstage", "stageAll", "unstageAll"] as const).map(
    (name) => `financialPlanning.changes.${name}` as const,
  ),
  ...(["discard", "discardAll", "openChange", "openPayload"] as const).map(
    (name) => `financialPlanning.changes.${name}` as const,
  ),
  ...(["show", "apply", "stop", "resume", "copyReport", "copyTraceId", "remove"] as const).map(
    (name) => `financialPlanning.batch.${name}` as const,
  ),
  "financialPlanning.node.takeWay",
  "financialPlanning.export.showError",
  "financialPlanning.export.remove",
  "financialPlanning.export.resumePart",
  "financialPlanning.export.forClients",
  "financialPlanning.snapshot.keep",
  "financialPlanning.snapshot.compare",
  "financialPlanning.list.measureFields",
  "financialPlanning.privacy.toggle",
  "financialPlanning.privacy.turnOff",
  "financialPlanning.connection.add",
  "financialPlanning.connection.edit",
  "financialPlanning.connection.pasteOnboarding",
  "financialPlanning.connection.test",
  "financialPlanning.connection.export",
  "financialPlanning.connection.import",
  "financialPlanning.access.signInWithoutProofKey",
  "financialPlanning.access.pasteCallback",
  "financialPlanning.access.copyAddress",
  "financialPlanning.access.showSession",
  "financialPlanning.access.copyToken",
  "financialPlanning.access.setConsentEnd",
  "financialPlanning.connection.chooseNetworking",
  "financialPlanning.connection.checkNetwork",
  "financialPlanning.requests.show",
  "financialPlanning.requests.open",
  "financialPlanning.requests.openBody",
  "financialPlanning.requests.clear",
  "financialPlanning.requests.pinTraceId",
  "financialPlanning.trace.pin",
  "financialPlanning.trace.unpin",
  "financialPlanning.writing.unlock",
  "financialPlanning.writing.lock",
  "financialPlanning.connection.enterSubscriptionKey",
  "financialPlanning.connection.enterClientSecret",
  "financialPlanning.connection.useIssuedCredentials",
  "financialPlanning.connection.changeResultsPrefix",
  "financialPlanning.requests.explain",
  "financialPlanning.requests.find",
  "financialPlanning.sandbox.chooseFaults",
  "financialPlanning.link.copy",
  "financialPlanning.sandbox.runForOthers",
  "financialPlanning.sandbox.saveScenario",
  "financialPlanning.sandbox.loadScenario",
  "financialPlanning.sandbox.reset",
  "financialPlanning.sandbox.answerLikeThis",
  "financialPlanning.sandbox.showCalls",
  "financialPlanning.sandbox.clearCalls",
  "financialPlanning.sandbox.filterCalls",
  "financialPlanning.sandbox.openCall",
  "financialPlanning.connection.duplicate",
  "financialPlanning.connection.switch",
  "financialPlanning.connection.remove",
  "financialPlanning.connection.moveUp",
  "financialPlanning.connection.moveDown",
  "financialPlanning.sandbox.chooseAccess",
  "financialPlanning.sandbox.restart",
  "financialPlanning.sandbox.stop",
  "financialPlanning.node.showError",
  "financialPlanning.list.open",
  "financialPlanning.list.reload",
  "financialPlanning.list.firstPage",
  "financialPlanning.list.previousPage",
  "financialPlanning.list.nextPage",
  "financialPlanning.list.openAsJson",
  "financialPlanning.answer.showAsItCame",
  "financialPlanning.answer.showLaidOut",
  "financialPlanning.answer.findByPath",
  "financialPlanning.list.lastPage",
  "financialPlanning.list.loadAll",
  "financialPlanning.list.stopLoading",
  "financialPlanning.list.find",
  "financialPlanning.list.openToSide",
  "financialPlanning.list.copyAddress",
  "financialPlanning.list.changeRules",
  "financialPlanning.list.openEndpoint",
  "financialPlanning.client.find",
  "financialPlanning.client.openById",
  "financialPlanning.client.pin",
  "financialPlanning.client.unpin",
  "financialPlanning.client.clearRecent",
  "financialPlanning.requests.send",
  "financialPlanning.requests.sendAgain",
  "financialPlanning.requests.compare",
  "financialPlanning.requests.copyTicket",
  "financialPlanning.requests.exportEvidence",
  "financialPlanning.requests.copyAs",
  "financialPlanning.definition.copyTypes",
  "financialPlanning.requests.copyTypes",
  "financialPlanning.requests.saveFixture",
  "financialPlanning.pension.new",
  "financialPlanning.pension.open",
  "financialPlanning.pension.put",
  "financialPlanning.pension.changeTarget",
  "financialPlanning.pension.dryRun",
  "financialPlanning.pension.compare",
  "financialPlanning.pension.show",
  "financialPlanning.pension.takeOver",
  "financialPlanning.pension.undo",
  "financialPlanning.pension.delete",
  "financialPlanning.pension.duplicate",
  "financialPlanning.pension.setCheck",
  "financialPlanning.node.delete",
]);

describe("commands", () => {
  let explorer: TestHandle;
  const ran = new Set<string>();

  before(async () => {
    explorer = await activateExplorer();
    await firstClient(explorer);
  });

  beforeEach(async () => {
    explorer.dialogs.takeShown();
    await vscode.env.clipboard.writeText("");
  });

  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  async function run(command: CommandId, ...values: unknown[]): Promise<void> {
    ran.add(command);
    await vscode.commands.executeCommand(command, ...values);
  }

  const session = (): unknown => explorer.connections.summary("sandbox").session;
  const clipboard = (): Thenable<string> => vscode.env.clipboard.readText();

  it("sign out forgets the token, sign in gets another", async () => {
    await run("financialPlanning.access.signOut");
    assert.equal(session(), undefined);
    await run("financialPlanning.access.signIn");
    assert.ok(session());
  });

  it("the status lists the facts of the connection, to be copied", async () => {
    explorer.dialogs.script("Service");
    await run("financialPlanning.connection.showStatus");
    assert.equal(await clipboard(), explorer.sandbox.facts!.baseUrl);
  });

  it("the documentation opens at a page that is named, or picked by its title", async () => {
    const pageInFront = (name: string): Promise<boolean> =>
      eventually(`${name} in front`, () => {
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        return activeTab?.label.includes(name) === true || undefined;
      });
    await run("financialPlanning.documentation.open", "sign-in");
    await pageInFront("sign-in.md");
    explorer.dialogs.script("Exports");
    await run("financialPlanning.documentation.open");
    await pageInFront("exports.md");
  });

  it("help opens the page on the panel in front, and on requests", async () => {
    const page = (name: string): Promise<boolean> =>
      eventually(`${name} in front`, () => {
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        return activeTab?.label.includes(name) === true || undefined;
      });
    const panel = (type: string): Promise<boolean> =>
      eventually(`${type} in front`, () => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        const isPanel = input instanceof vscode.TabInputWebview;
        return (isPanel && input.viewType.endsWith(type)) || undefined;
      });
    await run("financialPlanning.connection.add");
    await panel(CONNECTION_FORM_PANEL);
    await run("financialPlanning.help.show");
    await page("connections.md");
    await run("financialPlanning.requests.send");
    await panel(SEND_PANEL);
    await run("financialPlanning.help.show");
    await page("requests.md");
    await run("financialPlanning.documentation.open", "lists");
    await page("lists.md");
    await run("financialPlanning.help.requests");
    await page("requests.md");
  });

  it("the sandbox's details are lines as an operator writes them, of all clients", async () => {
    await run("financialPlanning.sandbox.copyDetails");
    const { baseUrl, authUrl, subscriptionKeys, clients } = explorer.sandbox.facts!;
    const lines = (await clipboard()).split("\n");
    const said = (label: string): readonly string[] =>
      lines.filter((line) => line.startsWith(`${label}: `)).map((line) => line.split(": ")[1]!);
    const all = Object.values(clients);
    assert.deepEqual([said("Base URL"), said("Auth URL")], [[baseUrl], [authUrl]]);
    assert.deepEqual(said("Subscription key (development)"), [subscriptionKeys.development]);
    assert.deepEqual(
      said("Client ID"),
      all.map(({ clientId }) => clientId),
    );
    assert.deepEqual(
      said("Client secret"),
      all.map(({ clientSecret }) => clientSecret),
    );
    const { redirectUris } = clients.userPresent;
    assert.deepEqual(said("Callback URL"), [...redirectUris, ...redirectUris]);
  });

  it("load more adds a page to the tree", async () => {
    const more = await walk(explorer, "Sandbox", "Client records", "Clients", /^Load 100 more/);
    await run("financialPlanning.node.loadMore", more);
    const clients = await walk(explorer, "Sandbox", "Client records", "Clients");
    assert.equal((await explorer.tree.getChildren(clients)).length, 201);
  });

  it("refresh keeps as many rows as were shown", async () => {
    const before = explorer.history.last;
    const clients = await walk(explorer, "Sandbox", "Client records", "Clients");
    await run("financialPlanning.node.refresh", clients);
    assert.notEqual(explorer.history.last, before);
    assert.equal((await explorer.tree.getChildren(clients)).length, 201);
    await run("financialPlanning.connections.refresh");
    assert.equal((await explorer.tree.getChildren(clients)).length, 201);
  });

  it("copy id copies the client's id", async () => {
    const client = await firstClient(explorer);
    await run("financialPlanning.node.copyId", client);
    assert.equal(await clipboard(), client.row.id!.value);
  });

  it("a client's record opens as JSON", async () => {
    await run("financialPlanning.node.openRecord", await firstClient(explorer));
    const { document } = vscode.window.activeTextEditor!;
    assert.match(document.uri.path, /^\/client-[0-9a-f]{8}\.json$/);
    const { clientId } = JSON.parse(document.getText()) as { clientId: string };
    assert.equal(clientId, (await firstClient(explorer)).row.id!.value);
  });

  it("both ids of a call are copied from its node", async () => {
    const client = await firstClient(explorer);
    await run("financialPlanning.requests.copyRequestId", client);
    assert.equal(await clipboard(), client.row.action!.attempts.at(-1)!.requestId);
    await run("financialPlanning.requests.copyTraceId", client);
    assert.equal(await clipboard(), client.row.action!.traceId);
  });

  it("retry on an error node asks again", async () => {
    await vscode.commands.executeCommand("financialPlanning.sandbox.stop");
    const error = await walk(explorer, "Sandbox", /^Could not load/);
    await vscode.commands.executeCommand("financialPlanning.sandbox.restart");
    await run("financialPlanning.node.retry", error);
    await firstClient(explorer);
  });

  it("a menu of a row that is being drawn anew means the row with the focus", async () => {
    const client = await firstClient(explorer);
    const clientId = client.row.id!.value;
    const copy = async (row?: object): Promise<void> => {
      // As the editor calls it when it does not know the row that it named.
      explorer.tree.redraw();
      await vscode.commands.executeCommand("financialPlanning.node.copyId", row, undefined);
    };
    explorer.dialogs.script(clientId);
    await vscode.commands.executeCommand("financialPlanning.client.openById");
    await vscode.env.clipboard.writeText("nothing");
    await eventually("the client with the focus", async () => {
      await copy();
      return (await clipboard()) === clientId || undefined;
    });
    await vscode.env.clipboard.writeText("nothing");
    await copy({ preserveFocus: false });
    assert.equal(await clipboard(), clientId);
    await vscode.commands.executeCommand("list.focusFirst");
    // The client is still selected, which is another row: it is not taken for this one.
    await eventually("that there is nothing to copy", async () => {
      await vscode.env.clipboard.writeText("nothing");
      await copy();
      const shown = explorer.dialogs.takeShown();
      return shown.some((text) => text.includes("no longer there")) || undefined;
    });
    assert.equal(await clipboard(), "nothing");
  });

  it("a node that is gone is said to be gone", async () => {
    await run("financialPlanning.node.copyId", { nodeId: "nowhere" });
    await message(explorer, /no longer there/);
  });

  it("the log opens, tells of calls, and holds no secret", async () => {
    await firstClient(explorer);
    await run("financialPlanning.connections.refresh");
    const { traceId } = explorer.history.last!;
    await run("financialPlanning.log.show");
    const { subscriptionKeys, clients } = explorer.sandbox.facts!;
    const secrets = [
      ...Object.values(subscriptionKeys),
      ...Object.values(clients).map(({ clientSecret }) => clientSecret),
      await storedToken(explorer),
    ];
    assert.equal(new Set(secrets).size, 6);
    const { log } = Reflect.get(explorer.connections, "options") as ConnectionsOptions;
    // Planted, to see that what is looked for would be found.
    secrets.forEach((secret, index) => log.warn(`planted ${index} <${secret}>`));
    const text = await eventually("the call and what was planted in the log", () => {
      const found = logText();
      return found.includes("planted 5") ? found : undefined;
    });
    assert.match(text, new RegExp(`http: attempt method=GET .*status=200 .*${traceId}`));
    assert.deepEqual(text.match(/planted \d <.*>/g)?.slice(-6), [
      "planted 0 <[redacted]>",
      "planted 1 <[redacted]>",
      "planted 2 <[redacted]>",
      "planted 3 <[redacted]>",
      "planted 4 <[redacted]>",
      "planted 5 <[redacted]>",
    ]);
    for (const secret of secrets) {
      assert.ok(!text.includes(secret));
    }
  });

  /** What the output view shows of our log; nothing of other extensions'. */
  function logText(): string {
    const documents = vscode.workspace.textDocuments.filter(
      ({ uri }) => uri.scheme === "output" && uri.path.includes(EXTENSION_ID),
    );
    return documents.map((document) => document.getText()).join("\n");
  }

  it("what loads is cancelled from its row in the tree, or as a request", async () => {
    const clients = await walk(explorer, "Sandbox", "Client records", "Clients");
    const rows = new LoadingTree(explorer.tree, SYSTEM_CLOCK);
    await explorer.sandbox.setFaults([
      { operationId: "listClients", times: 2, fault: { kind: "slow", head: 600_000 } },
    ]);
    explorer.tree.forget("sandbox");
    try {
      const [row = assert.fail("no row")] = await rows.getChildren(clients);
      assert.equal(row.kind, "loading");
      await run("financialPlanning.node.cancelLoading", row);
      const [ended = assert.fail("no row")] = await explorer.tree.getChildren(clients);
      assert.equal(ended.kind, "canceled");
      const canceled = explorer.history.last;
      const again = vscode.commands.executeCommand("financialPlanning.node.retry", ended);
      const { id } = await eventually("the second request", () => {
        const { last } = explorer.history;
        return last !== canceled && last?.progress.state === "running" ? last : undefined;
      });
      await run("financialPlanning.requests.cancel", { actionId: id });
      await again;
      const [newest] = explorer.history.query({ outcome: "canceled" }, 0, 1).actions;
      assert.equal(newest?.id, id);
      explorer.dialogs.takeShown();
      await run("financialPlanning.requests.cancel", { actionId: id });
      await message(explorer, /no longer running in this window/);
    } finally {
      rows.dispose();
      await explorer.sandbox.setFaults([]);
      explorer.tree.forget("sandbox");
    }
    await firstClient(explorer);
  });

  it("the tree is filtered by words, and two rows of it are compared", async () => {
    const clients = await walk(explorer, "Sandbox", "Client records", "Clients");
    const all = await explorer.tree.getChildren(clients);
    const [one, other] = all.filter(({ kind }) => kind === "client");
    await run("financialPlanning.connections.filter", "no such words");
    assert.equal((await explorer.tree.getChildren(clients))[0]?.kind, "message");
    await run("financialPlanning.connections.clearFilter");
    assert.equal((await explorer.tree.getChildren(clients)).length, all.length);
    await run("financialPlanning.node.compare", one, [one, other]);
    await eventually("the comparison", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff ? input : undefined;
    });
    await run("financialPlanning.node.compare", one, [one, clients]);
    await message(explorer, /cannot be compared with each other/);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("what the palette does not offer now still runs for a button of ours", async () => {
    const { contributes } = vscode.extensions.getExtension(EXTENSION_ID)!.packageJSON as {
      contributes: { commands: readonly { command: string; enablement?: string }[] };
    };
    const id = "financialPlanning.definition.compare";
    const { enablement } = contributes.commands.find(({ command }) => command === id)!;
    assert.equal(enablement, "financialPlanning.hasDefinitions");
    assert.deepEqual(await explorer.definitions.list(), []);
    await vscode.commands.executeCommand(id);
    await message(explorer, /import/i);
  });

  it("every contributed command is run by these suites", () => {
    const { contributes } = vscode.extensions.getExtension(EXTENSION_ID)!.packageJSON as {
      contributes: { commands: readonly { command: string }[] };
    };
    const missing = contributes.commands
      .map(({ command }) => command)
      .filter((command) => !ran.has(command) && !ELSEWHERE.has(command));
    assert.deepEqual(missing, []);
  });
});
