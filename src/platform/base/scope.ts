import { AppError, isAppError } from "./errors";
import type { Clock } from "./clock";

/** A stretch of work that ends by itself: with a parent, or when its time is over. */
export interface Scope {
  /** Aborted with an `AppError` as reason. */
  readonly signal: AbortSignal;
  /**
   * Ends the work after a time, with this code, unless the function returned takes it back. `whole`
   * is the time that is told, where some of it has passed before.
   */
  limit(milliseconds: number, code: string, whole?: number): () => void;
  /** Takes all deadlines away; parents still end the work. */
  unlimit(): void;
  /** To be called when the work is done: takes timers and listeners away. */
  end(): void;
}

/** Opens a scope that ends with the first of its parents. */
export function openScope(clock: Clock, ...parents: readonly (AbortSignal | undefined)[]): Scope {
  const controller = new AbortController();
  const timers: (() => void)[] = [];
  const abort = (reason: AppError): void => controller.abort(reason);
  const unlink = parents.map((parent) => forwardAbort(parent, abort));
  const unlimit = (): void => timers.forEach((cancel) => cancel());
  return {
    signal: controller.signal,
    limit: (milliseconds, code, whole = milliseconds) => {
      const cancel = clock.schedule(Math.max(0, milliseconds), () => abort(expired(code, whole)));
      timers.push(cancel);
      return cancel;
    },
    unlimit,
    end: () => {
      unlimit();
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
  return await new Promise((resolve, reject) => {
    const stop = forwardAbort(signal, reject);
    work.then(resolve, reject).finally(stop);
  });
}

function forwardAbort(
  parent: AbortSignal | undefined,
  abort: (reason: AppError) => void,
): () => void {
  if (parent === undefined) {
    return () => undefined;
  }
  const onAbort = (): void => abort(abortReason(parent));
  if (parent.aborted) {
    onAbort();
  } else {
    parent.addEventListener("abort", onAbort, { once: true });
  }
  return () => parent.removeEventListener("abort", onAbort);
}

function expired(code: string, milliseconds: number): AppError {
  return new AppError("network", code, { values: { seconds: Math.round(milliseconds / 1000) } });
}
