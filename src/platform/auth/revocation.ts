import * as openid from "openid-client";

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
