import { l10n } from "vscode";
import type { AccessModel, ConnectionSummary, Environment } from "../core/connection";
import type { RetryWait, Session } from "../core/service/client";
import { formatDuration } from "../shared/statusLine";

/** The environment is always a word and an icon. */
export function environmentWord(environment: Environment): string {
  return {
    sandbox: l10n.t("Sandbox"),
    development: l10n.t("Development"),
    production: l10n.t("PRODUCTION"),
  }[environment];
}

/** Codicon of an environment. */
export function environmentIcon(environment: Environment): string {
  return { sandbox: "beaker", development: "plug", production: "shield" }[environment];
}

/** How an access model is called. */
export function accessModelWord(model: AccessModel): string {
  return {
    serviceAccount: l10n.t("Service account"),
    userPresent: l10n.t("User present"),
    delegation: l10n.t("Time-bound delegation"),
  }[model];
}

/** "token 42 min", "token 30 s", "signed in" when the end is not known. */
export function sessionWords(session: Session, now: number): string {
  if (session.expiresAt === undefined) {
    return l10n.t("signed in");
  }
  const seconds = Math.max(0, Math.round((session.expiresAt - now) / 1000));
  if (seconds === 0) {
    return l10n.t("token expired");
  }
  return seconds < 90
    ? l10n.t("token {0} s", seconds)
    : l10n.t("token {0} min", Math.round(seconds / 60));
}

/** "Sandbox", "Acme development · Development"; the word is not said twice. */
export function connectionName(named: { label: string; environment: Environment }): string {
  const word = environmentWord(named.environment);
  return named.label === word ? word : `${named.label} · ${word}`;
}

/** "Waiting 4.0 s before the next try: the service answered 429." */
export function waitWords({ milliseconds, status }: RetryWait): string {
  return l10n.t(
    "Waiting {0} before the next try: the service answered {1}.",
    formatDuration(milliseconds),
    status,
  );
}

/** The state of a connection as the tree shows it: no times, which would grow stale there. */
export function stateWord(summary: Pick<ConnectionSummary, "state" | "session">): string {
  return summary.state === "ready" && summary.session !== undefined
    ? l10n.t("signed in")
    : stateWords(summary, 0);
}

/** The state of a connection in a few words, with the time that is left. */
export function stateWords(
  { state, session }: Pick<ConnectionSummary, "state" | "session">,
  now: number,
): string {
  if (state === "ready") {
    return session === undefined ? l10n.t("not signed in") : sessionWords(session, now);
  }
  return {
    idle: l10n.t("starts when opened"),
    starting: l10n.t("starting"),
    stopped: l10n.t("stopped"),
  }[state];
}
