import { formatNumber } from "../../../platform/base/texts";
import type { Environment, AccessModel } from "../../../platform/base/connection";
import { isoInstant } from "../../../platform/http/instant";
import type { Action, Attempt, TraceEcho } from "../../../platform/base/action";

/** Words of tickets. They go to the provider's support, so they are English everywhere. */
export const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  sandbox: "Sandbox",
  development: "Development",
  production: "Production",
};

export const ACCESS_MODELS: Readonly<Record<AccessModel, string>> = {
  serviceAccount: "service account (client credentials)",
  userPresent: "user present (authorisation code)",
  delegation: "time-bound delegation",
};

export const ECHOES: Readonly<Record<TraceEcho, string>> = {
  equal: "returned as sent",
  missing: "not returned",
  changed: "returned changed",
  notSent: "not sent",
};

export const REASONS: Readonly<Record<Attempt["reason"], string>> = {
  first: "first try",
  renewal: "repeat with a renewed access token",
  retry: "retry",
};

/** What was decided after an attempt, and why: "not repeated: POST is not idempotent". */
export function decisionWords(attempt: Attempt, next: Attempt | undefined): string {
  const { retry } = attempt;
  if (next?.reason === "renewal") {
    return "repeated once with a renewed access token";
  }
  if (!retry.retry) {
    return `not repeated: ${refusalWords(attempt, retry)}`;
  }
  const wait = `${number(retry.milliseconds)} ms, ${WAITS[retry.why]}`;
  return next === undefined ? `to be repeated after ${wait}` : `repeated after ${wait}`;
}

/** What an action does at the moment, where it is not over. */
export function progressWords({ progress }: Action): string | undefined {
  switch (progress.state) {
    case "idle":
      return undefined;
    case "queued":
      return `attempt ${progress.number} waits for its turn since ${isoInstant(progress.since)}`;
    case "running":
      return `attempt ${progress.number} runs since ${isoInstant(progress.since)}`;
    case "waiting":
      return `waiting until ${isoInstant(progress.until)} after status ${progress.status}`;
  }
}

/** "1,204"; nothing that is no number. */
export function number(value: number): string {
  return Number.isFinite(value) ? formatNumber(value, "en-GB") : "unknown";
}

type Refusal = Extract<Attempt["retry"], { readonly retry: false }>;

const WAITS = {
  retryAfter: "as Retry-After asked",
  backOff: "back-off with jitter",
} as const;

function refusalWords({ method, status }: Attempt, refusal: Refusal): string {
  const words: Readonly<Record<Refusal["why"], string>> = {
    answered: "the call was answered",
    status: `${status ?? "this"} is not one of the temporary statuses 429, 500 and 503`,
    method: `${method} is not idempotent`,
    network: "no answer came, and network errors are not repeated unasked",
    tries: "the most retries were made",
    deadline: "the time of the action would have run out",
  };
  const { why, waitMilliseconds } = refusal;
  const needed =
    waitMilliseconds === undefined ? "" : ` (a wait of ${number(waitMilliseconds)} ms)`;
  return `${words[why]}${needed}`;
}
