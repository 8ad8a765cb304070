import type { Locks } from "../../../../platform/files/locks/locks";

/** Waits until the lock is held; the signal ends the waiting. */
export type TakeLock = (signal: AbortSignal) => Promise<void>;

/**
 * Runs work that takes a lock where it first needs it, inside what shows progress, and holds it to
 * its end, over steps that show another one.
 */
export async function withLock<Result>(
  locks: Locks,
  name: string,
  work: (take: TakeLock) => Promise<Result>,
): Promise<Result> {
  const end = Promise.withResolvers<undefined>();
  let holding: Promise<unknown> = Promise.resolve();
  const take: TakeLock = (signal) =>
    new Promise((resolve, reject) => {
      const held = async (): Promise<void> => {
        resolve();
        await end.promise;
      };
      holding = locks.hold(name, held, signal).catch(reject);
    });
  try {
    return await work(take);
  } finally {
    end.resolve(undefined);
    await holding;
  }
}
