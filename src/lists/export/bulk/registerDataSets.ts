import * as vscode from "vscode";
import { readdir } from "node:fs/promises";
import { lazy } from "../../../host/lazy";
import type { ExportsView } from "../exportsView";
import type { BulkServices } from "../../exportServices";
import type { WindowDataSets } from "./windowDataSets";

/** The command of data sets; what does the work is loaded with the first one. */
export function registerDataSets(
  services: BulkServices,
  view: () => Promise<ExportsView>,
): vscode.Disposable {
  let made: WindowDataSets | undefined;
  const load = lazy(async () => {
    const { WindowDataSets } = await import("./windowDataSets");
    made = new WindowDataSets(services, await view());
    return made;
  });
  void restore(services, load);
  return vscode.Disposable.from(
    services.commands.register("financialPlanning.export.forClients", async (node) =>
      (await load()).start(node),
    ),
    { dispose: () => made?.dispose() },
  );
}

/** Where nothing was left behind, nothing is loaded for it. */
async function restore(
  { folder, log }: BulkServices,
  load: () => Promise<WindowDataSets>,
): Promise<void> {
  try {
    const names = await readdir(folder);
    if (names.some((name) => name.endsWith(".json"))) {
      await (await load()).restore();
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) {
      log.warn("exports: what was left behind could not be read", { error: String(error) });
    }
  }
}
