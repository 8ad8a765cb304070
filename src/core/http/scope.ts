import { AppError, isAppError } from "../errors";
import type { Clock } from "./clock";

/** A stretch of work that ends by itself: with a parent, or when its time is over. */
export interface Scope {
  /** Aborted with an `AppError` as reason. */
  readonly signal: AbortSignal;
  /** Ends the work at once, for the reason given. */
  abort(reason: AppError): void;
  /** Takes the deadline away; parents still end it. */
  stopTimer(): void;
  /** To be called when the work is done: takes timer and listener away. */
  end(): void;
}

export interface ScopeOptions {
  readonly clock: Clock;
  /** The work ends with the first of these. */
  readonly parents?: readonly (AbortSignal | undefined)[];
  readonly milliseconds?: number;
  /** Code of the error (kind `network`) when the time is over. */
  readonly expiry?: string;
}

/** Opens a scope under other signals, with a deadline of its own. */
export function openScope(options: ScopeOptions): Scope {
  const { clock, milliseconds, expiry = "network/attemptTimeout" } = options;
  const controller = new AbortController();
  const abort = (reason: AppError): void => controller.abort(reason);
  const cancelTimer =
    milliseconds === undefined
      ? undefined
      : clock.schedule(Math.max(0, milliseconds), () => abort(expired(expiry, milliseconds)));
  const unlink = (options.parents ?? []).map((parent) => follow(parent, abort));
  return {
    signal: controller.signal,
    abort,
    stopTimer: () => cancelTimer?.(),
    end: () => {
      cancelTimer?.();
      unlink.forEach((stop) => stop());
    },
  };
}

/** Why a signal was aborted, as one of our errors; a foreign reason is the user's wish. */
export function abortReason(signal: AbortSignal | undefined): AppError {
  const reason: unknown = signal?.reason;
  return isAppError(reason) ? reason : new AppError("canceled", "canceled/byUser");
}

/** Throws the reason when the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw abortReason(signal);
  }
}

/** Waits on the clock; throws the reason at once when the signal is aborted. */
export async function pause(
  milliseconds: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let cancel = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    cancel = clock.schedule(milliseconds, resolve);
  });
  try {
    await untilAborted(over, signal);
  } finally {
    cancel();
  }
}

/** Waits for `work`, but no longer than the signal lets us; the work itself goes on. */
export async function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) {
    return await work;
  }
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = follow(signal, reject);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}

function follow(parent: AbortSignal | undefined, abort: (reason: AppError) => void): () => void {
  const onAbort = (): void => abort(abortReason(parent));
  if (parent?.aborted === true) {
    onAbort();
  } else {
    parent?.addEventListener("abort", onAbort, { once: true });
  }
  return () => parent?.removeEventListener("abort", onAbort);
}

function expired(code: string, milliseconds: number): AppError {
  return new AppError("network", code, { values: { seconds: Math.round(milliseconds / 1000) } });
}
