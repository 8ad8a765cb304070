import { AppError } from "../../platform/base/errors";
import type { Action } from "../../platform/base/action";
import type { RunningActions } from "../../platform/base/runningActions";
import { copyText } from "../../platform/vscode/clipboard";
import { contextKeySetter } from "../../platform/vscode/contextKeys";
import { DisposableStore } from "../../platform/vscode/disposables";
import type { NodeArgument, RequestArgument } from "../../manifest";
import { attemptOf, meantAction, meantRequest } from "./common/meantCall";
import { registerCopies } from "./host/copies/register";
import type { CopiesServices } from "./host/copies/services";
import { type ExplainServices, registerExplanations } from "./host/explain";
import { registerFinding } from "./host/findRequest";
import { createIdLinks } from "./host/idLinks";
import type { IdLinkAnswering } from "./host/idLinkRegistrations";
import { type PinServices, registerPinning } from "./host/pinnedTrace";
import { type RegisteredViews, registerViews, type ViewCommandServices } from "./host/viewCommands";

interface RequestsServices
  extends
    PinServices,
    Omit<CopiesServices, "history">,
    ViewCommandServices,
    Omit<ExplainServices, "find" | "bodyOf" | "actionInFront" | "show"> {
  /** The action whose answer or failure a tree node shows. */
  readonly actionOf: (node: NodeArgument) => Action | undefined;
  /** How many rows that action brought; undefined where it failed. */
  readonly activeRows: () => number | undefined;
  readonly showLog: () => void;
  /** The calls of this window that have not ended. */
  readonly running: Pick<RunningActions, "find" | "cancel">;
}

/** The view and panels of calls, their ids for the clipboard, and the log. */
export function registerRequests(services: RequestsServices): RegisteredViews & IdLinkAnswering {
  const { commands } = services;
  const store = new DisposableStore();
  const views = registerViews(services);
  store.add(views.disposable);
  const activeAction = (): Action | undefined => services.activeAction() ?? views.activeRequest();
  const inFront = { ...services, activeAction };
  const found = (target: NodeArgument | RequestArgument | undefined): Found =>
    findCall(inFront, target);
  store.add(
    commands.register("financialPlanning.requests.copyRequestId", (target) => {
      const { action, attempt } = found(target);
      return copy(attemptOf(action, attempt)?.requestId, "input/noRequestId");
    }),
  );
  store.add(
    commands.register("financialPlanning.requests.copyTraceId", (target) =>
      copy(found(target).action.traceId, "input/noTraceId"),
    ),
  );
  store.add(
    commands.register("financialPlanning.requests.cancel", (target) => {
      const { running } = services;
      // The palette offers it while any call runs: the one in front may have ended.
      const id =
        target === undefined
          ? running.find(activeAction()?.id ?? services.answerInFront()?.actionId)
          : found(target).action.id;
      if (id === undefined || !running.cancel(id)) {
        throw new AppError("input", "requests/notRunning");
      }
      return Promise.resolve();
    }),
  );
  store.add(registerPinning(services));
  store.add(trackCalls(services));
  store.add(registerCopies(inFront));
  store.add(registerExplanations(explaining(services, views)));
  store.add(registerFinding(services));
  store.add(commands.register("financialPlanning.log.show", () => services.showLog()));
  return { ...views, disposable: store, idLinks: createIdLinks(services) };
}

/** Keeps whether there are calls; the part on disk counts once somebody has asked for it. */
function trackCalls({ history }: RequestsServices): { dispose(): void } {
  const setCalls = contextKeySetter("financialPlanning.hasCalls");
  const setRequests = contextKeySetter("financialPlanning.hasRequests");
  setCalls(false);
  setRequests(false);
  return history.onDidChange(() => {
    setCalls(history.last !== undefined);
    setRequests(history.size > 0);
  });
}

function explaining(
  services: RequestsServices,
  { activeRequest, explain }: RegisteredViews,
): ExplainServices {
  const { history, activeAction, activeRows, answerInFront } = services;
  return {
    ...services,
    find: (id) => history.get(id),
    bodyOf: async (id, attempt) => (await history.bodies(id, attempt))?.response,
    actionInFront: () => {
      const listed = activeAction();
      if (listed !== undefined) {
        return { action: listed, rows: activeRows() };
      }
      const shown = activeRequest();
      const calls = { history, activeAction: () => shown, answerInFront };
      return {
        action: meantAction(calls, undefined),
        attempt: shown === undefined ? answerInFront()?.attempt : undefined,
      };
    },
    show: explain,
  };
}

interface Found {
  readonly action: Action;
  /** Number of the attempt that is meant; absent for the last one. */
  readonly attempt?: number | undefined;
}

/** The call that is meant: of the row or node, else of what is in front, else the last one. */
function findCall(
  services: RequestsServices,
  target: NodeArgument | RequestArgument | undefined,
): Found {
  const meant = meantRequest(services, target);
  if (meant === undefined || "actionId" in meant) {
    return { action: meantAction(services, meant), attempt: meant?.attempt };
  }
  const action = services.actionOf(meant);
  if (action === undefined) {
    throw new AppError("input", "input/noCall");
  }
  return { action };
}

/** True once it is copied: what refuses was told by then, and panels say no more. */
async function copy(
  id: string | undefined,
  missing: "input/noRequestId" | "input/noTraceId",
): Promise<true> {
  if (id === undefined) {
    throw new AppError("input", missing);
  }
  await copyText(id);
  return true;
}
