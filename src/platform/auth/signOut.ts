import { openScope } from "../base/scope";
import { HANG_TIMEOUT_MS } from "../http/hangTimeout";
import { isBoundTo } from "./binding";
import { signedInAt, type TokenRecord } from "./tokenRecord";
import { lockName, type RenewalOptions } from "./tokenRenewal";

/** What came of a sign-out; the tokens are forgotten here in any case. */
export interface SignedOut {
  /** True when the identity provider confirmed that they are void (RFC 7009). */
  readonly revoked: boolean;
}

/** Does the work under the token's lock, or without it when nobody lets go of it in time. */
export async function underLock(
  { locks, connection, clock }: RenewalOptions,
  work: () => Promise<void>,
): Promise<void> {
  const scope = openScope(clock);
  scope.limit(HANG_TIMEOUT_MS, "network/actionTimeout");
  const waiting = { isOver: false };
  const begin = async (): Promise<void> => {
    waiting.isOver = true;
    await work();
  };
  try {
    await locks.withLock(lockName(connection), begin, scope.signal);
  } catch (error) {
    if (waiting.isOver) {
      throw error;
    }
    await work();
  } finally {
    scope.end();
  }
}

/**
 * Takes the token of a connection out of the store, at once: the window may be closing. Gives
 * what was held, else what the store had: a window that has just opened knows no better.
 */
export async function takeStored(
  { store, connection }: RenewalOptions,
  held: TokenRecord | undefined,
): Promise<TokenRecord | undefined> {
  if (held !== undefined) {
    await store.delete();
    return held;
  }
  const stored = await store.readAndDelete();
  return typeof stored === "object" && isBoundTo(connection, stored.binding) ? stored : undefined;
}

interface Ended {
  /** Undefined where nobody knows what it was. */
  readonly last: TokenRecord | undefined;
  readonly at: number;
}

/**
 * Deletes, under the lock, what somebody who was just writing has left of a session that ended; not
 * the record of a later sign-in. What a sign-in is known by comes first: a renewal may end a little
 * later, and a clock may have been set back.
 */
export async function deleteLeft(options: RenewalOptions, { last, at }: Ended): Promise<void> {
  const { store, connection } = options;
  if (connection.accessModel === "serviceAccount") {
    // A window that is just asking does so for itself, not with what was signed out.
    return;
  }
  await underLock(options, async () => {
    const left = await store.read();
    if (typeof left !== "object") {
      return;
    }
    const isSame = last !== undefined && signedInAt(left) === signedInAt(last);
    if (isSame || left.obtainedAt <= at) {
      await store.delete();
    }
  });
}
