import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import type { Connection } from "../../src/platform/base/connection";
import { newConnectionId } from "../../src/features/connections/common/connectionRecord";
import { foreignSettings } from "../../src/platform/vscode/foreignSettings";
import { aConnection } from "../fakes/connection";
import { nested, strayingSettings } from "../fakes/foreignSettings";
import {
  activateExplorer,
  eventually,
  message,
  walk,
  workspaceFolder,
  type TestHandle,
} from "./support/explorer";
import { IS_LONG } from "../fakes/runs";

describe("settings that a workspace tries to supply", () => {
  let explorer: TestHandle;
  let capture: Server;
  let port: number;
  let requests = 0;
  let connection: Connection;
  const file = (): vscode.Uri => vscode.Uri.joinPath(workspaceFolder(), ".vscode", "settings.json");

  before(async () => {
    explorer = await activateExplorer();
    capture = createServer((_request, response) => response.end("{}"));
    capture.on("connection", () => requests++);
    await new Promise<void>((resolve) => capture.listen(0, "127.0.0.1", resolve));
    ({ port } = capture.address() as AddressInfo);
    connection = aConnection({ id: newConnectionId(), authUrl: "https://service.example" });
    await explorer.connections.save(connection);
    const secrets = { subscriptionKey: "0f5c2a9e7b134d68", clientSecret: "s3cret" };
    await explorer.entered.write(connection, secrets);
  });

  beforeEach(() => {
    requests = 0;
    explorer.dialogs.takeShown();
  });

  afterEach(async () => {
    await vscode.workspace.fs.delete(file(), { useTrash: false });
    await eventually("the settings to be gone", async () => (await names()) === 0 || undefined);
  });

  after(async () => {
    await explorer.connections.remove(connection.id);
    await new Promise((resolve) => capture.close(resolve));
  });

  async function write(settings: object): Promise<void> {
    await vscode.workspace.fs.writeFile(file(), Buffer.from(JSON.stringify(settings)));
    await eventually("the editor to read them", () => {
      const scope = { languageId: "json" };
      const seen = vscode.workspace.getConfiguration("financialPlanning", scope);
      return JSON.stringify(seen).includes("127.0.0.1") || undefined;
    });
  }

  const names = async (): Promise<number> => (await foreignSettings()).length;

  /** What leaves: by the user's connection, and by the sandbox's started anew. */
  async function use(): Promise<void> {
    const { client } = await explorer.connections.open(connection.id);
    const action = client.startAction("Clients");
    await client.send({ operationId: "listClients" }, { action }).catch(() => undefined);
    await explorer.sandbox.restart();
    const node = await walk(explorer, "Sandbox", "Risk profiling", /, /, "Results");
    await vscode.commands.executeCommand("financialPlanning.list.open", node);
    const { url } = explorer.history.last!.attempts.at(-1)!;
    assert.equal(new URL(url).origin, explorer.sandbox.facts!.baseUrl);
    assert.match(explorer.history.last!.traceId ?? "", /^fpx-/);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  }

  const OWN = Object.keys(strayingSettings(1)).filter((id) => id.startsWith("financialPlanning."));
  const forms: readonly (readonly [string, (settings: object) => object, boolean])[] = [
    ["flat", (settings) => settings, true],
    ["as objects in objects", (settings) => nested({ ...settings }), false],
    ["for a language", (settings) => ({ "[json]": settings }), false],
  ];
  for (const [form, write_, isFirst] of IS_LONG ? forms : forms.slice(0, 2)) {
    it(`${form}: are ignored, found by name, and told of once in a window`, async () => {
      await write(write_(strayingSettings(port)));
      assert.deepEqual(await foreignSettings(), OWN.toSorted());
      if (isFirst) {
        const told = await message(explorer, /This workspace tries to set/);
        assert.ok(OWN.every((id) => told.includes(id)));
      }
      await use();
      assert.equal(requests, 0);
      const { token } = new vscode.CancellationTokenSource();
      const answer = await explorer.answering.assistants.invoke("listClients", {}, token);
      assert.match(answer, /"masked":"/);
      assert.doesNotMatch(explorer.dialogs.takeShown().join(), /tries to set/);
      assert.deepEqual(
        explorer.connections.summaries.map(({ label }) => label),
        ["Sandbox", connection.label],
      );
    });
  }

  it("would have been noticed: the user's own proxy is used", async () => {
    await write({ "financialPlanning.baseUrl": "http://127.0.0.1" });
    const http = vscode.workspace.getConfiguration("http");
    const { Global } = vscode.ConfigurationTarget;
    await http.update("proxy", `http://127.0.0.1:${port}`, Global);
    try {
      await use();
      assert.ok(requests > 0);
    } finally {
      await http.update("proxy", undefined, Global);
    }
  });
});
