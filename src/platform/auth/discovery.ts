import * as openid from "openid-client";
import type { Connection } from "../base/connection";
import { AppError } from "../base/errors";
import type { Clock } from "../base/clock";
import type { Door, ExchangeLimits } from "../http/door";
import { isLoopbackLiteral, pinOrigin } from "../http/origin";
import type { Log } from "../base/log";
import { translateIdentityError } from "./identityErrors";
import { createIdentityFetch, type IdentityFetch } from "./identityFetch";

export interface DiscoveryOptions {
  readonly connection: Connection;
  readonly door: Door;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal;
}

export interface Discovered {
  readonly metadata: openid.ServerMetadata;
  /** False where there was no document and the documented addresses stand in. */
  readonly found: boolean;
  /** False after a timeout: the next request asks again. */
  readonly lasting: boolean;
}

const LONGEST_DISCOVERY = 10_000;

/**
 * The provider's metadata by discovery (OpenID Connect Discovery 1.0, section 4), or the
 * addresses of the specification, section 5.3, where there is no document: 404, not JSON, no
 * answer in time. Another issuer or an endpoint on another origin is refused, not worked around.
 */
export async function discover(options: DiscoveryOptions): Promise<Discovered> {
  const { connection, limits, clock, log } = options;
  const attemptMilliseconds = Math.min(limits.attemptMilliseconds, LONGEST_DISCOVERY);
  const identity = createIdentityFetch({ ...options, limits: { ...limits, attemptMilliseconds } });
  try {
    const metadata = await askProvider(connection, identity);
    if (metadata.token_endpoint !== undefined) {
      ENDPOINTS.forEach((name) => requireOwnOrigin(metadata[name], connection));
      return {
        metadata: { ...documentedAddresses(connection), ...metadata },
        found: true,
        lasting: true,
      };
    }
  } catch (error) {
    const { seen } = identity;
    if (isOtherIssuer(error)) {
      const values = { host: new URL(connection.authUrl).host };
      throw new AppError("credentials", "credentials/issuerMismatch", { values });
    }
    if (!isAbsent(error, seen)) {
      throw translateIdentityError(error, { seen, connection, now: clock.now() });
    }
  }
  const timedOut = identity.seen.failure !== undefined;
  log.info("access: no discovery document, the documented addresses are used", { timedOut });
  return { metadata: documentedAddresses(connection), found: false, lasting: !timedOut };
}

/**
 * What makes openid-client speak plain http: to a loopback address literal only, as everywhere
 * in `platform/http`.
 */
export function transportRules({ authUrl }: Connection): ((of: openid.Configuration) => void)[] {
  const url = new URL(authUrl);
  const isPlain = url.protocol === "http:" && isLoopbackLiteral(url.hostname);
  // Marked as deprecated to make it stand out; the built-in sandbox has no certificate.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return isPlain ? [openid.allowInsecureRequests] : [];
}

async function askProvider(
  connection: Connection,
  { fetch }: IdentityFetch,
): Promise<openid.ServerMetadata> {
  // Client and authentication play no part in discovery; no secret is at hand here.
  const found = await openid.discovery(
    new URL(issuerOf(connection)),
    connection.clientId,
    undefined,
    openid.None(),
    { [openid.customFetch]: fetch, execute: transportRules(connection), algorithm: "oidc" },
  );
  return found.serverMetadata();
}

/** Where secrets go, where a browser is sent, where keys come from. */
const ENDPOINTS = [
  "token_endpoint",
  "authorization_endpoint",
  "revocation_endpoint",
  "jwks_uri",
] as const;

function requireOwnOrigin(endpoint: string | undefined, { authUrl }: Connection): void {
  if (endpoint !== undefined && URL.parse(endpoint)?.origin !== pinOrigin(authUrl)) {
    throw new AppError("refused", "refused/endpointElsewhere", {
      values: { host: URL.parse(endpoint)?.host ?? "" },
    });
  }
}

/** A TypeError comes of an issuer that is no address at all. */
function isOtherIssuer(error: unknown): boolean {
  const mismatch = "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
  return (
    (error instanceof openid.ClientError && error.code === mismatch) || error instanceof TypeError
  );
}

const ABSENT_BY_TIME = new Set(["network/attemptTimeout", "network/noAnswer", "network/stalled"]);

function isAbsent(error: unknown, { answer, failure }: IdentityFetch["seen"]): boolean {
  if (failure !== undefined) {
    return ABSENT_BY_TIME.has(failure.code);
  }
  const status = answer?.status ?? 0;
  const refused = status >= 400 && status < 500 && status !== 429;
  return error instanceof openid.ClientError && (refused || status === 200);
}

function issuerOf({ authUrl }: Connection): string {
  return `${authUrl}/identity`;
}

function documentedAddresses(connection: Connection): openid.ServerMetadata {
  const issuer = issuerOf(connection);
  return {
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
  };
}
