import type * as vscode from "vscode";
import { AppError } from "../core/errors";
import type { Action } from "../core/requests/record";
import { copyText } from "../host/clipboard";
import type { Commands } from "../host/commands";
import { DisposableStore } from "../host/disposables";
import type { NodeArgument } from "../manifest";
import type { RecentActions } from "./recentActions";

export interface RequestsServices {
  readonly commands: Commands;
  readonly recent: RecentActions;
  /** The action whose answer or failure a tree node shows. */
  readonly actionOf: (node: NodeArgument) => Action | undefined;
  /** The action that the panel in front shows. */
  readonly activeAction: () => Action | undefined;
  readonly showLog: () => void;
}

/** The ids of calls, for the clipboard, and the log. */
export function registerRequests(services: RequestsServices): vscode.Disposable {
  const { commands } = services;
  const store = new DisposableStore();
  store.add(
    commands.register("financialPlanning.requests.copyRequestId", (node) =>
      copy(actionFor(services, node).attempts.at(-1)?.requestId),
    ),
  );
  store.add(
    commands.register("financialPlanning.requests.copyTraceId", (node) =>
      copy(actionFor(services, node).traceId),
    ),
  );
  store.add(commands.register("financialPlanning.log.show", () => services.showLog()));
  return store;
}

/** The call that is meant: of the node, else of the panel in front, else the last one. */
function actionFor(
  { actionOf, activeAction, recent }: RequestsServices,
  node: NodeArgument | undefined,
): Action {
  const action = node === undefined ? (activeAction() ?? recent.last) : actionOf(node);
  if (action === undefined) {
    throw new AppError("input", "input/noCall");
  }
  return action;
}

async function copy(id: string | undefined): Promise<void> {
  if (id === undefined) {
    throw new AppError("input", "input/noRequestId");
  }
  await copyText(id);
}
