import { readdir } from "node:fs/promises";
import * as vscode from "vscode";
import { setContextKey } from "../../../platform/vscode/contextKeys";
import { BATCH_FOLDER, BATCH_SUFFIX } from "../common/batchNames";

/** Where the batches of a workspace are kept; without a workspace, those of such windows. */
export function batchFolder({
  storageUri,
  globalStorageUri,
}: Pick<vscode.ExtensionContext, "storageUri" | "globalStorageUri">): string {
  return vscode.Uri.joinPath(storageUri ?? globalStorageUri, BATCH_FOLDER).fsPath;
}

/**
 * Tells the palette whether a window that has ended left a batch, by names alone: any can be shown.
 * What else can be done with one is told once they are read.
 */
export async function tellKeptPlans(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const isKept = names.some((name) => name.endsWith(BATCH_SUFFIX));
  await setContextKey("financialPlanning.batches.show", isKept);
  for (const act of ["apply", "stop", "resume"] as const) {
    await setContextKey(`financialPlanning.batches.${act}`, false);
  }
}
