import { AppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import { openScope } from "../../../platform/base/scope";
import type { Locks } from "../../../platform/files/locks/locks";

/** A window that ends just now is waited for, in milliseconds. */
const WAIT = 1_000;

interface PartLockOptions {
  readonly locks: Locks;
  readonly clock: Clock;
}

/** Runs work on a part that no other window is at; throws `exports/partInUse` where one is. */
export async function withPartLock<Result>(
  { locks, clock }: PartLockOptions,
  part: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope = openScope(clock);
  const stopWaiting = scope.limit(WAIT, "exports/partInUse");
  const held = { is: false };
  try {
    return await locks.withLock(
      `export ${part}`,
      async () => {
        held.is = true;
        stopWaiting();
        return await work();
      },
      scope.signal,
    );
  } catch (error) {
    throw held.is || !scope.signal.aborted ? error : new AppError("input", "exports/partInUse");
  } finally {
    scope.end();
  }
}
