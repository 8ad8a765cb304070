import type { Revocable } from "./revocation";
import type { ConnectionSecrets } from "../base/connection";
import { isAppError } from "../base/errors";
import type { Clock } from "../base/clock";
import { openScope, untilAborted } from "../base/scope";
import type { Log } from "../base/log";
import { HANG_TIMEOUT_MS } from "../http/hangTimeout";
import type { IdentityProvider } from "./identityProvider";

export interface RevocationOptions {
  readonly identity: Pick<IdentityProvider, "revoke">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Has tokens revoked as far as that goes within a few seconds; never throws. */
export async function tryRevoke(
  { identity, clock, log }: RevocationOptions,
  secrets: () => Promise<ConnectionSecrets>,
  tokens: Revocable,
): Promise<boolean> {
  const scope = openScope(clock);
  scope.limit(HANG_TIMEOUT_MS, "network/actionTimeout");
  const { signal } = scope;
  const revoke = async (): Promise<boolean> =>
    await identity.revoke(await secrets(), tokens, signal);
  try {
    const revoked = await untilAborted(revoke(), signal);
    log.info("access: tokens are no longer wanted", { revoked });
    return revoked;
  } catch (error) {
    const code = isAppError(error) ? error.code : "internal/unexpected";
    log.warn("access: tokens are no longer wanted, and could not be revoked", { code });
    return false;
  } finally {
    scope.end();
  }
}
