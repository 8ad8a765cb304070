import type * as vscode from "vscode";
import { AppError } from "../core/errors";
import type { Action } from "../core/requests/record";
import { DisposableStore } from "../host/disposables";
import type { PageStep } from "../shared/listPanel";
import { PAGE_SIZE_LIMIT } from "../shared/panelChecks";
import type { OpenPanels } from "./panels";
import type { ListsServices } from "./services";

export interface RegisteredLists {
  readonly disposable: vscode.Disposable;
  /** Takes a panel over after a window reload. */
  readonly restorePanel: (panel: vscode.WebviewPanel, state: unknown) => Promise<void>;
  /** The action that the panel in front shows. */
  readonly activeAction: () => Action | undefined;
  /** Rows that this action brought; undefined where it failed. */
  readonly activeRows: () => number | undefined;
}

/** The list panels and their commands; one panel per connection, list and client. */
export function registerLists(services: ListsServices): RegisteredLists {
  const store = new DisposableStore();
  const panels = lazyPanels(services, store);
  const { commands } = services;
  store.add(
    commands.register("financialPlanning.list.open", async (argument) => {
      const target = await services.resolveList(argument);
      if (target === undefined) {
        throw new AppError("input", "input/noPanel");
      }
      const { connectionId, list, clientId, clientLabel } = target;
      await (
        await panels.load()
      ).open({
        connectionId,
        list,
        ...(clientId === undefined ? {} : { clientId }),
        ...(clientLabel === undefined ? {} : { clientLabel }),
        pageNumber: 1,
        pageSize: Math.min(
          Math.max(1, Math.trunc(services.pageSize(connectionId))),
          PAGE_SIZE_LIMIT,
        ),
      });
    }),
  );
  const steps: readonly (readonly [`financialPlanning.list.${StepName}`, PageStep])[] = [
    ["financialPlanning.list.reload", "reload"],
    ["financialPlanning.list.firstPage", "first"],
    ["financialPlanning.list.previousPage", "previous"],
    ["financialPlanning.list.nextPage", "next"],
  ];
  for (const [command, step] of steps) {
    store.add(commands.register(command, async () => (await panels.load()).active().turn(step)));
  }
  store.add(
    commands.register("financialPlanning.list.openAsJson", async () =>
      (await panels.load()).active().openAsJson(),
    ),
  );
  return {
    disposable: store,
    restorePanel: async (panel, state) => (await panels.load()).restore(panel, state),
    activeAction: () => panels.loaded()?.activeAction,
    activeRows: () => panels.loaded()?.activeRows,
  };
}

type StepName = "reload" | "firstPage" | "previousPage" | "nextPage";

/** The panels are a bundle of their own, so that activation does not read it. */
function lazyPanels(services: ListsServices, store: DisposableStore): LazyPanels {
  let made: OpenPanels | undefined;
  return {
    loaded: () => made,
    load: async () => {
      const { OpenPanels } = await import("./panels");
      made ??= store.add(new OpenPanels(services));
      return made;
    },
  };
}

interface LazyPanels {
  readonly loaded: () => OpenPanels | undefined;
  readonly load: () => Promise<OpenPanels>;
}
