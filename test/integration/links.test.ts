import assert from "node:assert/strict";
import fc from "fast-check";
import * as vscode from "vscode";
import { payloadPath } from "../../src/features/pensions/common/target";
import type { TreeNode } from "../../src/features/explorer/host/nodes";
import { EXTENSION_ID } from "../../src/manifest";
import { aConnection } from "../fakes/connection";
import {
  activateExplorer,
  eventually,
  firstClient,
  labelOf,
  message,
  noteSeen,
  type TestHandle,
  walk,
  workspaceFolder,
} from "./support/explorer";
import { IS_LONG } from "../fakes/runs";

const RUNS = IS_LONG ? 2_000 : 60;
const SEED = 20_261_126;

describe("links", () => {
  let explorer: TestHandle;
  let client: Awaited<ReturnType<typeof firstClient>>;
  let clientId: string;

  before(async () => {
    explorer = await activateExplorer();
    client = await firstClient(explorer);
    clientId = client.row.id!.value;
  });

  beforeEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    explorer.dialogs.takeShown();
  });

  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  const follow = (address: string): void =>
    explorer.answering.openUri(vscode.Uri.parse(address, true));

  async function copied(...values: unknown[]): Promise<string> {
    await vscode.env.clipboard.writeText("");
    await vscode.commands.executeCommand("financialPlanning.link.copy", ...values);
    return vscode.env.clipboard.readText();
  }

  const address = (query: string): string =>
    `${vscode.env.uriScheme}://${EXTENSION_ID.toLowerCase()}/open?${query}`;

  /** What a link does without a question is over: the end of one is the beginning of the next. */
  const ended = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  const calls = (): number => explorer.history.size;

  it("are copied from connections, clients, lists, panels and requests", async () => {
    assert.equal(await copied(client), address(`connection=sandbox&client=${clientId}`));
    assert.equal(await copied(await walk(explorer, "Sandbox")), address("connection=sandbox"));
    const clients = await walk(explorer, "Sandbox", "Client records", "Clients");
    assert.equal(await copied(clients), address("connection=sandbox&list=clients"));
    const holdings = await walk(explorer, "Sandbox", "Finances", /, /, "Holdings");
    const list = address(`connection=sandbox&client=${clientId}&list=holdings`);
    assert.equal(await copied(holdings), list);
    await vscode.commands.executeCommand("financialPlanning.list.open", holdings);
    await eventually("a panel", () => vscode.window.tabGroups.activeTabGroup.activeTab);
    assert.equal(await copied(), list);
    // As the title of an editor calls it.
    assert.equal(await copied(vscode.Uri.parse("webview-panel:webview-1")), list);
    const { id } = explorer.history.last!;
    const request = address(`request=${id}`);
    assert.equal(await copied({ actionId: id }), request);
    await vscode.commands.executeCommand("financialPlanning.requests.open", { actionId: id });
    assert.equal(await copied(vscode.Uri.parse("webview-panel:webview-2")), request);
  });

  it("are copied of the client from what is below it and no list", async () => {
    const identity = { clientId, pensionId: "PEN-9700" };
    await noteSeen(explorer, identity, "read");
    const path = ["Sandbox", "Client records", "Clients", labelOf(explorer.tree, client)];
    const ofClient = address(`connection=sandbox&client=${clientId}`);
    const pension = (): Promise<TreeNode> => walk(explorer, ...path, "Pensions", /PEN-9700/);
    const kindOf = (node: TreeNode): unknown =>
      explorer.tree.getTreeItem(node).contextValue?.split(":")[0];
    assert.equal(kindOf(await pension()), "pension");
    const rows = [
      await pension(),
      await walk(explorer, ...path, "Pensions"),
      await walk(explorer, ...path, "Client record"),
    ];
    const file = vscode.Uri.joinPath(workspaceFolder(), payloadPath(identity));
    await vscode.workspace.fs.writeFile(file, Buffer.from("{}"));
    try {
      await eventually("its file", async () => {
        const row = await pension();
        return kindOf(row) === "pensionFile" ? rows.push(row) : undefined;
      });
      for (const row of rows) {
        assert.equal(await copied(row), ofClient);
      }
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it("of a connection select it in the tree, once that is wanted", async () => {
    const connection = aConnection({ id: "linked", label: "Linked" });
    await explorer.connections.save(connection);
    try {
      explorer.dialogs.script("Open");
      follow(address("connection=linked"));
      await eventually("its row selected", async () =>
        (await copied({ selected: ["connection"] })) === address("connection=linked")
          ? true
          : undefined,
      );
    } finally {
      await explorer.connections.remove(connection.id);
    }
  });

  it("ask first, name what they open, and call nobody before the yes", async () => {
    const before = calls();
    explorer.dialogs.script(undefined);
    follow(address(`connection=sandbox&client=${clientId}&list=results`));
    const question = await message(explorer, /list that a link names/);
    assert.match(question, /Connection: Sandbox/);
    assert.match(question, new RegExp(`Client: ${clientId}`));
    assert.match(question, /List: Results/);
    assert.equal(calls(), before);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
  });

  it("that come at once ask one question; after its answer the next one asks again", async () => {
    const asked: string[] = [];
    const answer = Promise.withResolvers<boolean>();
    explorer.dialogs.confirm = ({ detail }) => {
      asked.push(detail);
      return answer.promise;
    };
    try {
      follow(address(`connection=sandbox&client=${clientId}&list=holdings`));
      follow(address(`connection=sandbox&client=${clientId}&list=results`));
      await eventually("the question", () => asked[0]);
      follow(address(`connection=sandbox&client=${clientId}`));
      await ended();
      assert.equal(asked.length, 1);
      assert.match(asked[0]!, /List: Holdings/);
      answer.resolve(false);
      await ended();
      follow(address("connection=sandbox&list=clients"));
      const next = await eventually("the next question", () => asked[1]);
      assert.match(next, /List: Clients/);
      assert.equal(asked.length, 2);
    } finally {
      Reflect.deleteProperty(explorer.dialogs, "confirm");
      await ended();
    }
  });

  it("open a list, a client and a recorded request once that is wanted", async () => {
    const label = (): string => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "";
    const opened = async (query: string, title: RegExp): Promise<void> => {
      explorer.dialogs.script("Open");
      follow(address(query));
      await eventually(`a tab like ${title.source}`, () =>
        title.test(label()) ? true : undefined,
      );
    };
    await opened("connection=sandbox&list=clients", /^Clients/);
    const name = client.row.label!.value;
    const holdings = `connection=sandbox&client=${clientId}&list=holdings`;
    await opened(holdings, new RegExp(`^Holdings · ${name} · Sandbox`));
    await opened(`connection=sandbox&client=${clientId}`, /^client-[0-9a-f]{8}\.json/);
    const { id, title } = explorer.history.last!;
    await opened(`request=${id}`, new RegExp(title));
  });

  it("are refused with a sentence where a part is not known, or not there", async () => {
    const before = calls();
    for (const [query, sentence] of [
      ["connection=sandbox&put=1", /parameter that does not belong in it: put\./],
      ["connection=nowhere", /names a connection that you do not have: nowhere/],
      ["connection=sandbox&list=nowhere", /no list that this link names: nowhere\./],
      [
        `connection=sandbox&client=${clientId}&list=putPension`,
        /no list that this link names: putPension\./,
      ],
      ["", /names nothing that could be opened/],
      ["request=nowhere", /no longer recorded/],
      ["request=nowhere&client=a", /parameter that does not belong in it: client\./],
      ["connection=sandbox&list=holdings", /names a list of a client, and no client: listHoldings/],
      [
        `connection=sandbox&client=${clientId}&list=clients`,
        /parameter that does not belong in it: client\./,
      ],
      ["connection=sandbox&client=nowhere", /value that is not allowed: client\./],
      [`connection=${"a".repeat(1_000)}`, /This link is too long/],
      ["connection=sandbox#state", /parameter that does not belong in it: #\./],
    ] as const) {
      follow(address(query));
      await message(explorer, sentence);
    }
    assert.equal(calls(), before);
  });

  it("with another path are links of nothing", async () => {
    follow(address("connection=sandbox").replace("/open?", "/opne?"));
    await message(explorer, /names nothing that could be opened/);
  });

  it("made at random are asked about or refused, and call nobody and open nothing", async () => {
    const value = fc.oneof(
      fc.constantFrom("sandbox", "nowhere", clientId, "clients", "holdings", "putPension"),
      fc.constantFrom(explorer.history.last!.id, "..", "a%26put%3D1", "x".repeat(1_200)),
    );
    const name = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom("connection", "client", "list", "request") },
      fc.constantFrom("put", "code", "state", "body", "__proto__"),
    );
    const query = fc
      .array(fc.tuple(name, value), { maxLength: 4 })
      .map((pairs) => pairs.map((pair) => pair.join("=")).join("&"));
    const before = calls();
    const heard = { asked: 0, refused: 0 };
    for (const text of fc.sample(query, { numRuns: RUNS, seed: SEED })) {
      explorer.dialogs.reset();
      explorer.dialogs.script(undefined);
      follow(address(text));
      const said = await message(explorer, /\S/);
      heard[/that a link names\?/.test(said) ? "asked" : "refused"]++;
      await ended();
    }
    explorer.dialogs.reset();
    assert.ok(heard.asked > 0 && heard.refused > 0, JSON.stringify(heard));
    assert.equal(calls(), before);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
  });

  it("are no callbacks, and callbacks are no links", async () => {
    const before = calls();
    follow(address("code=abc&state=def"));
    await message(explorer, /parameter that does not belong in it: code\./);
    follow(address("connection=sandbox").replace("/open?", "/callback?"));
    assert.match(await message(explorer, /\S/), /^No sign-in is waiting/);
    assert.equal(calls(), before);
  });

  it("mask the client in the question while privacy mode is on, and ask before a copy", async () => {
    await vscode.commands.executeCommand("financialPlanning.privacy.toggle");
    try {
      explorer.dialogs.script(undefined);
      follow(address(`connection=sandbox&client=${clientId}`));
      const question = await message(explorer, /client that a link names/);
      assert.ok(!question.includes(clientId), question);
      explorer.dialogs.script(undefined);
      assert.equal(await copied(client), "");
      explorer.dialogs.script("Copy unmasked");
      assert.match(await copied(client), new RegExp(clientId));
    } finally {
      await vscode.commands.executeCommand("financialPlanning.privacy.turnOff");
    }
  });
});
