import type { Locks } from "../../src/platform/files/locks/locks";
import { untilAborted } from "../../src/platform/base/scope";

/** Locks of one process, one after the other; the real ones go through files. */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<void>>();
  return {
    withLock: async (name, work, signal) => {
      const before = tails.get(name) ?? Promise.resolve();
      const own = Promise.withResolvers<undefined>();
      tails.set(
        name,
        before.then(() => own.promise),
      );
      try {
        await untilAborted(before, signal);
        return await work();
      } finally {
        own.resolve(undefined);
      }
    },
  };
}
