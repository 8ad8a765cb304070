import { AppError } from "../../../platform/base/errors";
import type { SecretStore } from "../../../platform/base/secretStore";
import { SerialQueue } from "../../../platform/base/serialQueue";
import type { Locks } from "../../../platform/files/locks/locks";
import type { PermitCheck } from "../../../platform/http/seal";
import type { WriteGuard } from "../../../platform/guard/guard";

function refuse(): never {
  throw new AppError("refused", "permit/missing");
}

/** No permit is ever valid: `platform/http` refuses all but GET and HEAD without one. */
export const NO_PERMITS: PermitCheck = { redeem: refuse };

/** And none is ever issued. */
export const NO_WRITES: Pick<WriteGuard, "demandWritable" | "permit"> = {
  demandWritable: refuse,
  permit: () => Promise.reject(new AppError("refused", "permit/missing")),
};

/** Tokens, in memory: the account signs in anew with each start. */
export function memoryStore(): SecretStore {
  const values = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => {
      values.set(key, value);
      return Promise.resolve();
    },
    delete: (key) => {
      values.delete(key);
      return Promise.resolve();
    },
    onDidChange: () => ({ dispose: () => undefined }),
  };
}

/** Of one process: each name in the order in which it was asked for. */
export function processLocks(): Locks {
  const queues = new Map<string, SerialQueue>();
  return {
    withLock: (name, work) => {
      const queue = queues.get(name) ?? new SerialQueue();
      queues.set(name, queue);
      return queue.run(work);
    },
  };
}
