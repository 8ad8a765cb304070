import * as vscode from "vscode";
import { AppError, isAppError } from "../../core/errors";
import { maskTitle } from "../../core/privacy/maskAction";
import type { Action } from "../../core/requests/record";
import { isRead, sendRequest } from "../../core/requests/sendRequest";
import type { AnyCall, OperationCall, ServiceAnswer } from "../../core/service/client";
import { type Report, withProgress } from "../../host/progress";
import { waitWords } from "../../host/words";
import type { RequestArgument } from "../../manifest";
import { demandRecorded, readCall, type Recorded } from "./recordedCall";
import { writeQuestion } from "./sendQuestion";
import type { SendServices } from "./services";

/**
 * Makes a recorded call once more, as a new action: a read at once, a pension by its payload
 * file, any other write after it was confirmed.
 */
export async function sendAgain(
  services: SendServices,
  request: RequestArgument | undefined,
): Promise<void> {
  const recorded = demandRecorded(services, request);
  const { action, attempt } = recorded;
  const call = await readCall(services, recorded);
  if (isRead(attempt.method)) {
    await sendAndShow(services, { call, connectionId: action.connectionId, title: action.title });
    return;
  }
  const body = await recordedBody(services, recorded);
  if ("operationId" in call && call.operationId === "putPension") {
    await openWritten(services, recorded, call, body);
    return;
  }
  await sendAndShow(services, {
    call: body === undefined ? call : { ...call, body },
    ...{ connectionId: action.connectionId, title: action.title },
  });
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
      services.dialogs.confirm(
        writeQuestion(
          { ...opened, goesTo, body: call.body },
          services.keyFingerprint(connectionId),
        ),
      ),
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
  { action, attempt }: Recorded,
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

async function openWritten(
  services: SendServices,
  { action }: Recorded,
  { path = {} }: OperationCall,
  body: Uint8Array | undefined,
): Promise<void> {
  const { clientId = "", pensionId = "" } = path;
  services.use(action.connectionId);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  await services.openWritten({ connectionId: action.connectionId, clientId, pensionId, text });
}
