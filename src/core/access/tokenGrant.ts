import type { TokenEndpointResponse } from "openid-client";
import { AppError } from "../errors";
import type { SignedInIdentity } from "../service/client";
import { isAccessToken, isRefreshToken } from "./tokenRecord";

/** What the identity provider granted, checked. */
export interface TokenGrant {
  readonly accessToken: string;
  /** Seconds from now, 0 to a day; undefined means "until refused" (RFC 6749, section 5.1). */
  readonly lifetimeSeconds: number | undefined;
  readonly scopes: readonly string[];
  /** Absent where none was given: after a renewal the old one stays in force (RFC 6749, 6). */
  readonly refreshToken?: string;
  /** Absent for service accounts. */
  readonly identity?: SignedInIdentity;
}

const LONGEST_LIFE_SECONDS = 86_400;

/**
 * Makes the checks of a token response that openid-client leaves out: characters and length
 * of the tokens, the type that we can use, a bound for its life.
 * @throws AppError kind `answer`, code `answer/identity`
 */
export function readGrant(
  response: TokenEndpointResponse,
  requested: readonly string[],
): TokenGrant {
  const { refresh_token: refreshToken } = response;
  const isUsable = isAccessToken(response.access_token) && response.token_type === "bearer";
  if (!isUsable || (refreshToken !== undefined && !isRefreshToken(refreshToken))) {
    throw new AppError("answer", "answer/identity", { values: { reason: "token" } });
  }
  const { expires_in: seconds } = response;
  return {
    accessToken: response.access_token,
    lifetimeSeconds:
      seconds === undefined ? undefined : Math.min(Math.max(seconds, 0), LONGEST_LIFE_SECONDS),
    // Absent means "as requested".
    scopes: response.scope?.split(" ").filter((scope) => scope !== "") ?? requested,
    ...(refreshToken === undefined ? {} : { refreshToken }),
  };
}
