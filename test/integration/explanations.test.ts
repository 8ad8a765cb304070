import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  RecordedHistory,
  type RecordedHistoryOptions,
} from "../../src/features/requests/common/recordedHistory";
import { registerIdLinks } from "../../src/features/requests/host/idLinkRegistrations";
import type { Commands } from "../../src/platform/vscode/commands";
import { registerFinding } from "../../src/features/requests/host/findRequest";
import { AppError } from "../../src/platform/base/errors";
import { formatTime } from "../../src/platform/base/spans";
import { NO_MASKING } from "../../src/platform/base/masking";
import { createRedactor } from "../../src/platform/http/redaction";
import type { Dialogs, Severity } from "../../src/platform/vscode/dialogs";
import { ErrorActions } from "../../src/platform/vscode/errorActions";
import { createDescribeError, createShowError } from "../../src/platform/vscode/errorMessages";
import type { FaultRule } from "../../src/features/sandbox/messages/sandboxFaults";
import { aCall } from "../e2e/panels/requestSamples";
import { anAction } from "../fakes/action";
import {
  activateExplorer,
  eventually,
  firstClient,
  message,
  type TestHandle,
  walk,
  workspaceFolder,
} from "./support/explorer";

const NEVER = new vscode.CancellationTokenSource().token;

/** The buttons that the message of an error has. */
async function buttonsOf(error: AppError): Promise<readonly string[]> {
  const shown: (readonly string[])[] = [];
  const dialogs = {
    notify: (_severity: Severity, _message: string, buttons: readonly string[] = []) => {
      shown.push(buttons);
      return Promise.resolve(undefined);
    },
  } satisfies Partial<Dialogs>;
  const actions = new ErrorActions();
  actions.provide("explain", () => Promise.resolve(undefined));
  const showError = createShowError({
    ...{ actions, dialogs: dialogs as unknown as Dialogs },
    describe: createDescribeError(createRedactor(), { masking: NO_MASKING }),
    log: { trace: ignore, info: ignore, warn: ignore, error: ignore },
    openAnswer: () => Promise.resolve(),
  });
  await showError(error);
  return shown[0] ?? assert.fail();
}

const ignore = (): void => undefined;

const EXPLAIN = "financialPlanning.requests.explain";
const FIND = "financialPlanning.requests.find";

interface Page<Row> {
  readonly items: readonly Row[];
}

