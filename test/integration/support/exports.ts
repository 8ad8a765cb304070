import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { TreeNode } from "../../../src/explorer/nodes";
import type { TestHandle } from "./explorer";

/** Begins an export from a node of the tree; the answers are those of its questions. */
export async function startExport(
  { dialogs }: TestHandle,
  node: TreeNode | undefined,
  answers: readonly (string | undefined)[],
): Promise<void> {
  dialogs.script(...answers);
  const values = node === undefined ? [] : [node];
  await vscode.commands.executeCommand("financialPlanning.export.start", ...values);
}

/** What the view of exports shows. */
export async function exportsShown({ answering }: TestHandle): Promise<vscode.TreeItem[]> {
  const nodes = (await answering.exports.getChildren()) ?? [];
  return Promise.all(nodes.map((node) => answering.exports.getTreeItem(node)));
}

/** The rows of a client's list as the service has them, in its order. */
export async function exportRows(
  { connections }: TestHandle,
  node: TreeNode,
): Promise<readonly unknown[]> {
  assert.ok(node.kind === "list");
  const { client } = await connections.open("sandbox");
  const { text } = await client.send(
    {
      operationId: "listHoldings",
      path: { clientId: node.clientId },
      query: { pageSize: 200, pageNumber: 1 },
    },
    { action: client.startAction("Elsewhere") },
  );
  const body = JSON.parse(text) as unknown;
  const rows = Array.isArray(body)
    ? (body as readonly unknown[])
    : Object.values(body as Record<string, unknown>).find((value) => Array.isArray(value));
  assert.ok(Array.isArray(rows));
  return rows;
}
