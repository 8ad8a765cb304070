import * as vscode from "vscode";
import { AnswerDocuments } from "./features/lists/host/answerDocuments";
import { PrivacyMode } from "./features/privacy/register";
import { SYSTEM_CLOCK } from "./platform/base/clock";
import { type Log, LogTail } from "./platform/base/log";
import type { Redactor } from "./platform/base/redactor";
import { createRedactor } from "./platform/http/redaction";
import { Commands, type ShowError } from "./platform/vscode/commands";
import { type Dialogs, EditorDialogs, ScriptedDialogs } from "./platform/vscode/dialogs";
import { ErrorActions } from "./platform/vscode/errorActions";
import {
  createDescribeError,
  createShowError,
  type DescribeError,
} from "./platform/vscode/errorMessages";
import { createLog } from "./platform/vscode/log";
import { manifestOf } from "./platform/vscode/packageFiles";
import { TypedMemento } from "./platform/vscode/state";
import { webviewFocus } from "./platform/vscode/webviewFocus";
import type { Registrations } from "./registrations";

/** The editor as the rest sees it. */
export interface Platform {
  readonly channel: vscode.LogOutputChannel;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly logTail: LogTail;
  readonly answers: AnswerDocuments;
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly describe: DescribeError;
  readonly errorActions: ErrorActions;
  readonly showError: ShowError;
  readonly privacy: PrivacyMode;
}

/** Log, dialogs, commands. */
export function createPlatform(
  context: vscode.ExtensionContext,
  registrations: Registrations,
): Platform {
  const name = manifestOf(context).displayName;
  const channel = vscode.window.createOutputChannel(name, { log: true });
  const closed = new AbortController();
  const close = (): void => {
    closed.abort();
    channel.dispose();
  };
  context.subscriptions.push({ dispose: close });
  const redactor = createRedactor();
  const logTail = new LogTail(() => SYSTEM_CLOCK.now());
  const log = createLog(channel, redactor, logTail, closed.signal);
  const { extensionMode } = context;
  const dialogs: Dialogs =
    extensionMode === vscode.ExtensionMode.Test
      ? new ScriptedDialogs(extensionMode)
      : new EditorDialogs(() => webviewFocus.settled());
  const shared = vscode.Uri.joinPath(context.globalStorageUri, "privacy").fsPath;
  const privacy = new PrivacyMode(new TypedMemento(context.globalState), shared);
  const answers = new AnswerDocuments(privacy, {
    mask: context.asAbsolutePath("dist/maskWorker.js"),
    layOut: context.asAbsolutePath("dist/jsonIndexWorker.js"),
  });
  context.subscriptions.push(privacy, answers);
  const openAnswer = (name: string, bytes: Uint8Array): Promise<void> => answers.open(name, bytes);
  const errorActions = new ErrorActions();
  const describe = createDescribeError(redactor, privacy);
  const showError = createShowError({ log, dialogs, describe, actions: errorActions, openAnswer });
  const commands = new Commands(registrations, showError);
  const messages = { dialogs, describe, errorActions, showError, privacy };
  return { channel, redactor, log, logTail, answers, commands, ...messages };
}
