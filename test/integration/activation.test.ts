import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { basename, join, sep } from "node:path";
import * as vscode from "vscode";
import { EXTENSION_ID } from "../../src/manifest";
import { activate, activateExplorer } from "./support/explorer";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe("activation", () => {
  it("loads the entry bundle only, and asks nobody", async () => {
    const activated = await activate();
    assert.deepEqual(loadedBundles(), ["entry.js"]);
    assert.equal(activated.isLoaded(), false);
  });

  it("starts no process and calls no service, also when the rest is loaded", async () => {
    const explorer = await activateExplorer();
    assert.equal(explorer.sandbox.state, "stopped");
    assert.equal(explorer.history.last, undefined);
    assert.deepEqual(
      explorer.connections.summaries.map(({ id, state }) => [id, state]),
      [["sandbox", "idle"]],
    );
    const late = ["network.js", "panels.js", "payloadCommands.js", "growingList.js"];
    assert.deepEqual(
      readdirSync(join(dist(), "extension")).filter((file) => late.includes(file)),
      [...late].sort(),
    );
    assert.deepEqual(
      loadedBundles().filter((file) => late.includes(file)),
      [],
      "what is large waits for its first use",
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
        !/^financialPlanning(\.connections|\.requests|\.exports|\.batches|\.receivedCalls)?\.(focus|resetViewLocation|removeView|toggleVisibility)$/.test(
          id,
        ) &&
        !/^financialPlanning(\.connections|\.exports|\.batches|\.receivedCalls)?\.open$/.test(id),
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

/** Which of our files the extension host has read. */
function loadedBundles(): string[] {
  return Object.keys(require.cache)
    .filter((file) => file.startsWith(dist() + sep))
    .map((file) => basename(file));
}

function dist(): string {
  return join(vscode.extensions.getExtension(EXTENSION_ID)!.extensionPath, "dist");
}
