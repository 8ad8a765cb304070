import type { ConnectionSecrets } from "../connection";
import { isAppError } from "../errors";
import { openScope, untilAborted } from "../http/scope";
import { PATIENCE } from "../patience";
import { lockName, type RenewalOptions } from "./tokenRenewal";
import type { Revocable } from "./revocation";

/** Does the work under the token's lock, or without it when nobody lets go of it in time. */
export async function underLock(
  { locks, connection, clock }: RenewalOptions,
  work: () => Promise<void>,
): Promise<void> {
  const scope = openScope(clock);
  const takeBack = scope.limit(PATIENCE, "network/actionTimeout");
  const waiting = { isOver: false };
  const begin = async (): Promise<void> => {
    waiting.isOver = true;
    takeBack();
    await work();
  };
  try {
    await locks.hold(lockName(connection), begin, scope.signal);
  } catch (error) {
    if (waiting.isOver) {
      throw error;
    }
    await work();
  } finally {
    scope.end();
  }
}

/** Deletes the stored record of a session that ended at `at`, not one of a later sign-in. */
export async function deleteStored(options: RenewalOptions, at: number): Promise<void> {
  const { store, connection } = options;
  // At once: the window may be closing. Then under the lock, after whoever is just writing.
  await store.delete();
  if (connection.accessModel === "serviceAccount") {
    // A window that is just asking does so for itself, not with what was signed out.
    return;
  }
  await underLock(options, async () => {
    const left = await store.read();
    if (typeof left === "object" && left.obtainedAt <= at) {
      await store.delete();
    }
  });
}

/** Has the tokens revoked as far as that goes within a few seconds; never throws. */
export async function tryRevoke(
  { identity, clock, log }: RenewalOptions,
  secrets: () => Promise<ConnectionSecrets>,
  tokens: Revocable,
): Promise<boolean> {
  const scope = openScope(clock);
  scope.limit(PATIENCE, "network/actionTimeout");
  const { signal } = scope;
  const revoke = async (): Promise<boolean> =>
    await identity.revoke(await secrets(), tokens, signal);
  try {
    const revoked = await untilAborted(revoke(), signal);
    log.info("access: signed out", { revoked });
    return revoked;
  } catch (error) {
    const code = isAppError(error) ? error.code : "internal/unexpected";
    log.warn("access: signed out, the tokens could not be revoked", { code });
    return false;
  } finally {
    scope.end();
  }
}
