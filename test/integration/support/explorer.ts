import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { EnteredSecretsOptions } from "../../../src/features/connections/common/enteredSecrets";
import type { PensionIdentity } from "../../../src/features/pensions/common/target";
import type { SeenVersion } from "../../../src/features/pensions/common/writing/records";
import type { TreeNode } from "../../../src/features/explorer/host/nodes";
import type { Activated } from "../../../src/entry";
import type { Explorer } from "../../../src/extension";
import type { ScriptedDialogs } from "../../../src/platform/vscode/dialogs";
import { EXTENSION_ID } from "../../../src/manifest";

/** The loaded explorer; in the tests' editor its dialogs answer from a script. */
export type TestHandle = Explorer & { readonly dialogs: ScriptedDialogs };

/** Activates the extension as the editor does, and no more. */
export async function activate(): Promise<Activated> {
  const extension = vscode.extensions.getExtension<Activated | undefined>(EXTENSION_ID);
  assert.ok(extension, "the extension is there");
  const activated = await extension.activate();
  assert.ok(activated, "in its test mode");
  return activated;
}

/** The parts of the explorer, loaded; without answers that an earlier suite scripted in vain. */
export async function activateExplorer(): Promise<TestHandle> {
  const activated = await activate();
  const explorer = (await activated.load()) as TestHandle;
  explorer.dialogs.reset();
  return explorer;
}

/** Walks the tree by labels as a user expands it; each step is a label or a node's kind. */
export async function walk(
  { tree }: TestHandle,
  ...steps: readonly (string | RegExp)[]
): Promise<TreeNode> {
  let node: TreeNode | undefined;
  for (const step of steps) {
    const children: TreeNode[] = await tree.getChildren(node);
    const labels = children.map((child) => labelOf(tree, child));
    const index = labels.findIndex((label) =>
      typeof step === "string" ? label === step : step.test(label),
    );
    const tips = children.map((child) => String(tree.getTreeItem(child).description ?? ""));
    assert.notEqual(
      index,
      -1,
      `no ${String(step)} among ${labels.slice(0, 20).join(" | ")}: ${tips.slice(0, 3).join(" | ")}`,
    );
    node = children[index];
  }
  assert.ok(node);
  return node;
}

export function labelOf(tree: TestHandle["tree"], node: TreeNode): string {
  const { label } = tree.getTreeItem(node);
  return typeof label === "string" ? label : (label?.label ?? "");
}

/** The first client of the sandbox, by the tree. */
export async function firstClient(
  explorer: TestHandle,
): Promise<Extract<TreeNode, { kind: "client" }>> {
  const node = await walk(explorer, "Sandbox", "Client records", "Clients", /, /);
  assert.equal(node.kind, "client");
  return node;
}

/** For what never comes; far away, so that no busy machine gets there. */
const PATIENCE_MS = 5 * 60_000;
const LOOK_AGAIN_MS = 25;

/** Waits until `check` gives a value; for what the editor does in its own time. */
export async function eventually<Value>(
  what: string | (() => string),
  check: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const value = await check();
    if (value !== undefined) {
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  const wanted = typeof what === "string" ? what : what();
  throw new assert.AssertionError({ message: `never came: ${wanted}` });
}

/** The access token of the sandbox's connection, as the editor's secret storage keeps it. */
export async function storedToken({ entered }: TestHandle): Promise<string> {
  const { store } = Reflect.get(entered, "options") as EnteredSecretsOptions;
  const text = await store.get("financialPlanning.token.sandbox");
  assert.ok(text, "a token is stored");
  const { accessToken } = JSON.parse(text) as { accessToken: string };
  assert.match(accessToken, /^\S{16,}$/);
  return accessToken;
}

export function workspaceFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder, "a folder is open");
  return folder;
}

/** Waits for a message that matches; errors are put into words in their own time. */
export async function message({ dialogs }: TestHandle, wanted: RegExp): Promise<string> {
  const seen: string[] = [];
  const what = (): string => `a message like ${wanted.source}; shown: ${seen.join(" | ")}`;
  return eventually(what, () => {
    seen.push(...dialogs.takeShown());
    return seen.find((text) => wanted.test(text));
  });
}

/** Makes a pension of the sandbox known, as a read or a write of it does. */
export async function noteSeen(
  { pensions }: TestHandle,
  identity: PensionIdentity,
  by: SeenVersion["by"],
): Promise<void> {
  const source = { actionId: "noted", attempt: 1 };
  const facts = { hash: "0".repeat(64), at: Date.now(), by, tag: undefined, source };
  await pensions.noteSeen({ connectionId: "sandbox", ...identity }, { ...facts, text: "{}" });
}

/** The editor in a browser saves by itself after a second: what is left unsaved would not show. */
export async function setAutoSave(value: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update("files.autoSave", value, vscode.ConfigurationTarget.Global);
}
