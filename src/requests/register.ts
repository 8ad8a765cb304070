import type * as vscode from "vscode";
import { AppError } from "../core/errors";
import type { Action } from "../core/requests/record";
import { copyText } from "../host/clipboard";
import { DisposableStore } from "../host/disposables";
import type { NodeArgument, RequestArgument } from "../manifest";
import { type ExplainServices, registerExplanations } from "./explain";
import { showExplanation } from "./explanationDocument";
import { registerFinding } from "./findRequest";
import { registerIdLinks } from "./idLinks";
import { type PinServices, registerPinning } from "./pinnedTrace";
import type { RecentActions } from "./recentActions";

export interface RequestsServices
  extends PinServices, Omit<ExplainServices, "find" | "bodyOf" | "actionInFront" | "show"> {
  readonly recent: RecentActions;
  /** The action whose answer or failure a tree node shows. */
  readonly actionOf: (node: NodeArgument) => Action | undefined;
  /** The action that the panel in front shows. */
  readonly activeAction: () => Action | undefined;
  /** How many rows that action brought; undefined where it failed. */
  readonly activeRows: () => number | undefined;
  /** Keeps a read-only document in memory and gives its address. */
  readonly addAnswer: (name: string, bytes: Uint8Array) => vscode.Uri;
  readonly showLog: () => void;
}

/** The ids of calls, for the clipboard, and the log. */
export function registerRequests(services: RequestsServices): vscode.Disposable {
  const { commands } = services;
  const store = new DisposableStore();
  store.add(
    commands.register("financialPlanning.requests.copyRequestId", (node) =>
      copy(actionFor(services, node).attempts.at(-1)?.requestId, "input/noRequestId"),
    ),
  );
  store.add(
    commands.register("financialPlanning.requests.copyTraceId", (node) =>
      copy(actionFor(services, node).traceId, "input/noTraceId"),
    ),
  );
  store.add(registerPinning(services));
  store.add(registerExplanations(explaining(services)));
  store.add(registerFinding({ ...services, history: services.recent }));
  store.add(registerIdLinks({ ...services, history: services.recent }));
  store.add(commands.register("financialPlanning.log.show", () => services.showLog()));
  return store;
}

function explaining(services: RequestsServices): ExplainServices {
  const { recent, activeAction, activeRows, addAnswer } = services;
  return {
    ...services,
    find: (id) => recent.get(id),
    // Bodies of calls that a node or a message shows come with their failure.
    bodyOf: () => Promise.resolve(undefined),
    actionInFront: () => {
      const action = activeAction();
      return action === undefined
        ? recent.last && { action: recent.last }
        : { action, rows: activeRows() };
    },
    show: (title, sections) => showExplanation(addAnswer, title, sections),
  };
}

/** The call that is meant: of the node, else of the panel in front, else the last one. */
function actionFor(
  { actionOf, activeAction, recent }: RequestsServices,
  target: NodeArgument | RequestArgument | undefined,
): Action {
  const action =
    target === undefined
      ? (activeAction() ?? recent.last)
      : "actionId" in target
        ? recent.get(target.actionId)
        : actionOf(target);
  if (action === undefined) {
    throw new AppError("input", "input/noCall");
  }
  return action;
}

async function copy(
  id: string | undefined,
  missing: "input/noRequestId" | "input/noTraceId",
): Promise<void> {
  if (id === undefined) {
    throw new AppError("input", missing);
  }
  await copyText(id);
}
