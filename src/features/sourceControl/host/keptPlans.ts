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
 * Tells the palette whether a window that has ended left a batch, by names alone: any may be shown,
 * applied or resumed, and none runs. What can be done with them is told once they are read.
 */
export async function tellKeptPlans(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const isKept = names.some((name) => name.endsWith(BATCH_SUFFIX));
  // All at once: what is told after the batches were read has to come behind each of them.
  await Promise.all(
    (["show", "apply", "resume", "stop"] as const).map((act) =>
      setContextKey(`financialPlanning.batches.${act}`, isKept && act !== "stop"),
    ),
  );
}
