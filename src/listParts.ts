import * as vscode from "vscode";
import { SYSTEM_CLOCK } from "./platform/base/clock";
import type { Locks } from "./platform/files/locks/locks";
import type { Log } from "./platform/base/log";
import type { ServiceClient } from "./platform/service/client";
import type { DescribeError } from "./platform/vscode/errorMessages";
import { lazy } from "./platform/vscode/lazy";
import { manifestOf } from "./platform/vscode/packageFiles";
import { concurrentRequests } from "./platform/vscode/networkSettings";
import { TypedMemento } from "./platform/vscode/state";
import type { ExportParts } from "./features/exports/host/exportServices";
import type { ListsServices } from "./features/lists/host/services";

interface Parts {
  readonly log: Log;
  readonly describe: DescribeError;
  readonly locks: Locks;
  /** The client of a connection, which does not become the one in use by that. */
  readonly client: (connectionId: string) => Promise<ServiceClient>;
}

type OfEditor = "extensionUri" | "log" | "tableWorker" | "pathWorker" | "columnsMemory" | "copy";

/** What lists and exports have of the editor; the engine of exports is loaded with the first. */
export function listParts(
  context: vscode.ExtensionContext,
  { log, describe, locks, client }: Parts,
): ExportParts & Pick<ListsServices, OfEditor> {
  const state = new TypedMemento(context.globalState);
  const { displayName: name, version } = manifestOf(context);
  const made = {
    ...{ log, locks, clock: SYSTEM_CLOCK, tool: { name, version } },
    worker: context.asAbsolutePath("dist/exportWorker.js"),
    concurrency: concurrentRequests,
  };
  return {
    ...{ log, state, describe, backgroundClient: client, extensionUri: context.extensionUri },
    tableWorker: context.asAbsolutePath("dist/rowTablesWorker.js"),
    pathWorker: context.asAbsolutePath("dist/jsonPathWorker.js"),
    columnsMemory: {
      get: () => state.get("lists.columns"),
      set: (columns) => state.set("lists.columns", columns),
    },
    snapshots: {
      get: () => state.get("snapshots.folder") || undefined,
      set: (folder) => state.set("snapshots.folder", folder),
    },
    copy: async (text) => vscode.env.clipboard.writeText(text),
    folder: vscode.Uri.joinPath(context.globalStorageUri, "exports").fsPath,
    engine: lazy(async () => {
      const { createExports } = await import("./features/exports/common/createExports");
      return createExports(made);
    }),
    dataSets: lazy(async () => {
      const { openDataSets } = await import("./features/exports/common/bulk/openDataSets");
      return openDataSets(made);
    }),
  };
}
