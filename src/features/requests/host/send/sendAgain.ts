import * as vscode from "vscode";
import { readDefinition } from "../../../../platform/service/definition/definition";
import { AppError, isAppError } from "../../../../platform/base/errors";
import { maskTitle } from "../../common/maskAction";
import { type MeantCall, meantCall } from "../../common/meantCall";
import type { Action } from "../../../../platform/base/action";
import { clientOfCall, isRead, sendRequest } from "../../common/sendRequest";
import type { ServiceAnswer } from "../../../../platform/service/client";
import type { AnyCall } from "../../../../platform/base/call";
import { askChallenge } from "../../../../platform/vscode/challenge";
import { type Report, withProgress } from "../../../../platform/vscode/progress";
import { waitWords } from "../../../../platform/vscode/words";
import type { RequestArgument } from "../../../../manifest";
import { leaveToPensions } from "./pensionWrites";
import { readCall } from "./recordedCall";
import { writeQuestion } from "./sendQuestion";
import type { SendServices } from "./services";

/**
 * Makes a recorded call once more, as a new action: a read at once, a write of a pension the way
 * pensions are written, any other write after it was confirmed.
 */
export async function sendAgain(
  services: SendServices,
  request: RequestArgument | undefined,
): Promise<void> {
  const recorded = meantCall(services, request);
  const { action, attempt } = recorded;
  const call = await readCall(services, recorded);
  if (isRead(attempt.method)) {
    await sendAndShow(services, { call, connectionId: action.connectionId, title: action.title });
    return;
  }
  const body = await recordedBody(services, recorded);
  const { connectionId, title } = action;
  const whole = body === undefined ? call : { ...call, body };
  if (!(await writePension(services, connectionId, whole))) {
    await sendAndShow(services, { call: whole, connectionId, title });
  }
}

/** A call through a connection, under a title of its own. */
export interface Sending {
  readonly call: AnyCall;
  readonly connectionId: string;
  readonly title: string;
}

/** Sends with progress; what was asked of the user before stands in the modal. */
export async function sendNow(
  services: SendServices,
  { call, connectionId, title }: Sending,
  onStart?: (action: Action) => void,
): Promise<ServiceAnswer> {
  const opened = await services.open(connectionId);
  const shown = maskTitle(title, services.privacy.masking);
  let report: Report = () => undefined;
  return sendRequest({
    ...{ ...opened, guard: services.guard, call, title, onStart },
    confirm: (goesTo) =>
      services.dialogs.confirm(writeQuestion({ ...opened, goesTo, call }, services)),
    challenge: (what) => askChallenge(services, { ...opened, clientId: clientOfCall(call) }, what),
    onWait: (wait) => report(waitWords(wait)),
    whileSending: (task) =>
      withProgress(vscode.l10n.t("Sending {0}", shown), (signal, tell) => {
        report = tell;
        return task(signal);
      }),
  });
}

async function sendAndShow(services: SendServices, sending: Sending): Promise<void> {
  services.use(sending.connectionId);
  let started: Action | undefined;
  try {
    const { action } = await sendNow(services, sending, (action) => {
      started = action;
    });
    await showRequest(action);
  } catch (error) {
    const action = isAppError(error) ? (error.action ?? started) : started;
    // What the service said stands in the request's own page; the rest has to be told.
    if (action === undefined || !isAppError(error) || error.kind !== "service") {
      throw error;
    }
    await showRequest(action);
  }
}

async function showRequest({ id }: Action): Promise<void> {
  await vscode.commands.executeCommand("financialPlanning.requests.open", { actionId: id });
}

/** The body that was sent; undefined where there was none. Throws `input/bodyGone`. */
async function recordedBody(
  { history }: SendServices,
  { action, attempt }: MeantCall,
): Promise<Uint8Array | undefined> {
  if (attempt.requestBytes === 0 && attempt.requestHash === undefined) {
    return undefined;
  }
  const bodies = await history.bodies(action.id, attempt.number);
  if (bodies?.request === undefined) {
    throw new AppError("input", "input/bodyGone");
  }
  return bodies.request;
}

/** True when the call writes a pension, and was left to what does that. */
async function writePension(
  services: SendServices,
  connectionId: string,
  call: AnyCall,
): Promise<boolean> {
  const definition = readDefinition(await services.definition(connectionId));
  const { connection } = await services.open(connectionId);
  services.use(connectionId);
  const write = { call, connectionId, definition, connection };
  return (await leaveToPensions(services, write)) !== undefined;
}
