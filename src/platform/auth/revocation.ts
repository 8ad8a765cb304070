import * as openid from "openid-client";
import type { ConnectionSecrets } from "../base/connection";
import { isAppError } from "../base/errors";
import type { Clock } from "../http/clock";
import { openScope, untilAborted } from "../http/scope";
import type { Log } from "../base/log";
import { PATIENCE } from "../http/patience";
import type { Identity } from "./identity";

/** What may be revoked at a sign-out. */
export interface Revocable {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
}

/**
 * Token revocation (RFC 7009), the refresh token first: with it most providers end the whole
 * grant. False where the provider names no endpoint.
 */
export async function revokeTokens(
  configuration: openid.Configuration,
  { accessToken, refreshToken }: Revocable,
): Promise<boolean> {
  if (configuration.serverMetadata().revocation_endpoint === undefined) {
    return false;
  }
  if (refreshToken !== undefined) {
    await openid.tokenRevocation(configuration, refreshToken, { token_type_hint: "refresh_token" });
  }
  await openid.tokenRevocation(configuration, accessToken, { token_type_hint: "access_token" });
  return true;
}

export interface RevocationOptions {
  readonly identity: Pick<Identity, "revoke">;
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
  scope.limit(PATIENCE, "network/actionTimeout");
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
