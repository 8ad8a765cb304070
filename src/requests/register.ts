import type * as vscode from "vscode";
import { AppError } from "../core/errors";
import type { Action } from "../core/requests/record";
import { copyText } from "../host/clipboard";
import { DisposableStore } from "../host/disposables";
import type { NodeArgument, RequestArgument } from "../manifest";
import { registerCopies } from "./copies/register";
import type { CopiesServices } from "./copies/services";
import { type PinServices, registerPinning } from "./pinnedTrace";
import type { RecentActions } from "./recentActions";

export interface RequestsServices extends PinServices, Omit<CopiesServices, "history"> {
  readonly recent: RecentActions;
  /** The action whose answer or failure a tree node shows. */
  readonly actionOf: (node: NodeArgument) => Action | undefined;
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
  store.add(registerCopies({ ...services, history: services.recent }));
  store.add(commands.register("financialPlanning.log.show", () => services.showLog()));
  return store;
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
