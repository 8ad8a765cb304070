import type { TokenEndpointResponse } from "openid-client";
import { AppError } from "../base/errors";
import type { Connection } from "../base/connection";
import type { SignedInIdentity, ToldConsentEnd } from "../base/session";
import { toldConsentEnd } from "./consentEnd";
import { isAccessToken, isRefreshToken } from "./tokenRecord";

/** What the identity provider granted, checked. */
export interface TokenGrant {
  readonly accessToken: string;
  /** Seconds from now, as told; undefined means "until refused" (RFC 6749, section 5.1). */
  readonly lifetimeSeconds: number | undefined;
  readonly scopes: readonly string[];
  /** Absent where none was given: after a renewal the old one stays in force (RFC 6749, 6). */
  readonly refreshToken?: string;
  /** Absent for service accounts. */
  readonly identity?: SignedInIdentity | undefined;
  readonly toldConsentEnd?: ToldConsentEnd;
}

/** Beyond it (about the year 5000) a life is no date: such a token holds until it is refused. */
const LATEST_LIFE_SECONDS = 1e11;

/** For whom an answer is read, and when: milliseconds since the epoch. */
export interface GrantReading {
  readonly connection: Connection;
  readonly now: number;
}

/**
 * Makes the checks of a token response that openid-client leaves out: characters and length
 * of the tokens, the type that we can use, a life that can be a date.
 * @throws AppError kind `answer`, code `answer/identity`
 */
export function readGrant(
  response: TokenEndpointResponse,
  requested: readonly string[],
  { connection, now }: GrantReading,
): TokenGrant {
  const told = toldConsentEnd(response, connection, now);
  const { refresh_token: refreshToken } = response;
  const isUsable = isAccessToken(response.access_token) && response.token_type === "bearer";
  if (!isUsable || (refreshToken !== undefined && !isRefreshToken(refreshToken))) {
    throw new AppError("answer", "answer/identity", { values: { reason: "token" } });
  }
  const { expires_in: seconds } = response;
  return {
    accessToken: response.access_token,
    lifetimeSeconds:
      seconds === undefined || seconds > LATEST_LIFE_SECONDS ? undefined : Math.max(seconds, 0),
    // Absent means "as requested".
    scopes: response.scope?.split(" ").filter((scope) => scope !== "") ?? requested,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(told === undefined ? {} : { toldConsentEnd: told }),
  };
}
