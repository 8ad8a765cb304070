import * as vscode from "vscode";
import { readdir } from "node:fs/promises";
import { lazy } from "../../platform/vscode/lazy";
import { EXPORT_ACTS, type ExportAct } from "../../manifest";
import type { BulkServices, ExportServices } from "./host/exportServices";
import type { WindowExports } from "./host/windowExports";

export interface RegisteredExports {
  readonly disposable: vscode.Disposable;
  /** What the view of exports shows. */
  readonly exports: vscode.TreeDataProvider<unknown>;
  /** Loaded at the first call. */
  readonly load: () => Promise<WindowExports>;
}

/** Commands and view of exports; what does the work is loaded with the first one. */
export function registerExports(services: BulkServices): RegisteredExports {
  const changed = new vscode.EventEmitter<unknown>();
  let made: WindowExports | undefined;
  const load = lazy(async () => {
    const { WindowExports } = await import("./host/windowExports");
    made = new WindowExports(services);
    made.view.onDidChangeTreeData((items) => changed.fire(items));
    return made;
  });
  const { commands } = services;
  const disposables = [
    commands.register("financialPlanning.export.start", async (target) =>
      (await load()).start(target),
    ),
    commands.register("financialPlanning.export.forClients", async (node) =>
      (await load()).startDataSet(node),
    ),
    commands.register("financialPlanning.snapshot.keep", async (target) =>
      (await load()).keepSnapshot(target),
    ),
    commands.register("financialPlanning.export.resumePart", async (part) =>
      (await load()).resumePart(part),
    ),
    ...EXPORT_ACTS.map((act) =>
      commands.register(commandOf(act), async (...[target]) => (await load()).act(act, target)),
    ),
    changed,
    { dispose: () => void made?.dispose() },
  ];
  void restore(services, load);
  return { disposable: vscode.Disposable.from(...disposables), exports: shown(), load };

  function shown(): vscode.TreeDataProvider<unknown> {
    return {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => (await load()).view.getChildren(node),
      getTreeItem: async (node) => (await load()).view.getTreeItem(node),
      getParent: () => undefined,
    };
  }
}

type ActCommand = `financialPlanning.export.${ExportAct}`;

function commandOf(act: ExportAct): ActCommand {
  return `financialPlanning.export.${act}`;
}

/** Where nothing was left behind, nothing is loaded for it. */
async function restore(
  { folder, log }: ExportServices,
  load: () => Promise<WindowExports>,
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
