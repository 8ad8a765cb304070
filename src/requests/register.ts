import type * as vscode from "vscode";
import { AppError } from "../core/errors";
import type { Action, Attempt } from "../core/requests/record";
import { copyText } from "../host/clipboard";
import { DisposableStore } from "../host/disposables";
import type { NodeArgument, RequestArgument } from "../manifest";
import { registerCopies } from "./copies/register";
import type { CopiesServices } from "./copies/services";
import { type PinServices, registerPinning } from "./pinnedTrace";

export interface RequestsServices extends PinServices, CopiesServices {
  /** The action whose answer or failure a tree node shows. */
  readonly actionOf: (node: NodeArgument) => Action | undefined;
  readonly showLog: () => void;
}

/** The ids of calls, for the clipboard, and the log. */
export function registerRequests(services: RequestsServices): vscode.Disposable {
  const { commands } = services;
  const store = new DisposableStore();
  store.add(
    commands.register("financialPlanning.requests.copyRequestId", (target) =>
      copy(attemptFor(actionFor(services, target), target)?.requestId, "input/noRequestId"),
    ),
  );
  store.add(
    commands.register("financialPlanning.requests.copyTraceId", (target) =>
      copy(actionFor(services, target).traceId, "input/noTraceId"),
    ),
  );
  store.add(registerPinning(services));
  store.add(registerCopies(services));
  store.add(commands.register("financialPlanning.log.show", () => services.showLog()));
  return store;
}

type Target = NodeArgument | RequestArgument | undefined;

/** The call that is meant: of the node, else of the panel in front, else the last one. */
function actionFor({ actionOf, activeAction, history }: RequestsServices, target: Target): Action {
  const action =
    target === undefined
      ? (activeAction() ?? history.last)
      : "actionId" in target
        ? history.get(target.actionId)
        : actionOf(target);
  if (action === undefined) {
    throw new AppError("input", "input/noCall");
  }
  return action;
}

/** The attempt that is named, else the last one. */
function attemptFor({ attempts }: Action, target: Target): Attempt | undefined {
  const wanted = target !== undefined && "actionId" in target ? target.attempt : undefined;
  return wanted === undefined ? attempts.at(-1) : attempts.find(({ number }) => number === wanted);
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
