import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { Action } from "../../../platform/base/action";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { RequestArgument } from "../../../manifest";
import type { History } from "../../requests/common/history";
import { type CallsInFront, meantAction, meantRequest } from "../../requests/common/meantCall";
import { recordedAnswerOf } from "../common/recordedAnswer";
import { SANDBOX_CONNECTION_ID } from "../../../platform/base/connection";
import type { SandboxProcess } from "./sandboxProcess";

export interface AnswerServices extends CallsInFront {
  readonly dialogs: Dialogs;
  readonly sandbox: SandboxProcess;
  readonly privacy: Privacy;
  readonly history: Pick<History, "get" | "last" | "bodies">;
}

/** Lets the sandbox answer a call as it was answered when it was recorded. */
export async function answerLikeThis(
  services: AnswerServices,
  argument: RequestArgument | undefined,
): Promise<void> {
  const { dialogs, sandbox, privacy, history } = services;
  const request = meantRequest(services, argument);
  const action = meantAction(services, request);
  const number = request?.attempt ?? action.attempts.at(-1)?.number ?? 0;
  const attempt = action.attempts.find((one) => one.number === number);
  const bodies = await history.bodies(action.id, number);
  if (attempt !== undefined && attempt.responseBytes > 0 && bodies?.response === undefined) {
    throw new AppError("input", "requests/bodyGone", { action });
  }
  const body = new TextDecoder().decode(bodies?.response);
  const masking = privacy.isOn ? { masking: privacy.masking } : {};
  const recorded = recordedAnswerOf(action, number, { body, ...masking });
  if (recorded === undefined) {
    throw new AppError("input", "sandbox/nothingToGive", { action });
  }
  const isReal = action.connectionId !== SANDBOX_CONNECTION_ID && !privacy.isOn;
  if (isReal && !(await confirmUnmasked(dialogs, action))) {
    return;
  }
  const { method, target } = await sandbox.ask("addAnswer", recorded);
  const save = vscode.l10n.t("Save as scenario");
  const message = vscode.l10n.t(
    "Until it is reset or ends, the sandbox answers {0} with {1}, as recorded.",
    `${method} ${target}`,
    String(recorded.status),
  );
  if ((await dialogs.notify("information", message, [save])) === save) {
    await vscode.commands.executeCommand("financialPlanning.sandbox.saveScenario");
  }
}

async function confirmUnmasked(dialogs: Dialogs, action: Action): Promise<boolean> {
  return dialogs.confirm({
    message: vscode.l10n.t("Let the sandbox give this answer unmasked?"),
    detail: vscode.l10n.t(
      "It may hold data of clients of '{0}'. They stay in the sandbox until it is reset or ends, and are in each scenario that is saved from it. With privacy mode on, the answer is masked.",
      action.connectionLabel,
    ),
    button: vscode.l10n.t("Answer unmasked"),
  });
}
