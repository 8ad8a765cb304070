import * as vscode from "vscode";
import { DisposableStore } from "../../platform/vscode/disposables";
import { lazy } from "../../platform/vscode/lazy";
import type { OwnFiles } from "../../platform/vscode/readOnlyFiles";
import type { MessagingProvider } from "../../platform/vscode/messagingProvider";
import type { BatchServices } from "./host/batch/batchServices";
import type { WindowBatches } from "./host/batch/windowBatches";
import { followFront } from "./host/frontKey";
import { unseenPayload } from "./host/listedPayloads";

export interface RegisteredBatches {
  readonly disposable: vscode.Disposable;
  readonly batches: MessagingProvider;
  readonly known: OwnFiles;
  readonly restorePlan: (panel: vscode.WebviewPanel, state: unknown) => Promise<void>;
  /** Looks for payloads, once. */
  readonly openChanges: () => Promise<void>;
  readonly onDidOpenChanges: vscode.Event<void>;
}

/** Pensions as source control; what it does is loaded when its view is seen, or with a command. */
export function registerBatches(services: BatchServices): RegisteredBatches {
  const store = new DisposableStore();
  const viewChanged = store.add(new vscode.EventEmitter<unknown>());
  const filesChanged = store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  const opened = store.add(new vscode.EventEmitter<void>());
  const listed = store.add(new vscode.EventEmitter<void>());
  let made: WindowBatches | undefined;
  const load = lazy(async (): Promise<WindowBatches> => {
    const { WindowBatches } = await import("./host/batch/windowBatches");
    const batches = store.add(new WindowBatches(services));
    store.add(batches.view.onDidChangeTreeData((node) => viewChanged.fire(node)));
    store.add(batches.known.onDidChangeFile((changes) => filesChanged.fire(changes)));
    store.add(batches.onDidOpenChanges(() => opened.fire()));
    store.add(batches.onDidChangeListed(() => listed.fire()));
    made = batches;
    return batches;
  });
  store.add(
    followFront({
      payloadOf: (uri) => {
        const listed = made?.listed(uri);
        return listed === undefined ? unseenPayload(services, uri) : listed || undefined;
      },
      onDidChange: [services.onDidChange, opened.event, listed.event],
    }),
  );
  store.add(registerChanges(services, load));
  store.add(registerRuns(services, load));
  return {
    disposable: store,
    batches: {
      onDidChangeTreeData: viewChanged.event,
      getTreeItem: async (node) => (await load()).view.getTreeItem(node),
      getChildren: async (node) => (await load()).view.getChildren(node),
      get message() {
        return made?.view.message;
      },
    },
    known: {
      onDidChangeFile: filesChanged.event,
      stat: async (uri) => (await load()).known.stat(uri),
      readFile: async (uri) => (await load()).known.readFile(uri),
    },
    restorePlan: async (panel, state) => (await load()).restorePlan(panel, state),
    openChanges: async () => (await load()).openChanges(),
    onDidOpenChanges: opened.event,
  };
}

function registerChanges(
  { commands }: BatchServices,
  load: () => Promise<WindowBatches>,
): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register("financialPlanning.changes.refresh", async (sourceControl) =>
      (await load()).changes.refresh(sourceControl),
    ),
    commands.register("financialPlanning.changes.stage", async (...resources) =>
      (await load()).changes.stage(resources),
    ),
    commands.register("financialPlanning.changes.unstage", async (...resources) =>
      (await load()).changes.unstage(resources),
    ),
    commands.register("financialPlanning.changes.stageAll", async (group) =>
      (await load()).changes.stageAll(group),
    ),
    commands.register("financialPlanning.changes.unstageAll", async (group) =>
      (await load()).changes.unstageAll(group),
    ),
    commands.register("financialPlanning.changes.discard", async (...resources) =>
      (await load()).changes.discard(resources),
    ),
    commands.register("financialPlanning.changes.discardAll", async (group) =>
      (await load()).changes.discardAll(group),
    ),
    commands.register("financialPlanning.changes.openChange", async (...resources) =>
      (await load()).changes.openChange(resources),
    ),
    commands.register("financialPlanning.changes.openPayload", async (...resources) =>
      (await load()).changes.openPayload(resources),
    ),
  );
}

function registerRuns(
  { commands }: BatchServices,
  load: () => Promise<WindowBatches>,
): vscode.Disposable {
  return vscode.Disposable.from(
    commands.register("financialPlanning.changes.plan", async (sourceControl) =>
      (await load()).plan(sourceControl),
    ),
    commands.register("financialPlanning.batch.show", async (target) =>
      (await load()).show(target),
    ),
    commands.register("financialPlanning.batch.apply", async (target) =>
      (await load()).apply(target),
    ),
    commands.register("financialPlanning.batch.stop", async (target) =>
      (await load()).stop(target),
    ),
    commands.register("financialPlanning.batch.resume", async (target) =>
      (await load()).resume(target),
    ),
    commands.register("financialPlanning.batch.copyReport", async (target) =>
      (await load()).copyReport(target),
    ),
    commands.register("financialPlanning.batch.copyTraceId", async (target) =>
      (await load()).copyTraceId(target),
    ),
    commands.register("financialPlanning.batch.remove", async (target) =>
      (await load()).remove(target),
    ),
  );
}
