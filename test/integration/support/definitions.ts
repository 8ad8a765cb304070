import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SANDBOX_CONNECTION_ID } from "../../../src/platform/base/connection";
import { EXTENSION_ID } from "../../../src/manifest";
import { eventually, type TestHandle } from "./explorer";

/** Takes every imported definition back, and waits until the one that ships is active. */
export async function forgetDefinitions(explorer: TestHandle): Promise<void> {
  for (const { id } of await explorer.definitions.list()) {
    await explorer.definitions.remove(id);
  }
  await eventually("ours again", async () =>
    (await explorer.definition(SANDBOX_CONNECTION_ID)) === (await explorer.description())
      ? true
      : undefined,
  );
}

/** Imports one of the definitions that the sandbox serves. */
export async function importServed(explorer: TestHandle, name: string): Promise<void> {
  const extension = vscode.extensions.getExtension(EXTENSION_ID);
  assert.ok(extension);
  const folder = vscode.Uri.joinPath(extension.extensionUri, "media", "service", "provider");
  await importDefinition(explorer, vscode.Uri.joinPath(folder, name));
}

/** Imports a file, and waits until who lives by definitions has heard of it. */
export async function importDefinition(explorer: TestHandle, uri: vscode.Uri): Promise<void> {
  const source = { source: "file", value: uri.toString() };
  // In a window that asked for none yet nothing would change.
  await explorer.definition(SANDBOX_CONNECTION_ID);
  // Who lives by it hears of it a moment after the command has ended.
  const isFollowed = new Promise<void>((resolve) => {
    const listening = explorer.onDidChangeDefinition(() => {
      listening.dispose();
      resolve();
    });
  });
  await vscode.commands.executeCommand("financialPlanning.definition.import", source);
  await isFollowed;
}
