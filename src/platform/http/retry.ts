import type { RetryDecision } from "../base/action";

/** A wait before a retry. */
export interface RetryWait {
  readonly status: number;
  readonly milliseconds: number;
}

export interface RetryQuestion {
  /** Upper case. */
  readonly method: string;
  /** Undefined when no head of an answer came. */
  readonly status: number | undefined;
  /** What the service asks for in `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Retries that were made already. */
  readonly retries: number;
  /** What is left of the action's time. */
  readonly remainingMilliseconds: number;
  /** From 0 to below 1; spreads callers that were turned away together. */
  readonly random: () => number;
}

/** "Client retries are advised" for these alone (specification, section 7). */
const TEMPORARY = new Set([429, 500, 503]);
/** Idempotent, or safe to repeat (specification, section 4.1); HEAD is a GET without a body. */
const REPEATABLE = new Set(["GET", "HEAD", "PUT", "DELETE"]);
const MOST_RETRIES = 3;
const BASE_MILLISECONDS = 500;

/** What would be done on its own about a temporary status. */
export interface RetryPlan {
  /** 0 where the method is not repeated. */
  readonly most: number;
  readonly statuses: readonly number[];
  /** The longest wait before each retry, where the service asks for none. */
  readonly longestMilliseconds: readonly number[];
}

/** The rules of `decideRetry` for a method, before anything is sent. */
export function planRetries(method: string): RetryPlan {
  const most = REPEATABLE.has(method) ? MOST_RETRIES : 0;
  const longestMilliseconds = Array.from({ length: most }, (_, retries) => boundOf(retries));
  return { most, statuses: [...TEMPORARY], longestMilliseconds };
}

/** Decides whether an attempt is repeated on its own. Pure. */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { method, status, retries, remainingMilliseconds } = question;
  if (status === undefined) {
    return { retry: false, why: "network" };
  }
  if (!TEMPORARY.has(status)) {
    return { retry: false, why: status < 400 ? "answered" : "status" };
  }
  if (!REPEATABLE.has(method)) {
    return { retry: false, why: "method" };
  }
  if (retries >= MOST_RETRIES) {
    return { retry: false, why: "tries" };
  }
  const { milliseconds, why } = waitOf(question);
  return milliseconds >= remainingMilliseconds
    ? { retry: false, why: "deadline", waitMilliseconds: milliseconds }
    : { retry: true, milliseconds, why };
}

function waitOf({ retryAfterSeconds, retries, random }: RetryQuestion): {
  readonly milliseconds: number;
  readonly why: "retryAfter" | "backOff";
} {
  if (retryAfterSeconds !== undefined) {
    return { milliseconds: retryAfterSeconds * 1000, why: "retryAfter" };
  }
  // Full jitter: anything up to a bound that doubles.
  return { milliseconds: Math.round(random() * boundOf(retries)), why: "backOff" };
}

function boundOf(retries: number): number {
  return BASE_MILLISECONDS * 2 ** retries;
}
