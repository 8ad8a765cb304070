import * as vscode from "vscode";
import { payloadPath, type PensionIdentity } from "../../../src/features/pensions/common/target";
import type { Action } from "../../../src/platform/base/action";
import type { BatchArgument } from "../../../src/manifest";
import { type TestHandle, workspaceFolder } from "./explorer";

/** Runs a command on plans of pensions; without a value it means the newest that fits. */
export function batch(name: string, ...values: readonly unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(`financialPlanning.batch.${name}`, ...values);
}

/** Runs a command of the source-control view. */
export function changes(name: string, ...values: readonly unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(`financialPlanning.changes.${name}`, ...values);
}

/** Where the payload of a pension is. */
export function payloadUri(identity: PensionIdentity): vscode.Uri {
  return vscode.Uri.joinPath(workspaceFolder(), payloadPath(identity));
}

/** Writes a payload file as any program would. */
export async function writePayload(identity: PensionIdentity, text: string): Promise<vscode.Uri> {
  const uri = payloadUri(identity);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

/** No payload is left: other suites share the folder. */
export async function removePayloads(): Promise<void> {
  const folder = vscode.Uri.joinPath(workspaceFolder(), "pensions");
  await vscode.workspace.fs.delete(folder, { recursive: true }).then(undefined, () => undefined);
}

/** What the view of plans shows of one: label, description, what menus go by. */
export interface ShownBatch extends BatchArgument {
  readonly label: string;
  readonly description: string;
  readonly context: string;
  /** "PEN-1: Landed · Abernathy, Ruth". */
  readonly rows: readonly string[];
}

/** The view of plans, the newest first. */
export async function shownBatches({ answering }: TestHandle): Promise<readonly ShownBatch[]> {
  const { batches } = answering;
  const nodes = ((await batches.getChildren()) ?? []) as BatchArgument[];
  return Promise.all(
    nodes.map(async (node) => {
      const item = await batches.getTreeItem(node);
      const rows = (await batches.getChildren(node)) ?? [];
      const shown = await Promise.all(rows.map(async (row) => batches.getTreeItem(row)));
      return {
        batchId: node.batchId,
        label: wordOf(item.label),
        description: String(item.description),
        context: item.contextValue ?? "",
        rows: shown.map(({ label, description }) => `${wordOf(label)}: ${String(description)}`),
      };
    }),
  );
}

/** What batches sent since, the oldest first. */
export function putsSince({ history }: TestHandle, since: number): readonly Action[] {
  const { actions } = history.query({ text: "PUT pension", since }, 0, 500);
  return actions
    .filter(({ attempts }) => attempts.some(({ method }) => method === "PUT"))
    .reverse();
}

function wordOf(label: vscode.TreeItem["label"]): string {
  return typeof label === "string" ? label : (label?.label ?? "");
}
