import type { Connection } from "../base/connection";
import type { Session } from "../base/session";
import { consentEndOf } from "./consentEnd";
import { decodeJwt } from "./jwt";
import { signedInAt, type TokenRecord } from "./tokenRecord";

/** What may be shown of a token: everything but the token. */
export function sessionOf(record: TokenRecord, connection: Connection): Session {
  const { obtainedAt, expiresAt, scopes, binding, identity, refreshToken, toldConsentEnd } = record;
  const tokenClaims = decodeJwt(record.accessToken)?.claims;
  return {
    ...{
      obtainedAt,
      signedInAt: signedInAt(record),
      expiresAt,
      scopes,
      requestedScopes: binding.scopes,
      identity,
    },
    ...(tokenClaims && { tokenClaims }),
    isRenewable: binding.accessModel === "serviceAccount" || refreshToken !== undefined,
    consentEndsAt: consentEndOf(record, connection),
    ...(toldConsentEnd && { toldConsentEnd }),
  };
}
