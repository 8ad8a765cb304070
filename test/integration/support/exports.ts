import { fillText } from "../../../src/platform/base/texts";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { SANDBOX_CONNECTION_ID } from "../../../src/platform/base/connection";
import { readDefinition } from "../../../src/platform/service/definition/definition";
import { AppError } from "../../../src/platform/base/errors";
import { SYSTEM_CLOCK } from "../../../src/platform/base/clock";
import { listEndpoint } from "../../fakes/listEndpoint";
import { createExports } from "../../../src/features/exports/common/createExports";
import type { ExportSpec } from "../../../src/features/exports/common/export";
import {
  type ExportRecord,
  ExportRecords,
  thisWindow,
} from "../../../src/features/exports/common/exportRecords";
import { EXTENSION_ID } from "../../../src/manifest";
import type { TreeNode } from "../../../src/features/explorer/host/nodes";
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
  return Promise.all(nodes.map(async (node) => answering.exports.getTreeItem(node)));
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
  return rows as readonly unknown[];
}

/** Where notes of exports are: beside the history, which tests know the folder of. */
function notesFolder({ history }: TestHandle): string {
  return `${dirname(history.folder)}/exports`;
}

/** The note of an export, as every window reads it. */
export async function noteOf(
  explorer: TestHandle,
  id: string | undefined,
): Promise<ExportRecord | undefined> {
  const notes = await new ExportRecords(notesFolder(explorer)).all();
  return notes.find((note) => note.id === id);
}

export async function keepNote(explorer: TestHandle, note: ExportRecord): Promise<void> {
  await new ExportRecords(notesFolder(explorer)).set(note);
}

export async function dropNote(explorer: TestHandle, id: string): Promise<void> {
  await new ExportRecords(notesFolder(explorer)).remove(id);
}

/** What a window that ended after a page left: a part with its journal, and the note about it. */
export async function leftBehind(
  explorer: TestHandle,
  node: TreeNode,
  target: vscode.Uri,
): Promise<{ readonly part: string; readonly note: ExportRecord }> {
  assert.ok(node.kind === "list");
  const part = `${target.fsPath}.part`;
  const spec: ExportSpec = {
    id: randomUUID(),
    query: {
      ...{ connectionId: "sandbox", connectionLabel: "Sandbox", environment: "sandbox" },
      ...{ operationId: "listHoldings", pathTemplate: "/clients/{clientId}/holdings" },
      ...{ path: { clientId: node.clientId }, parameters: {}, pageSize: 25, rules: {} },
    },
    ...{ scope: "all", target: { kind: "file", uri: target.toString() }, isMasked: false },
    form: { format: "jsonl", byteOrderMark: false, guardFormulas: true },
    createdAt: new Date().toISOString(),
  };
  const { client } = await explorer.connections.open("sandbox");
  const endpoint = listEndpoint(
    readDefinition(await explorer.definition(SANDBOX_CONNECTION_ID)),
    "listHoldings",
  );
  const { extensionPath } = vscode.extensions.getExtension(EXTENSION_ID)!;
  const engine = createExports({
    ...{ worker: `${extensionPath}/dist/exportWorker.js`, locks: explorer.locks },
    ...{ clock: SYSTEM_CLOCK, log: SILENT, concurrency: () => 1 },
    tool: { name: "Test", version: "1.0.0" },
  });
  let asked = 0;
  const running = engine.begin(spec, {
    client: () =>
      ++asked === 1
        ? Promise.resolve(client)
        : Promise.reject(new AppError("input", "input/connectionGone")),
    endpoint: () => Promise.resolve(endpoint),
    ...{ part, onChange: () => undefined, translate: fillText },
  });
  await running.run();
  const { state, pages, rows, bytes } = running.progress;
  assert.deepEqual([state, pages, rows], ["failed", 1, 25]);
  await engine.dispose();
  const note: ExportRecord = {
    ...{ version: 1, id: spec.id, kind: "list", part, title: "Holdings", target: "left.jsonl" },
    ...{ scope: "all", isMasked: false, state: "running", pages, rows, bytes },
    ...{ createdAt: spec.createdAt, window: { ...thisWindow(), process: 2 ** 22 + 1 } },
  };
  return { part, note };
}

const nothing = (): void => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
