import { formatBytes } from "../base/statusLine";
import { formatNumber } from "../base/texts";
import type { Refusal } from "../http/refusals/refusal";

/**
 * Puts a sentence into the user's language and fills its `{0}` places, as `vscode.l10n.t`. Values
 * are texts: the caller says how its numbers are written.
 */
export type Translate = (message: string, ...values: string[]) => string;

/** What sentences with numbers are made with. */
export interface Localizer {
  readonly t: Translate;
  /** BCP 47 tag of the language that numbers and times are written in. */
  readonly language: string;
}

/** What a button beside the words does; the host knows how. */
export type ErrorAction =
  | "retry"
  | "retryThen"
  | "saveToFile"
  | "checkNetwork"
  | "openProxySettings"
  | "showLog"
  | "showRequest"
  | "explain"
  | "signIn"
  | "signInWithoutProofKey"
  | "requestScope"
  | "changeSignIn"
  | "enterSubscriptionKey"
  | "enterClientSecret"
  | "enterCredentials"
  | "addConnection"
  | "useIssuedCredentials"
  | "restartSandbox"
  | "openSandboxSettings"
  | "openNetworkSettings"
  | "changeResultsPrefix"
  | "openPayload"
  | "changeTarget"
  | "refreshTree"
  | "manageTrust"
  | "unlock"
  | "comparePension";

export interface ErrorWords {
  readonly what: string;
  readonly advice: string;
  /** Absent where no button can help. */
  readonly action?: ErrorAction;
  /** True where what was wanted was done, although its call failed. */
  readonly isDone?: boolean;
}

/** What sentences are made of. */
export interface ErrorFacts extends Refusal, Localizer {
  /** The connection's label in quotes, or words for it. */
  readonly name: string;
  /** Host of the other side; "" where it is not known. */
  readonly host: string;
  /** HTTP status; 0 where there was none. */
  readonly status: number;
  readonly sandbox: boolean;
  /** Retries that the explorer made on its own. */
  readonly retries: number;
  /** Whether it went out with a renewed token, too; true where its attempts are not known. */
  readonly isRenewed: boolean;
  readonly operationId: string | undefined;
  /** HTTP method of the last attempt; undefined where there was none. */
  readonly method: string | undefined;
  /** HTTP status of the last attempt; undefined where no head of an answer came. */
  readonly lastStatus: number | undefined;
  /** Path of its address; "" where it is not known. */
  readonly path: string;
  /** Whether it was asked for a list, by the form of its path. */
  readonly isList: boolean;
  /** Methods that the other side says its address takes (`Allow`, RFC 9110, section 10.2.1). */
  readonly allows: string;
  /** A value of the error, its digits ungrouped; "" where it has none of this name. */
  readonly value: (name: string) => string;
  /** A quantity of the error as the language writes it; "" where it has none of this name. */
  readonly count: (name: string) => string;
  readonly has: (name: string) => boolean;
}

export type ErrorTable = Readonly<Record<string, (facts: ErrorFacts) => ErrorWords>>;

/** How sentences take what they are told with. */
export function valuesOf(
  values: Readonly<Record<string, string | number>>,
  language: string,
): Pick<ErrorFacts, "value" | "count" | "has"> {
  const has = (name: string): boolean => values[name] !== undefined;
  return {
    value: (name) => String(values[name] ?? ""),
    count: (name) => (has(name) ? formatNumber(Number(values[name]), language) : ""),
    has,
  };
}

/** How far an answer came that did not come whole: what broke tells less than that. */
export function receivedWords({ t, language, status, has, value }: ErrorFacts): string {
  if (status === 0 || !has("receivedBytes")) {
    return t("No part of an answer arrived.");
  }
  const bytes = Number(value("receivedBytes"));
  return bytes === 0
    ? t(
        "The status ({0}) and headers of the answer arrived, but nothing of its body.",
        String(status),
      )
    : t(
        "The status ({0}) and headers of the answer arrived, and {1} of its body.",
        String(status),
        formatBytes(bytes, language),
      );
}
