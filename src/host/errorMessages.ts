import { commands, env, l10n } from "vscode";
import { isAppError, isCanceled } from "../core/errors";
import type { ErrorAction, ErrorContext, ErrorText } from "../core/errorText";
import type { Log } from "../core/log";
import { shortenId } from "../shared/statusLine";
import type { CommandId } from "../manifest";
import type { ShowError } from "./commands";
import type { Dialogs } from "./dialogs";
import { translate } from "./translate";

/** An error in the user's language; the sentences are loaded with the first error. */
export async function errorText(error: unknown, context: ErrorContext = {}): Promise<ErrorText> {
  const { describeError } = await import("../core/errorText");
  return describeError(error, translate, context);
}

interface ActionButton {
  /** The verb on the button. */
  readonly label: () => string;
  readonly run: () => Thenable<unknown>;
  /** Whether what failed can be expected to go better afterwards. */
  readonly again: boolean;
}

const BUTTONS: Readonly<Record<ErrorAction, ActionButton>> = {
  retry: { label: () => l10n.t("Retry"), run: () => Promise.resolve(), again: true },
  showLog: command(() => l10n.t("Show log"), "financialPlanning.log.show"),
  signIn: commandThenAgain(() => l10n.t("Sign in"), "financialPlanning.access.signIn"),
  enterSubscriptionKey: commandThenAgain(
    () => l10n.t("Enter key"),
    "financialPlanning.connection.enterSubscriptionKey",
  ),
  enterClientSecret: commandThenAgain(
    () => l10n.t("Enter secret"),
    "financialPlanning.connection.enterClientSecret",
  ),
  useIssuedCredentials: commandThenAgain(
    () => l10n.t("Use the sandbox's own"),
    "financialPlanning.connection.useIssuedCredentials",
  ),
  restartSandbox: commandThenAgain(
    () => l10n.t("Start sandbox"),
    "financialPlanning.sandbox.restart",
  ),
  openSandboxSettings: settings("financialPlanning.sandbox"),
  openNetworkSettings: settings("financialPlanning.network"),
  changeResultsPrefix: commandThenAgain(
    () => l10n.t("Change prefix"),
    "financialPlanning.connection.changeResultsPrefix",
  ),
  openPayload: {
    label: () => l10n.t("Show the place"),
    // The command that refused the payload has put the cursor there already.
    run: () => commands.executeCommand("workbench.action.focusActiveEditorGroup"),
    again: false,
  },
  changeTarget: commandThenAgain(
    () => l10n.t("Choose target"),
    "financialPlanning.pension.changeTarget",
  ),
  refreshTree: command(() => l10n.t("Refresh"), "financialPlanning.connections.refresh"),
  manageTrust: {
    label: () => l10n.t("Manage trust"),
    run: () => commands.executeCommand("workbench.trust.manage"),
    again: false,
  },
};

/** What can be done about an error; the sandbox can also go back to what it issued. */
export function errorActions(error: unknown, { action }: ErrorText): readonly ErrorAction[] {
  if (action === undefined) {
    return [];
  }
  const entered = action === "enterSubscriptionKey" || action === "enterClientSecret";
  const isSandbox = isAppError(error) && error.action?.environment === "sandbox";
  return entered && isSandbox ? ["useIssuedCredentials", action] : [action];
}

/** The verb on the button of an action. */
export function errorActionLabel(action: ErrorAction): string {
  return BUTTONS[action].label();
}

/** Does what the button says; true when what failed should then be tried again. */
export async function runErrorAction(action: string): Promise<boolean> {
  if (!Object.hasOwn(BUTTONS, action)) {
    return false;
  }
  const { run, again } = BUTTONS[action as ErrorAction];
  await run();
  return again;
}

export interface ErrorMessageServices {
  readonly log: Log;
  readonly dialogs: Dialogs;
  /** Shows the body of a refusal as a read-only editor. */
  readonly openAnswer: (name: string, bytes: Uint8Array) => Promise<void>;
}

/** The one place that shows errors: two sentences, the ids, and the buttons that help. */
export function createShowError(services: ErrorMessageServices): ShowError {
  return async (error, retry, context) => {
    if (isCanceled(error)) {
      return;
    }
    const text = await errorText(error, context);
    logError(services.log, error, text);
    const buttons = buttonsOf(services, error, text);
    const labels = buttons.map(({ label }) => label);
    const picked = await services.dialogs.notify("error", messageOf(text), labels);
    const again = await buttons.find(({ label }) => label === picked)?.run();
    if (again === true) {
      await retry?.();
    }
  };
}

interface MessageButton {
  readonly label: string;
  /** True when what failed should be tried again. */
  readonly run: () => Promise<boolean>;
}

function buttonsOf(
  { openAnswer }: ErrorMessageServices,
  error: unknown,
  text: ErrorText,
): readonly MessageButton[] {
  const ids = idLines(text);
  const body = isAppError(error) ? error.body : undefined;
  const buttons: MessageButton[] = [];
  for (const action of errorActions(error, text)) {
    buttons.push({ label: errorActionLabel(action), run: () => runErrorAction(action) });
  }
  if (body !== undefined && body.length > 0) {
    const run = async (): Promise<boolean> => {
      await openAnswer("refusal.json", body);
      return false;
    };
    buttons.push({ label: l10n.t("Show answer"), run });
  }
  if (ids !== "") {
    const run = async (): Promise<boolean> => {
      await env.clipboard.writeText(ids);
      return false;
    };
    buttons.push({ label: l10n.t("Copy ids"), run });
  }
  return buttons;
}

/** Both ids, a line each; "" where there is none. */
export function idLines({ requestId, traceId }: Pick<ErrorText, "requestId" | "traceId">): string {
  return [
    ...(requestId === undefined ? [] : [`x-dt-requestid: ${requestId}`]),
    ...(traceId === undefined ? [] : [`x-dt-traceid: ${traceId}`]),
  ].join("\n");
}

function messageOf({ what, advice, requestId, traceId }: ErrorText): string {
  const ids = [
    ...(requestId === undefined ? [] : [l10n.t("Request {0}.", shortenId(requestId))]),
    ...(traceId === undefined ? [] : [l10n.t("Trace {0}.", shortenId(traceId))]),
  ];
  return [what, advice, ...ids].join(" ");
}

/** Codes and ids only: a cause can hold whatever a library put into its message. */
function logError(log: Log, error: unknown, text: ErrorText): void {
  const name = error instanceof Error ? error.name : typeof error;
  const { code, requestId, traceId } = text;
  const status = isAppError(error) ? error.status : undefined;
  log.error("An action failed", {
    code,
    status,
    requestId,
    traceId,
    ...(!isAppError(error) && { error: name }),
  });
}

function command(label: () => string, id: CommandId): ActionButton {
  return { label, run: () => commands.executeCommand(id), again: false };
}

function commandThenAgain(label: () => string, id: CommandId): ActionButton {
  return { ...command(label, id), again: true };
}

function settings(query: string): ActionButton {
  return {
    label: () => l10n.t("Open settings"),
    run: () => commands.executeCommand("workbench.action.openSettings", query),
    again: false,
  };
}
