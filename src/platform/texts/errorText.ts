import { SANDBOX_CONNECTION_ID } from "../base/connection";
import { isAppError, isRenewed, type AppError } from "../base/errors";
import { ANSWER_TEXTS } from "./answers";
import { CALLBACK_TEXTS } from "./callback";
import { CREDENTIAL_TEXTS } from "./credentials";
import { IDENTITY_ANSWER_TEXTS } from "./identityAnswers";
import { LOCAL_TEXTS } from "./local";
import { NETWORK_TEXTS } from "./network";
import { PLATFORM_WARNINGS } from "./platformWarnings";
import { SERVICE_TEXTS, statusWords } from "./service";
import { SESSION_TEXTS } from "./session";
import { SIGN_IN_TEXTS } from "./signIn";
import { withResume } from "./withResume";
import {
  type ErrorFacts,
  type ErrorTable,
  type ErrorWords,
  type Translate,
  valuesOf,
} from "./words";
import { findHeader } from "../http/headers";
import { refusalOf } from "../http/refusals/refusal";

export type { ErrorAction, Translate } from "./words";

/** What the user reads about an error: one sentence of what happened, one of what to do. */
export interface ErrorText extends ErrorWords {
  readonly code: string;
  readonly requestId?: string;
  readonly traceId?: string;
}

/** What the caller knows beside the error. */
export interface ErrorContext {
  /** BCP 47 tag of the language of `translate`; English where it is absent. */
  readonly language?: string | undefined;
  readonly connectionLabel?: string | undefined;
  /** True where the built-in sandbox is the other side. */
  readonly sandbox?: boolean | undefined;
  readonly operationId?: string | undefined;
  /** What failed is gone on with by "Resume": sentences call it that, and not "retry". */
  readonly isResumed?: boolean | undefined;
}

/** Sentences by code. Features add theirs with `addErrorTexts`. */
const errorTexts: Record<string, (facts: ErrorFacts) => ErrorWords> = {
  ...NETWORK_TEXTS,
  ...CREDENTIAL_TEXTS,
  ...SESSION_TEXTS,
  ...SIGN_IN_TEXTS,
  ...SERVICE_TEXTS,
  ...ANSWER_TEXTS,
  ...IDENTITY_ANSWER_TEXTS,
  ...LOCAL_TEXTS,
  ...CALLBACK_TEXTS,
  ...PLATFORM_WARNINGS,
};

/** Sentences for codes that a feature throws or warns by; `src/errorTexts.ts` adds those of all features. */
export function addErrorTexts(table: ErrorTable): void {
  Object.assign(errorTexts, table);
}

/** All codes that have sentences of their own; a test compares them with those that are thrown. */
export function knownErrorCodes(): readonly string[] {
  return Object.keys(errorTexts);
}

/**
 * Puts an error into words. Pure; says nothing of its cause, so that neither a stack nor a
 * secret can get through.
 */
export function describeError(
  error: unknown,
  plain: Translate,
  context: ErrorContext = {},
): ErrorText {
  const translate: Translate =
    context.isResumed === true
      ? (message, ...values) => plain(withResume(message), ...values)
      : plain;
  if (!isAppError(error)) {
    return { code: "internal/unexpected", ...unexpected(translate) };
  }
  const facts = factsOf(error, translate, context);
  const words = Object.hasOwn(errorTexts, error.code) ? errorTexts[error.code] : undefined;
  const text = words === undefined ? wordsOfKind(error, facts) : words(facts);
  const said = facts.said === "" ? "" : ` ${quote(facts.said, translate)}`;
  return {
    code: error.code,
    ...text,
    what: text.what + said,
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    ...(error.traceId === undefined ? {} : { traceId: error.traceId }),
  };
}

/** The service's own words, as a sentence: what ends with no stop gets one. */
function quote(said: string, t: Translate): string {
  return /[.!?…]$/.test(said)
    ? t("The service says: “{0}”", said)
    : t("The service says: “{0}”.", said);
}

/** A code without a sentence of its own: what its kind alone tells. */
function wordsOfKind(error: AppError, facts: ErrorFacts): ErrorWords {
  const known: Partial<Record<AppError["kind"], string>> = {
    network: "network/failed",
    credentials: "credentials/refused",
    answer: "answer/encodingBroken",
    sandbox: "sandbox/startFailed",
    canceled: "canceled/byUser",
  };
  if (error.kind === "service") {
    return statusWords(facts);
  }
  const words = errorTexts[known[error.kind] ?? ""];
  return words === undefined ? unexpected(facts.t) : words(facts);
}

function unexpected(t: Translate): ErrorWords {
  return {
    what: t("An internal error occurred in the explorer."),
    advice: t("Try again. If it fails again, run 'Show Log' to see the error."),
    action: "showLog",
  };
}

function factsOf(error: AppError, t: Translate, context: ErrorContext): ErrorFacts {
  const { action, values, status } = error;
  const last = action?.attempts.at(-1);
  const known = action?.connectionLabel ?? context.connectionLabel;
  const label = known ?? values["connectionLabel"];
  const { language = "en" } = context;
  return {
    ...{ t, language },
    name: label === undefined ? t("this connection") : t("'{0}'", String(label)),
    host: String(values["host"] ?? hostOf(last?.url) ?? ""),
    status: status ?? 0,
    retries: (action?.attempts ?? []).filter(({ reason }) => reason === "retry").length,
    isRenewed: isRenewed(action),
    sandbox: context.sandbox ?? action?.connectionId === SANDBOX_CONNECTION_ID,
    operationId: context.operationId,
    method: last?.method,
    lastStatus: last?.status,
    path: URL.parse(last?.url ?? "")?.pathname ?? "",
    isList: last?.method === "GET" && !last.pathTemplate.endsWith("}"),
    allows: findHeader(last?.responseHeaders ?? [], "allow")?.trim() ?? "",
    ...valuesOf(values, language),
    ...refusalOf(error, (text) => t("{0}", text)),
  };
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.host;
}
