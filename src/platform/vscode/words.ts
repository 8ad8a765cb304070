import { l10n } from "vscode";
import {
  type AccessModel,
  type ConnectionSummary,
  type Environment,
  isProduction,
  SANDBOX_CONNECTION_ID,
} from "../base/connection";
import { sameKeyLabels } from "../base/sameKey";
import type { RetryWait } from "../http/retry";
import type { Session } from "../base/session";
import { countText, durationText, exactMoment, exactTime } from "./formats";

/** The environment is always a word and an icon. */
export function environmentWord(environment: Environment): string {
  if (isProduction(environment)) {
    return l10n.t("PRODUCTION");
  }
  return environment === "sandbox" ? l10n.t("Sandbox") : l10n.t("Development");
}

/** Codicon of an environment. */
export function environmentIcon(environment: Environment): "shield" | "beaker" | "plug" {
  if (isProduction(environment)) {
    return "shield";
  }
  return environment === "sandbox" ? "beaker" : "plug";
}

/**
 * How long the access lasts: "token 42 min", of a delegation with its consent: "token 42 min ·
 * consent ends in 6 days".
 */
export function sessionWords(session: Session, now: number, accessModel?: AccessModel): string {
  return accessModel === "delegation"
    ? `${tokenWords(session, now)} · ${consentWords(session.consentEndsAt, now)}`
    : tokenWords(session, now);
}

/** "consent ends in 6 days", "consent ended", "end of consent unknown". */
export function consentWords(endsAt: number | undefined, now: number): string {
  if (endsAt === undefined) {
    return l10n.t("end of consent unknown");
  }
  return endsAt <= now
    ? l10n.t("consent ended")
    : l10n.t("consent ends in {0}", remainingWords(endsAt, now));
}

/** "6 days": how long it is until then; "0 min" where it is over. */
export function remainingWords(endsAt: number, now: number): string {
  return minutesWords(Math.max(0, Math.ceil((endsAt - now) / 60_000)));
}

/** "6 days", "5 h", "42 min": the largest unit that says enough, never more than is left. */
function minutesWords(minutes: number): string {
  if (minutes < 120) {
    return l10n.t("{0} min", countText(minutes));
  }
  const hours = Math.floor(minutes / 60);
  if (hours === 24) {
    return l10n.t("1 day");
  }
  return hours < 48
    ? l10n.t("{0} h", countText(hours))
    : l10n.t("{0} days", countText(Math.floor(hours / 24)));
}

/** The time alone where that is within a day from now, else with its date. */
export function timeWords(at: number, now: number): string {
  return Math.abs(at - now) < 86_400_000 ? exactTime(at) : exactMoment(at);
}

/** How an access model is called. */
export function accessModelWord(model: AccessModel): string {
  return {
    serviceAccount: l10n.t("Service account"),
    userPresent: l10n.t("User present"),
    delegation: l10n.t("Time-bound delegation"),
  }[model];
}

/** "token 42 min", "token 1 day", "token 30 s", "signed in" when the end is not known. */
function tokenWords(session: Session, now: number): string {
  if (session.expiresAt === undefined) {
    return l10n.t("signed in");
  }
  const seconds = Math.max(0, Math.round((session.expiresAt - now) / 1000));
  if (seconds === 0) {
    return l10n.t("token expired");
  }
  return seconds < 90
    ? l10n.t("token {0} s", countText(seconds))
    : l10n.t("token {0}", minutesWords(Math.round(seconds / 60)));
}

/** "Sandbox", "Acme development · Development"; the word is not said twice. */
export function connectionName(named: { label: string; environment: Environment }): string {
  const word = environmentWord(named.environment);
  return named.label === word ? word : `${named.label} · ${word}`;
}

/** "locked", "unlocked 14:12": what is left, to the second. */
export function lockWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const parts = [Math.floor(seconds / 60), seconds % 60];
  const left = parts.map((part) => String(part).padStart(2, "0")).join(":");
  return seconds <= 0 ? l10n.t("locked") : l10n.t("unlocked {0}", left);
}

/** "locked", "unlocked, 15 min left": what does not change with every second. */
export function roundedLockWords(milliseconds: number): string {
  return milliseconds <= 0
    ? l10n.t("locked")
    : l10n.t("unlocked, {0} min left", countText(Math.ceil(milliseconds / 60_000)));
}

/** "Acme live · PRODUCTION": who else has the connection's key; undefined where nobody has. */
export function sameKeyNames(
  summaries: readonly ConnectionSummary[],
  id: string,
): string | undefined {
  return sameKeyLabels(summaries, id).map(connectionName).join(", ") || undefined;
}

/** The same as a sentence of what is asked before a write. */
export function sameKeyLine(
  summaries: readonly ConnectionSummary[],
  id: string,
): string | undefined {
  const names = sameKeyNames(summaries, id);
  return names && l10n.t("Same key as {0}: the key alone decides the environment.", names);
}

/** "Waiting 4.0 s before the next attempt: the service answered 429." */
export function waitWords({ milliseconds, status }: RetryWait): string {
  return l10n.t(
    "Waiting {0} before the next attempt: the service answered {1}.",
    durationText(milliseconds),
    String(status),
  );
}

type StateFacts = Pick<ConnectionSummary, "id" | "state" | "session" | "connection">;

/** The state of a connection as the tree shows it: no times, which would grow stale there. */
export function stateWord(summary: StateFacts): string {
  return summary.state === "ready" && summary.session !== undefined
    ? l10n.t("signed in")
    : stateWords(summary, 0);
}

/** The state of a connection in a few words, with the time that is left. */
export function stateWords({ id, state, session, connection }: StateFacts, now: number): string {
  if (state === "ready" && session !== undefined) {
    return sessionWords(session, now, connection?.accessModel);
  }
  if (state === "ready") {
    const asksNobody = connection?.accessModel === "serviceAccount";
    return id === SANDBOX_CONNECTION_ID && asksNobody
      ? l10n.t("signs in when used")
      : l10n.t("sign in");
  }
  return {
    idle: l10n.t("starts when opened"),
    starting: l10n.t("starting"),
    stopped: l10n.t("stopped"),
  }[state];
}

/** "12 s", "3 min", "2 h": nobody needs it more exactly of what is guessed. */
export function spanWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 90) {
    return l10n.t("{0} s", countText(seconds));
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? l10n.t("{0} min", countText(minutes))
    : l10n.t("{0} h", countText(Math.round(minutes / 60)));
}
