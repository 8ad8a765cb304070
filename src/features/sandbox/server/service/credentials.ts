import type { Environment } from "../data/dataSets";
import type { Visibility } from "../data/visibility";
import { Problem } from "./problem";

/** What an access token allows; undefined for one that is unknown, revoked or expired. */
export type TokenCheck = (token: string) => Promise<TokenGrant | undefined>;

export interface TokenGrant {
  readonly scopes: ReadonlySet<string>;
  /** Which clients the one sees who it was issued for. */
  readonly sees: Visibility;
}

const REALM = "Financial Planning sandbox";
const KEY_CHALLENGE =
  `AzureApiManagementKey realm="${REALM}",` + `name="Ocp-Apim-Subscription-Key",type="header"`;

/** The environment that a subscription key reaches. Throws a 401 that names the key. */
export function selectEnvironment(
  environments: ReadonlyMap<string, Environment>,
  subscriptionKey: string | undefined,
): Environment {
  const headers = { "WWW-Authenticate": KEY_CHALLENGE };
  if (subscriptionKey === undefined || subscriptionKey === "") {
    const message = "Access denied due to missing subscription key.";
    throw new Problem(401, "missing_subscription_key", message, { headers });
  }
  const environment = environments.get(subscriptionKey);
  if (environment === undefined) {
    throw keyRefused();
  }
  return environment;
}

/** A 401 that names the subscription key. */
export function keyRefused(): Problem {
  const headers = { "WWW-Authenticate": KEY_CHALLENGE };
  const message = "Access denied due to invalid subscription key.";
  return new Problem(401, "invalid_subscription_key", message, { headers });
}

/** A 401 that names the access token (RFC 6750, section 3.1). */
export function tokenRefused(message = "The access token expired or is not valid"): Problem {
  const challenge = `Bearer realm="${REALM}", error="invalid_token", error_description="${message}"`;
  const headers = { "WWW-Authenticate": challenge };
  return new Problem(401, "invalid_token", `${message}.`, { headers });
}

/** What the bearer token allows. Throws a 401 with a challenge as RFC 6750, section 3, has it. */
export async function checkBearer(
  checkToken: TokenCheck,
  authorization: string | undefined,
): Promise<TokenGrant> {
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) {
    // Section 3.1: no error code where no token was sent.
    const headers = { "WWW-Authenticate": `Bearer realm="${REALM}"` };
    throw new Problem(401, "missing_access_token", "Access token is missing.", { headers });
  }
  const grant = await checkToken(token);
  if (grant === undefined) {
    throw tokenRefused();
  }
  return grant;
}

/** Throws a 403 unless all scopes were granted. */
export function checkScopes(grant: TokenGrant, scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !grant.scopes.has(scope));
  if (missing.length > 0) {
    const wanted = scopes.join(" ");
    const message = `The access token lacks the scope ${missing.join(" ")}.`;
    const challenge = `Bearer realm="${REALM}", error="insufficient_scope", scope="${wanted}"`;
    throw new Problem(403, "insufficient_scope", message, {
      headers: { "WWW-Authenticate": challenge },
    });
  }
}
