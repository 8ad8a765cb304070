import assert from "node:assert/strict";
import { basename } from "node:path";
import * as vscode from "vscode";
import type { TestHandle } from "../../src/extension";
import { EXTENSION_ID } from "../../src/manifest";
import { activateExplorer } from "./support/explorer";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe("activation", () => {
  let explorer: TestHandle;

  before(async () => {
    explorer = await activateExplorer();
  });

  it("loads the entry bundle only", () => {
    const loaded = Object.keys(require.cache).map((file) => basename(file));
    assert.ok(loaded.includes("extension.js"));
    assert.ok(!loaded.includes("network.js"), "the network bundle waits for its first use");
  });

  it("starts no process and asks no service", () => {
    assert.equal(explorer.sandbox.state, "stopped");
    assert.equal(explorer.recent.last, undefined);
    assert.deepEqual(
      explorer.connections.summaries.map(({ id, state }) => [id, state]),
      [["sandbox", "idle"]],
    );
  });

  it("registers every contributed command, and no other", async () => {
    const extension = vscode.extensions.getExtension(EXTENSION_ID)!;
    const { contributes } = extension.packageJSON as Manifest;
    const contributed = contributes.commands.map(({ command }) => command).sort();
    const all = await vscode.commands.getCommands(true);
    const ours = all.filter(
      (id) =>
        id.startsWith("financialPlanning.") &&
        // Made by the editor for every view and container.
        !/^financialPlanning(\.connections)?\.(focus|open|resetViewLocation|removeView|toggleVisibility)$/.test(
          id,
        ),
    );
    assert.deepEqual(ours.sort(), contributed);
  });

  it("leaves JSON files alone that are no payloads", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "json", content: "{}" });
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      document.uri,
    );
    assert.deepEqual(lenses, []);
  });
});
