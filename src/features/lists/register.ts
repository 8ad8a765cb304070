import type { ListQuery } from "./messages/listQuery";
import * as vscode from "vscode";
import type { Action } from "../../platform/base/action";
import { ANSWER_SCHEME, type RequestArgument } from "../../manifest";
import { lazy } from "../../platform/vscode/lazy";
import { DisposableStore } from "../../platform/vscode/disposables";
import type { PageStep } from "./messages/listMessages";
import type { OpenPanels } from "./host/panels";
import type { ListEndpoint } from "./common/listEndpoint";
import type { ListInFront, ListPanel } from "./host/listPanel";
import type { ExportableLists } from "./host/exportable";
import type { ListsServices } from "./host/services";

export interface RegisteredLists {
  readonly disposable: vscode.Disposable;
  /** The panels, for what takes rows along; loaded with the first. */
  readonly panels: () => Promise<ExportableLists>;
  /** Takes a panel over after a window reload. */
  readonly restorePanel: (panel: vscode.WebviewPanel, state: unknown) => Promise<void>;
  /** The action that the panel in front shows. */
  readonly activeAction: () => Action | undefined;
  /** What the panel in front asks for, and of which list. */
  readonly activeList: () => ListInFront | undefined;
  /** As the connection's definition has it; calls nobody. */
  readonly find: (
    list: Pick<ListQuery, "connectionId" | "operationId">,
  ) => Promise<ListEndpoint | undefined>;
  /** Rows that this action brought; undefined where it failed. */
  readonly activeRows: () => number | undefined;
}

/** The list panels and their commands; one panel per query and copy of it. */
export function registerLists(services: ListsServices): RegisteredLists {
  const store = new DisposableStore();
  const panels = lazyPanels(services, store);
  const { commands } = services;
  const finder = lazy(async () => {
    const { PathFinder } = await import("./host/findByPath");
    return store.add(new PathFinder(services));
  });
  store.add(
    commands.register("financialPlanning.list.open", async (argument) => {
      const loaded = await panels.load();
      await loaded.open(await loaded.queryOf(argument));
    }),
  );
  store.add(
    commands.register("financialPlanning.list.openToSide", async (argument) => {
      if (argument === undefined) {
        await (await panels.load()).active().openToSide();
      } else {
        const loaded = await panels.load();
        await loaded.openBeside(await loaded.queryOf(argument));
      }
    }),
  );
  store.add(
    commands.register("financialPlanning.list.openEndpoint", async (node) =>
      (await panels.load()).openEndpoint(services.placeOf(node)),
    ),
  );
  store.add(
    commands.register("financialPlanning.list.copyAddress", async (argument) => {
      const loaded = await panels.load();
      if (argument === undefined) {
        await loaded.active().acts.copy("address");
      } else {
        await loaded.copyAddress(await loaded.queryOf(argument));
      }
    }),
  );
  store.add(
    commands.register("financialPlanning.snapshot.compare", async (argument) =>
      (await panels.load()).compareSnapshots(argument),
    ),
  );
  for (const command of [
    "financialPlanning.answer.showAsItCame",
    "financialPlanning.answer.showLaidOut",
  ] as const) {
    store.add(commands.register(command, () => services.answers.showOtherWay()));
  }
  store.add(
    commands.register("financialPlanning.answer.findByPath", async (argument) => {
      const isOpen = await openAnswer(panels, argument);
      if (isOpen) {
        await (await finder()).find();
      }
    }),
  );
  for (const [command, act] of PANEL_COMMANDS) {
    store.add(commands.register(command, async () => act((await panels.load()).active())));
  }
  return {
    disposable: store,
    panels: () => panels.load(),
    restorePanel: async (panel, state) => (await panels.load()).restore(panel, state),
    activeAction: () => panels.loaded()?.activeAction,
    activeList: () => panels.loaded()?.activeList,
    activeRows: () => panels.loaded()?.activeRows,
    find: async (list) => (await panels.load()).find(list),
  };
}

/** Of a request its answer, of the panel of a list what it has loaded; false where it did not open. */
async function openAnswer(
  panels: LazyPanels,
  argument: RequestArgument | undefined,
): Promise<boolean> {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  // The title of an editor gives its address as argument.
  const isRequest = typeof argument?.actionId === "string";
  if (!isRequest && !(activeTab?.input instanceof vscode.TabInputWebview)) {
    return true;
  }
  if (!isRequest && panels.loaded()?.activeList !== undefined) {
    await (await panels.load()).active().acts.openAsJson();
    return true;
  }
  const body = isRequest ? { actionId: argument.actionId, part: "response" } : undefined;
  await vscode.commands.executeCommand("financialPlanning.requests.openBody", body);
  // Why it did not open was said by that command.
  return vscode.window.activeTextEditor?.document.uri.scheme === ANSWER_SCHEME;
}

type Act = (panel: ListPanel) => unknown;

/** What the keys and the palette do with the panel in front. */
const PANEL_COMMANDS = [
  ["financialPlanning.list.reload", turn("reload")],
  ["financialPlanning.list.firstPage", turn("first")],
  ["financialPlanning.list.previousPage", turn("previous")],
  ["financialPlanning.list.nextPage", turn("next")],
  ["financialPlanning.list.lastPage", turn("last")],
  ["financialPlanning.list.loadAll", ({ acts }: ListPanel) => acts.walk("start")],
  ["financialPlanning.list.stopLoading", ({ acts }: ListPanel) => acts.walk("stop")],
  ["financialPlanning.list.find", (panel: ListPanel) => panel.wish("find")],
  ["financialPlanning.list.openAsJson", ({ acts }: ListPanel) => acts.openAsJson()],
  [
    "financialPlanning.list.measureFields",
    ({ fieldCosts }: ListPanel) => fieldCosts.measureChosen(),
  ],
  ["financialPlanning.list.changeRules", ({ acts }: ListPanel) => acts.changeRules()],
] as const satisfies readonly (readonly [string, Act])[];

function turn(step: PageStep): Act {
  return ({ acts }) => acts.turn(step);
}

/** The panels are loaded with the first of them. */
function lazyPanels(services: ListsServices, store: DisposableStore): LazyPanels {
  let made: OpenPanels | undefined;
  return {
    loaded: () => made,
    load: async () => {
      const { OpenPanels } = await import("./host/panels");
      made ??= store.add(new OpenPanels(services));
      return made;
    },
  };
}

interface LazyPanels {
  readonly loaded: () => OpenPanels | undefined;
  readonly load: () => Promise<OpenPanels>;
}
