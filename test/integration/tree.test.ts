import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import * as vscode from "vscode";
import type { ConnectionsOptions } from "../../src/features/connections/host/connections";
import { AppError } from "../../src/platform/base/errors";
import type { ServiceClient } from "../../src/platform/service/client";
import type { TreeNode } from "../../src/features/explorer/host/nodes";
import type { TreeSources } from "../../src/features/explorer/host/tree";
import {
  activateExplorer,
  eventually,
  firstClient,
  labelOf,
  message,
  walk,
  type TestHandle,
} from "./support/explorer";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;

describe("the tree", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
  });

  it("shows the sandbox connection and its three domains with their prefixes", async () => {
    const connection = await walk(explorer, "Sandbox");
    const domains = await explorer.tree.getChildren(connection);
    assert.deepEqual(
      domains.map((node) => {
        const item = explorer.tree.getTreeItem(node);
        return [item.label, item.description];
      }),
      [
        ["Client records", "/crm/v1"],
        ["Finances", "/finances/v1"],
        ["Risk profiling", "/profiling/v1"],
      ],
    );
  });

  it("loads clients one page at a time and says how many are shown", async () => {
    const clients = await walk(explorer, ...CLIENTS);
    const nodes = await explorer.tree.getChildren(clients);
    assert.equal(nodes.length, 101);
    const more = nodes.at(-1)!;
    const item = explorer.tree.getTreeItem(more);
    assert.deepEqual([item.label, item.description], ["Load 100 more", "100 of 2,000"]);
  });

  it("shows a client's record, holdings, pensions and results", async () => {
    const client = await firstClient(explorer);
    const children = await explorer.tree.getChildren(client);
    assert.deepEqual(
      children.map((node) => labelOf(explorer.tree, node)),
      ["Client record", "Holdings", "Pensions", "Results"],
    );
  });

  it("says what names a client, and how many there are, was found by shape", async () => {
    const client = await firstClient(explorer);
    const tooltip = tooltipOf(client);
    assert.match(tooltip, /\*\*Id found by shape\*\* read from clientId/);
    assert.match(tooltip, /\*\*Name found by shape\*\* read from name\.firstName name\.lastName/);
    assert.match(tooltip, /\*\*Detail found by shape\*\* read from dateOfBirth/);
    const count = tooltipOf(await walk(explorer, ...CLIENTS));
    assert.match(count, /2,000\n\n\*\*Count found by shape\*\* read from \w+/);
  });

  it("grows under the node that was asked to, and asks for no page twice", async () => {
    explorer.tree.forget("sandbox");
    const clients = await walk(explorer, ...CLIENTS);
    const finances = await walk(explorer, "Sandbox", "Finances");
    const shown = async (): Promise<(string | number)[]> => {
      const [one, other] = await Promise.all(
        [clients, finances].map((node) => explorer.tree.getChildren(node)),
      );
      return [one!.length - 1, other!.length - 1, explorer.tree.getTreeItem(other!.at(-1)!)].map(
        (value) => (typeof value === "number" ? value : String(value.description)),
      );
    };
    assert.deepEqual(await shown(), [100, 100, "100 of 2,000"]);
    await loadMore(...CLIENTS);
    const last = explorer.history.last;
    assert.deepEqual(await shown(), [200, 100, "100 of 2,000"]);
    await loadMore("Sandbox", "Finances");
    assert.deepEqual(await shown(), [200, 200, "200 of 2,000"]);
    assert.equal(explorer.history.last, last, "the second page was loaded already");
  });

  it("shows progress while it loads more or asks again, and a Cancel that works", async () => {
    const { client } = await explorer.connections.open("sandbox");
    let isHeld = false;
    let cancelled = 0;
    const send: ServiceClient["send"] = (call, context) =>
      isHeld
        ? new Promise((_, reject) => {
            context.signal!.addEventListener("abort", () => {
              cancelled++;
              reject(new AppError("canceled", "canceled/byUser"));
            });
          })
        : client.send(call, context);
    const held = Object.create(client, { send: { value: send } }) as ServiceClient;
    await withClient(held, async () => {
      const clients = await walk(explorer, ...CLIENTS);
      await explorer.tree.getChildren(clients);
      isHeld = true;
      const titles = await cancellingProgress(async () => {
        await loadMore(...CLIENTS);
        await vscode.commands.executeCommand("financialPlanning.connections.refresh");
        await vscode.commands.executeCommand("financialPlanning.node.refresh", clients);
      });
      assert.deepEqual(titles, ["Loading more clients", "Refreshing", "Refreshing"]);
      assert.equal(cancelled, 3);
      assert.equal((await explorer.tree.getChildren(clients)).length, 101, "all is as it was");
    });
  });

  it("asks the sandbox that was started anew, where the one before went while it was asked", async () => {
    // The command would ask where other suites wrote pensions.
    await explorer.sandbox.restart();
    const clients = await walk(explorer, ...CLIENTS);
    await explorer.sandbox.setFaults([
      { operationId: "listClients", times: 1, fault: { kind: "slow", head: 600_000 } },
    ]);
    explorer.tree.forget("sandbox");
    const loading = explorer.tree.getChildren(clients);
    await eventually("the call", () => explorer.sandbox.faults.length === 0 || undefined);
    await explorer.sandbox.restart();
    const nodes = await loading;
    const [first = assert.fail("no node")] = nodes;
    assert.equal(first.kind, "client", first.kind === "error" ? inspect(first.error) : "");
    assert.equal(nodes.length, 101);
  });

  it("asks for smaller pages where large ones are refused, and goes back at a click", async () => {
    const clients = await walk(explorer, ...CLIENTS);
    const ways = async (): Promise<readonly TreeNode[]> =>
      (await explorer.tree.getChildren(clients)).filter(({ kind }) => kind === "way");
    const takeOnly = async (): Promise<string> => {
      const [way = assert.fail("no way"), ...others] = await ways();
      assert.deepEqual(others, []);
      await vscode.commands.executeCommand("financialPlanning.node.takeWay", way);
      return labelOf(explorer.tree, way);
    };
    const loaded = async (): Promise<number> =>
      (await explorer.tree.getChildren(clients)).filter(({ kind }) => kind === "client").length;
    const fault = { kind: "status", status: 500 } as const;
    await explorer.sandbox.setFaults([
      { operationId: "listClients", query: "*pageSize=100*", fault },
    ]);
    explorer.tree.forget("sandbox");
    assert.equal(await takeOnly(), "Smaller pages (25)");
    assert.equal(await loaded(), 25);
    await explorer.sandbox.setFaults([]);
    assert.equal(await takeOnly(), "Usual page size");
    assert.equal(await loaded(), 100);
  });

  it("says of a client list that is not there what to check, in the tree and on request", async () => {
    const server = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { network } = Reflect.get(explorer.connections, "options") as ConnectionsOptions;
    const { connection } = await explorer.connections.open("sandbox");
    const { serviceAccount } = explorer.sandbox.facts!.clients;
    const client = (await network()).open({
      connection: { ...connection, id: "elsewhere", baseUrl },
      secrets: () =>
        Promise.resolve({ subscriptionKey: "any", clientSecret: serviceAccount.clientSecret }),
      onSession: () => undefined,
    });
    try {
      await withClient(client, async () => {
        const error = await walk(explorer, ...CLIENTS, "Could not load · 404");
        const { description } = explorer.tree.getTreeItem(error);
        assert.equal(description, "The service has no clients at this address (404).");
        explorer.dialogs.takeShown();
        await vscode.commands.executeCommand("financialPlanning.node.showError", error);
        await message(explorer, /no clients at this address \(404\)\. Check the base URL/);
      });
    } finally {
      await client.signOut();
      await client.dispose();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  /** As it reads, without the escapes that keep values from being Markdown. */
  function tooltipOf(node: TreeNode): string {
    const { value } = explorer.tree.getTreeItem(node).tooltip as vscode.MarkdownString;
    return value.replaceAll("&nbsp;", " ").replace(/\\([^\w\s])/g, "$1");
  }

  async function loadMore(...path: readonly string[]): Promise<void> {
    const more = await walk(explorer, ...path, /^Load 100 more/);
    await vscode.commands.executeCommand("financialPlanning.node.loadMore", more);
  }

  /** Presses Cancel as soon as a progress notification is there; returns their titles. */
  async function cancellingProgress(work: () => Promise<void>): Promise<unknown[]> {
    const titles: unknown[] = [];
    const { window } = vscode;
    const { withProgress } = window;
    const show: typeof withProgress = (options, task) => {
      assert.equal(options.cancellable, true);
      titles.push(options.title);
      const cancellation = new vscode.CancellationTokenSource();
      const done = task({ report: () => undefined }, cancellation.token);
      cancellation.cancel();
      return done;
    };
    try {
      assert.ok(Reflect.set(window, "withProgress", show));
      await work();
    } finally {
      Reflect.set(window, "withProgress", withProgress);
    }
    return titles;
  }

  /** Lets the tree talk to another client than its connection's, from an empty list on. */
  async function withClient(client: ServiceClient, work: () => Promise<void>): Promise<void> {
    const sources = Reflect.get(explorer.tree, "sources") as TreeSources;
    const own = sources.client;
    try {
      Reflect.set(sources, "client", () => Promise.resolve(client));
      explorer.tree.forget("sandbox");
      await work();
    } finally {
      Reflect.set(sources, "client", own);
      explorer.tree.forget("sandbox");
    }
  }
});
