import type { Clock } from "../../../platform/base/clock";
import type { SecretStore } from "../../../platform/base/secretStore";
import { HANG_TIMEOUT_MS } from "../../../platform/http/hangTimeout";

/** Reading, writing and deleting, without the rest of a store. */
export type PlainStore = Pick<SecretStore, "get" | "set" | "delete">;

/**
 * The same store, but what takes longer than five seconds fails. Failures are without a reason:
 * the store's own error can hold the value. `onLate` is told of a key whose value could be read
 * after all: a key ring may have waited for its user.
 */
export function withTimeout(
  store: PlainStore,
  clock: Clock,
  onLate: (key: string) => void = () => undefined,
): PlainStore {
  const patiently = async <Value>(
    work: () => Promise<Value>,
    onLateEnd: () => void = () => undefined,
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
        () => onLate(key),
      ),
    set: (key, value) => patiently(() => store.set(key, value)),
    delete: (key) => patiently(() => store.delete(key)),
  };
}
