import * as openid from "openid-client";
import { AppError } from "../base/errors";
import type { SignedInIdentity } from "../base/session";
import { type GrantReading, readGrant, type TokenGrant } from "./tokenResponse";

/** What a renewal starts from. */
export interface Renewable {
  readonly refreshToken: string;
  /** As granted last: an answer that names none grants the same again. */
  readonly scopes: readonly string[];
  /** Who signed in; nobody else may come of a renewal. */
  readonly identity?: SignedInIdentity | undefined;
  /** Called right before the one request: what fails earlier has spent nothing. */
  readonly onSend?: () => void;
}

/**
 * Refresh grant (RFC 6749, section 6), one request. The signature of its ID token is left to TLS
 * (OpenID Connect Core, 3.1.3.7): keys that cannot be fetched just then must not cost a refresh
 * token that has rotated already.
 * @throws AppError `credentials/otherUser`; errors of openid-client for what was refused
 */
export async function refreshGrant(
  configuration: openid.Configuration,
  { refreshToken, scopes, identity, onSend }: Renewable,
  reading: GrantReading,
  parameters?: URLSearchParams,
): Promise<TokenGrant> {
  onSend?.();
  const response = await openid.refreshTokenGrant(configuration, refreshToken, parameters);
  const claims = response.claims();
  // OpenID Connect Core, 12.2; openid-client compares issuer and audience only.
  if (claims !== undefined && identity !== undefined && claims.sub !== identity.subject) {
    throw new AppError("credentials", "credentials/otherUser");
  }
  return {
    ...readGrant(response, scopes, reading),
    ...(claims === undefined
      ? {}
      : { identity: { issuer: claims.iss, subject: claims.sub, claims: { ...claims } } }),
  };
}
