import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { Action } from "../../../platform/base/action";
import { DisposableStore } from "../../../platform/vscode/disposables";
import type { Commands } from "../../../platform/vscode/commands";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { showView } from "../../../platform/vscode/showView";
import { type BodyArgument, type RequestArgument, REQUESTS_VIEW } from "../../../manifest";
import type { ExplanationSection } from "../messages/requestPanel";
import {
  type CallsInFront,
  type MeantCall,
  meantAction,
  meantCall,
  noAnswerBody,
} from "../common/meantCall";
import type { RequestViews } from "./requestViews";
import type { Explain, ViewServices } from "./services";
import { countText } from "../../../platform/vscode/formats";

/** What its panels show is in front, but for the panels of requests, which are here. */
export interface ViewCommandServices extends ViewServices, CallsInFront {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  /** Shows the bytes in an editor, as of a call; the language follows from the name's ending. */
  readonly openText: (name: string, bytes: Uint8Array, call: RequestArgument) => Promise<void>;
}

export interface RegisteredViews {
  readonly disposable: vscode.Disposable;
  readonly restoreRequest: (panel: vscode.WebviewPanel, state: unknown) => Promise<void>;
  readonly fillRequestsView: (view: vscode.WebviewView) => Promise<void>;
  /** The action of the request panel in front. */
  readonly activeRequest: () => Action | undefined;
  /** What that panel explains. */
  readonly activeExplanation: () => readonly ExplanationSection[] | undefined;
  /** Shows the panel of an action with an explanation under its timeline. */
  readonly explain: (action: Action, explain: Explain) => Promise<void>;
}

/** The requests view, the request panels and the commands that are about them alone. */
export function registerViews(services: ViewCommandServices): RegisteredViews {
  const { commands } = services;
  const store = new DisposableStore();
  let made: RequestViews | undefined;
  const load = async (): Promise<RequestViews> => {
    const { RequestViews } = await import("./requestViews");
    made ??= store.add(new RequestViews(services));
    return made;
  };
  const activeRequest = (): Action | undefined => made?.active;
  const calls = {
    ...services,
    activeAction: () => services.activeAction() ?? activeRequest(),
  };
  const meant = (argument: RequestArgument | undefined): Action => meantAction(calls, argument);
  store.add(
    commands.register("financialPlanning.requests.open", async (argument) => {
      const action = meant(argument);
      (await load()).show(action);
    }),
  );
  store.add(
    commands.register("financialPlanning.requests.openBody", (argument) =>
      openBody(services, meantCall(calls, argument), argument?.part),
    ),
  );
  store.add(commands.register("financialPlanning.requests.show", () => showView(REQUESTS_VIEW)));
  store.add(commands.register("financialPlanning.requests.clear", () => clear(services)));
  store.add(
    commands.register("financialPlanning.requests.pinTraceId", (argument) => pin(meant(argument))),
  );
  return {
    disposable: store,
    activeRequest,
    activeExplanation: () => made?.explanation,
    restoreRequest: async (panel, state) => (await load()).restore(panel, state),
    fillRequestsView: async (view) => (await load()).fill(view),
    explain: async (action, explain) => (await load()).show(action, explain),
  };
}

async function pin({ traceId }: Action): Promise<void> {
  if (traceId === undefined) {
    throw new AppError("input", "input/noTraceId");
  }
  await vscode.commands.executeCommand("financialPlanning.trace.pin", traceId);
}

/** Bodies of the last attempt, where none is named; what is JSON opens as JSON. */
async function openBody(
  { history, openText }: ViewCommandServices,
  { action, attempt }: MeantCall,
  part: BodyArgument["part"] = "response",
): Promise<void> {
  const bytes = (await history.bodies(action.id, attempt.number))?.[part];
  if (bytes === undefined) {
    throw part === "response"
      ? noAnswerBody(action, attempt)
      : new AppError("input", "requests/bodyGone", { action });
  }
  const start = new TextDecoder().decode(bytes.subarray(0, 100)).trimStart();
  const ending = /^[{[]/.test(start) ? "json" : "txt";
  const name = part === "response" ? "answer" : "request-body";
  const { number } = attempt;
  await openText(`${name}-attempt-${number}.${ending}`, bytes, {
    actionId: action.id,
    attempt: number,
  });
}

async function clear({ dialogs, history }: ViewCommandServices): Promise<void> {
  // Else the question of a window that has shown none yet would speak of none.
  await history.ready();
  const isWanted = await dialogs.confirm({
    message: vscode.l10n.t("Clear the history of requests?"),
    detail: vscode.l10n.t(
      "All recorded requests ({0}) are forgotten, here, on disk and in other windows. What is running stays. This cannot be undone.",
      countText(history.size),
    ),
    button: vscode.l10n.t("Clear"),
  });
  if (isWanted) {
    await history.clear();
  }
}
