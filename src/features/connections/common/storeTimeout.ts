import type { Clock } from "../../../platform/base/clock";
import type { SecretStore } from "../../../platform/base/secretStore";
import { HANG_TIMEOUT_MS } from "../../../platform/http/hangTimeout";

/** Reading, writing and deleting, without the rest of a store. */
export type PlainStore = Pick<SecretStore, "get" | "set" | "delete">;

/** What was said to have failed and was done after all: a key ring may have waited for its user. */
interface LateEnds {
  /** The value of this key could be read. */
  readonly read?: (key: string) => void;
  /** A value was written under this key. */
  readonly written?: (key: string) => void;
}

/**
 * The same store, but what takes longer than five seconds fails. Failures are without a reason:
 * the store's own error can hold the value.
 */
export function withTimeout(
  store: PlainStore,
  clock: Clock,
  { read = ignore, written = ignore }: LateEnds = {},
): PlainStore {
  const patiently = async <Value>(
    work: () => Promise<Value>,
    onLateEnd: () => void = ignore,
  ): Promise<Value> => {
    const tired = Promise.withResolvers<never>();
    const running = work();
    const stop = clock.schedule(HANG_TIMEOUT_MS, () => {
      tired.reject(new Error("no answer"));
      running.then(onLateEnd, () => undefined);
    });
    try {
      return await Promise.race([running, tired.promise]);
    } finally {
      stop();
    }
  };
  return {
    get: (key) =>
      patiently(
        () => store.get(key),
        () => read(key),
      ),
    set: (key, value) =>
      patiently(
        () => store.set(key, value),
        () => written(key),
      ),
    delete: (key) => patiently(() => store.delete(key)),
  };
}

function ignore(): void {
  return undefined;
}