describe("why can't I see it, and where is that call", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
    await explorer.sandbox.start();
  });

  afterEach(async () => {
    await explorer.sandbox.setFaults([]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    explorer.dialogs.takeShown();
  });

  /** What the request panel in front explains, under the name of its tab. */
  async function explanation(): Promise<string> {
    const sections = await eventually("an explanation in front", () => explorer.explanation());
    const lines = sections.flatMap(({ heading, lines }) => [
      heading,
      ...lines.map(({ icon, text }) => `${icon}: ${text}`),
    ]);
    // The tab is known to the extension a moment after its panel.
    const label = await eventually("the tab", () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.label.startsWith("Request") === true ? activeTab.label : undefined;
    });
    return [label, ...lines].join("\n");
  }

  async function failingClients(fault: FaultRule["fault"]): Promise<void> {
    await explorer.sandbox.setFaults([{ operationId: "listClients", fault }]);
    await vscode.commands.executeCommand("financialPlanning.connections.refresh");
  }

  it("explains the error node of the tree, body included", async () => {
    await failingClients({ kind: "status", status: 403 });
    const node = await walk(explorer, "Sandbox", "Client records", "Clients", /Could not load/);
    await vscode.commands.executeCommand(EXPLAIN, node);
    const text = await explanation();
    assert.match(text, /^Request · Clients/);
    assert.match(text, /error: Status 403/);
    assert.match(text, /crm\.read/);
    assert.match(text, /lightbulb: Ask the operator/);
  });

  it("is offered by the message of a refusal", async () => {
    await failingClients({ kind: "refused", layer: "key" });
    const node = await walk(explorer, "Sandbox", "Client records", "Clients", /Could not load/);
    explorer.dialogs.script("Why?");
    await vscode.commands.executeCommand("financialPlanning.node.showError", node);
    await message(explorer, /subscription key was refused/);
    assert.match(await explanation(), /error: The subscription key/);
  });

  it("leaves a message three buttons at most, one of which leads to the request", async () => {
    const action = anAction({ connectionId: "sandbox", attempts: [aCall({ status: 403 })] });
    const details = { action, body: new Uint8Array([123, 125]) };
    const refused = new AppError("service", "service/403", { ...details, status: 403 });
    assert.deepEqual(await buttonsOf(refused), [...["Sign in", "Why?", "Show answer"]]);
    assert.deepEqual(await buttonsOf(new AppError("service", "service/400", details)), [
      ...["Show log", "Show request", "Show answer"],
    ]);
    assert.deepEqual(await buttonsOf(new AppError("network", "network/reset", { action })), [
      ...["Retry", "Start sandbox", "Show request"],
    ]);
  });

  it("explains the empty list in front, not the last call", async () => {
    const clientId = await clientWithoutHoldings();
    const list = { connectionId: "sandbox", list: "holdings", clientId } as const;
    await vscode.commands.executeCommand("financialPlanning.list.open", list);
    await eventually("the empty page", () => {
      const { last } = explorer.history;
      return last?.title.startsWith("Holdings") && last.attempts.length > 0 ? true : undefined;
    });
    // Another call is the last one now; what is in front is meant all the same.
    const { client } = await explorer.connections.open("sandbox");
    const action = client.startAction("Other");
    await client.send({ operationId: "listClients" }, { action });
    await vscode.commands.executeCommand(EXPLAIN);
    const text = await explanation();
    assert.match(text, /^Request · Holdings/);
    assert.match(text, /Status 200 with an empty page/);
    assert.match(text, /finances\.read/);
  });

  async function clientWithoutHoldings(): Promise<string> {
    const { client } = await explorer.connections.open("sandbox");
    const action = client.startAction("Search");
    const call = { operationId: "listClients", query: { pageSize: 100 } } as const;
    const page = JSON.parse((await client.send(call, { action })).text) as Page<{
      clientId: string;
    }>;
    for (const { clientId } of page.items) {
      const path = { clientId };
      const answer = await client.send({ operationId: "listHoldings", path }, { action });
      if ((JSON.parse(answer.text) as Page<unknown>).items.length === 0) {
        return clientId;
      }
    }
    throw new Error("each of the first hundred has holdings");
  }

  it("explains the last call where no panel is in front", async () => {
    await vscode.commands.executeCommand("financialPlanning.connections.refresh");
    const client = await firstClient(explorer);
    assert.ok(client.row.id);
    await vscode.commands.executeCommand(EXPLAIN);
    assert.match(await explanation(), /Status 200: the service answered/);
  });

  it("finds a call by its request id, and says where it looked when there is none", async () => {
    const client = await firstClient(explorer);
    const action = client.row.action!;
    const id = action.attempts.at(-1)!.requestId!;
    const found: unknown = await vscode.commands.executeCommand(FIND, id);
    assert.deepEqual(found, { actionId: action.id, attempt: action.attempts.at(-1)!.number });
    await vscode.commands.executeCommand(FIND, "no-such-id-1");
    const told = await message(explorer, /this trace id/);
    assert.match(told, /^No call has this trace id, .* \(recorded calls: \d+\)/);
  });

  it("asks for an id, and for the call where several have it", async () => {
    await vscode.commands.executeCommand("financialPlanning.trace.pin", "pinned-1234");
    const { client } = await explorer.connections.open("sandbox");
    for (const title of ["First", "Second"]) {
      const action = client.startAction(title);
      await client.send({ operationId: "listClients", query: { pageSize: 1 } }, { action });
    }
    await vscode.commands.executeCommand("financialPlanning.trace.unpin");
    const second = explorer.history.last!;
    const label = `${formatTime(second.startedAt, "en")}  Second`;
    explorer.dialogs.script("pinned-1234", label);
    const found: unknown = await vscode.commands.executeCommand(FIND);
    assert.deepEqual(found, { actionId: second.id });
  });

  it("links ids of calls in documents, and no others", async () => {
    const client = await firstClient(explorer);
    const { traceId, attempts } = client.row.action!;
    const { requestId } = attempts.at(-1)!;
    const stranger = "8c1e0b5a-1111-4222-8333-444455556666";
    const content = `trace ${traceId}\nrequest ${requestId}\nstranger ${stranger}\n`;
    const links = await linksOf(content);
    assert.deepEqual(
      links.map(({ range, tooltip }) => [range.start.line, tooltip]),
      [
        [0, "Show this request"],
        [1, "Show this request"],
      ],
    );
    assert.equal(links[1]!.range.start.character, 8);
    const { path, query } = links[1]!.target!;
    assert.deepEqual([path, JSON.parse(query)], [FIND, [requestId]]);
  });

  it("links ids of calls in a terminal, and no others, and leads to the call", async () => {
    const { title, traceId } = (await firstClient(explorer)).row.action!;
    const provider = terminalLinkProvider(explorer);
    const linksIn = async (line: string): Promise<readonly vscode.TerminalLink[]> =>
      (await provider.provideTerminalLinks({ line } as vscode.TerminalLinkContext, NEVER)) ?? [];
    const line = `curl -H "trace: ${traceId}" 8c1e0b5a-1111-4222-8333-444455556666`;
    const links = await linksIn(line);
    assert.deepEqual(
      links.map(({ startIndex, length, tooltip }) => [
        line.slice(startIndex, startIndex + length),
        tooltip,
      ]),
      [[traceId, "Show this request"]],
    );
    assert.deepEqual(await linksIn("ls -l"), []);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await provider.handleTerminalLink(links[0]!);
    await eventually("its call in front", () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes(title) ? true : undefined,
    );
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("finds what another window did at the first question of a window", async () => {
    const action = (await firstClient(explorer)).row.action!;
    const onDisk = Reflect.get(explorer.history, "options") as RecordedHistoryOptions;
    const reader = new RecordedHistory(onDisk);
    await eventually("the action on disk", async () => {
      await reader.ready();
      return reader.get(action.id);
    });
    const history = new RecordedHistory(onDisk);
    const found: unknown[] = [];
    const commands = {
      register: (_id: string, find: (id: string) => Promise<unknown>) => {
        found.push(find(action.traceId!));
        return { dispose: () => undefined };
      },
    } as unknown as Commands;
    const { dialogs, privacy } = explorer;
    registerFinding({ commands, dialogs, history, privacy });
    assert.deepEqual(await found[0], { actionId: action.id });
    await Promise.all([reader.dispose(), history.dispose()]);
  });

  it("looks through the first megabyte of a long document only", async () => {
    const { traceId } = (await firstClient(explorer)).row.action!;
    const filler = `${"x".repeat(99)}\n`.repeat(11_000);
    const links = await linksOf(`${traceId}\n${filler}${traceId}\n`);
    assert.deepEqual(
      links.map(({ range }) => range.start.line),
      [0],
    );
  });

  async function linksOf(content: string): Promise<readonly vscode.DocumentLink[]> {
    const uri = vscode.Uri.joinPath(workspaceFolder(), `links-${Date.now()}.txt`);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
    try {
      await vscode.workspace.openTextDocument(uri);
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        "vscode.executeLinkProvider",
        uri,
        100,
      );
      return links.filter(({ target }) => target?.scheme === "command");
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  }
});

/** As it is registered; the editor asks it for what it draws alone. */
function terminalLinkProvider({ answering, history }: TestHandle): vscode.TerminalLinkProvider {
  const register = vscode.window.registerTerminalLinkProvider;
  const use = (value: typeof register): void =>
    void Object.defineProperty(vscode.window, "registerTerminalLinkProvider", {
      ...{ value, configurable: true, writable: true },
    });
  const registered: vscode.TerminalLinkProvider[] = [];
  use((provider) => {
    registered.push(provider);
    return { dispose: () => undefined };
  });
  try {
    registerIdLinks({
      answering: () => Promise.resolve(answering),
      isLoaded: () => false,
      historyFolder: vscode.Uri.file(history.folder),
    }).dispose();
  } finally {
    use(register);
  }
  assert.equal(registered.length, 1);
  return registered[0]!;
}
