import { env, l10n } from "vscode";
import { isAppError, isCanceled } from "../base/errors";
import type { ErrorContext, ErrorText } from "../texts/errorText";
import type { Redactor } from "../base/redactor";
import type { Log } from "../base/log";
import type { RequestArgument } from "../../manifest";
import { shortenId } from "../base/statusLine";
import type { ShowError } from "./commands";
import type { Dialogs } from "./dialogs";
import type { ErrorActions } from "./errorActions";
import type { Privacy } from "./privacy";
import { privateTranslate } from "./translate";

/**
 * Puts errors into the user's language; nothing secret gets through, whoever sent it, and while
 * privacy mode is on, nothing private.
 */
export type DescribeError = (error: unknown, context?: ErrorContext) => Promise<ErrorText>;

/** The sentences are loaded with the first error. */
export function createDescribeError(
  redactor: Redactor,
  privacy: Pick<Privacy, "masking">,
): DescribeError {
  return async (error, context = {}) => {
    const { describeError } = await import("../texts/errorText");
    return describeError(error, privateTranslate(redactor, privacy), {
      ...context,
      language: env.language,
    });
  };
}

export interface ErrorMessageServices {
  readonly log: Log;
  readonly dialogs: Dialogs;
  readonly describe: DescribeError;
  readonly actions: ErrorActions;
  /** Shows the body of a refusal as a read-only editor. */
  readonly openAnswer: (name: string, bytes: Uint8Array, call?: RequestArgument) => Promise<void>;
}

/** The one place that shows errors: two sentences, the ids, and the buttons that help. */
export function createShowError(services: ErrorMessageServices): ShowError {
  const showError: ShowError = async (error, retry, context) => {
    if (isCanceled(error)) {
      return;
    }
    const text = await services.describe(error, context);
    logError(services.log, error, text);
    const buttons = buttonsOf(services, error, text).slice(0, MOST_BUTTONS);
    const labels = buttons.map(({ label }) => label);
    const level = text.isDone === true ? "information" : "error";
    const picked = await services.dialogs.notify(level, messageOf(text), labels);
    try {
      const again = await buttons.find(({ label }) => label === picked)?.run();
      if (again === true) {
        await retry?.();
      }
    } catch (failure) {
      // What the button began failed in its own way; nobody else would hear of it.
      await showError(failure);
    }
  };
  // Callers do not wait for it: a message that cannot be shown must not end the extension host.
  return (error, retry, context) =>
    showError(error, retry, context).catch(() => {
      services.log.error("An error could not be shown");
    });
}

/** More would hide what the message says; answer and ids also stand on the request's page. */
const MOST_BUTTONS = 3;

interface MessageButton {
  readonly label: string;
  /** True when what failed should be tried again. */
  readonly run: () => Promise<boolean>;
}

function buttonsOf(
  { openAnswer, actions }: ErrorMessageServices,
  error: unknown,
  text: ErrorText,
): readonly MessageButton[] {
  const ids = idLines(text);
  const { body, action } = isAppError(error) ? error : {};
  const buttons: MessageButton[] = [];
  for (const action of actions.of(error, text)) {
    buttons.push({ label: actions.label(action, error), run: () => actions.run(action, error) });
  }
  if (body !== undefined && body.length > 0) {
    const run = async (): Promise<boolean> => {
      await openAnswer("refusal.json", body, action && { actionId: action.id });
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
