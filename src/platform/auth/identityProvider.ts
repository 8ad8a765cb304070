import * as openid from "openid-client";
import type { Connection, ConnectionSecrets } from "../base/connection";
import { AppError } from "../base/errors";
import type { Clock } from "../base/clock";
import type { Door, ExchangeLimits } from "../http/door";
import type { Redactor } from "../base/redactor";
import type { Log } from "../base/log";
import {
  authorizationAddress,
  type Authorization,
  type AuthorizationAddress,
} from "./authorization";
import { exchangeCode, type CodeToExchange } from "./codeExchange";
import { discover, transportRules } from "./discovery";
import { translateIdentityError } from "./identityErrors";
import { createIdentityFetch, type IdentityFetch } from "./identityFetch";
import { useProviderKeys } from "./providerKeys";
import { refreshGrant, type Renewable } from "./refreshGrant";
import { revokeTokens, type Revocable } from "./revocation";
import { type GrantReading, readGrant, type TokenGrant } from "./tokenResponse";
import { furtherParameters } from "./tokenParameters";

export interface IdentityOptions {
  readonly connection: Connection;
  /** The way out to the identity provider's origin, and to no other. */
  readonly door: Door;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Pick<Redactor, "add">;
  readonly limits: () => ExchangeLimits;
}

/** The identity provider of one connection. */
export interface IdentityProvider {
  /** Client credentials grant (RFC 6749, section 4.4), for service accounts. Throws `AppError`. */
  requestToken(secrets: ConnectionSecrets, signal: AbortSignal): Promise<TokenGrant>;
  /** The authorise address for a browser. Throws `AppError`. */
  authorize(
    secrets: ConnectionSecrets,
    wish: Authorization,
    signal: AbortSignal,
  ): Promise<AuthorizationAddress>;
  /** Checks a callback and exchanges its code, once. Throws `AppError`. */
  exchange(
    secrets: ConnectionSecrets,
    exchange: CodeToExchange,
    signal: AbortSignal,
  ): Promise<TokenGrant>;
  /**
   * Refresh grant (RFC 6749, section 6), sent again only where it was turned away unread;
   * `waiting` ends the waits before that. Throws `AppError`.
   */
  refresh(
    secrets: ConnectionSecrets,
    held: Renewable,
    signals: { readonly signal: AbortSignal; readonly waiting: AbortSignal },
  ): Promise<TokenGrant>;
  /** Revokes what it is given (RFC 7009). False where the provider has no way for it. */
  revoke(secrets: ConnectionSecrets, tokens: Revocable, signal: AbortSignal): Promise<boolean>;
}

/** Tokens and metadata are small; a document beyond this is neither. */
const ANSWER_BYTES = 262_144;

/** The identity provider behind openid-client; its metadata are asked for once. */
export function createIdentity(options: IdentityOptions): IdentityProvider {
  const { connection } = options;
  const ask = createConversation(options);
  const askForGrant = grantKnown(ask, options.redactor);
  const readingOf = (): GrantReading => ({ connection, now: options.clock.now() });
  return {
    requestToken: async (secrets, signal) => {
      requireSecret(secrets);
      const parameters = furtherParameters(connection);
      return await askForGrant(secrets, signal, (configuration) =>
        clientCredentials(configuration, readingOf(), parameters),
      );
    },
    authorize: async (secrets, wish, signal) => {
      requireSecret(secrets);
      // Better said now than after somebody has signed in.
      furtherParameters(connection);
      return await ask(secrets, signal, async (configuration) => {
        // Nobody is sent out for an ID token that cannot be checked.
        await (wish.responseType === "code id_token" ? useProviderKeys(configuration) : undefined);
        return await authorizationAddress(configuration, connection, wish);
      });
    },
    exchange: async (secrets, exchange, signal) => {
      requireSecret(secrets);
      return await askForGrant(secrets, signal, (configuration) =>
        exchangeCode(configuration, connection, exchange),
      );
    },
    refresh: async (secrets, held, { signal, waiting }) => {
      requireSecret(secrets);
      const parameters = furtherParameters(connection);
      const grant = (configuration: openid.Configuration): Promise<TokenGrant> =>
        refreshGrant(configuration, held, readingOf(), parameters);
      const renewal = { toleranceSeconds: RENEWAL_TOLERANCE, waiting };
      return await askForGrant(secrets, signal, grant, renewal);
    },
    revoke: async (secrets, tokens, signal) => {
      requireSecret(secrets);
      return await ask(secrets, signal, (configuration) => revokeTokens(configuration, tokens));
    },
  };
}

/** Tokens are known to the redaction before anybody gets them. */
function grantKnown(
  ask: Ask,
  redactor: IdentityOptions["redactor"],
): (...asked: Asked<TokenGrant>) => Promise<TokenGrant> {
  return async (...asked) => {
    const grant = await ask(...asked);
    redactor.add(grant.accessToken);
    redactor.add(grant.refreshToken ?? "");
    return grant;
  };
}

async function clientCredentials(
  configuration: openid.Configuration,
  reading: GrantReading,
  parameters: URLSearchParams,
): Promise<TokenGrant> {
  const { scopes } = reading.connection;
  if (scopes.length > 0) {
    parameters.set("scope", scopes.join(" "));
  }
  const response = await openid.clientCredentialsGrant(configuration, parameters);
  return readGrant(response, scopes, reading);
}

type Ask = <Result>(...asked: Asked<Result>) => Promise<Result>;

type Asked<Result> = [
  secrets: ConnectionSecrets,
  signal: AbortSignal,
  work: (configuration: openid.Configuration) => Promise<Result>,
  renewal?: Renewal,
];

interface Renewal {
  readonly toleranceSeconds: number;
  readonly waiting: AbortSignal;
}

/**
 * For times in the ID token of a renewal, seconds. It comes over TLS and tells no more than the
 * subject; a clock that runs ahead must not cost the refresh token that has rotated with it.
 */
const RENEWAL_TOLERANCE = 86_400;

/** Metadata first where they are not known, then the request; errors are translated. */
function createConversation(options: IdentityOptions): Ask {
  const { connection, clock } = options;
  let known: openid.ServerMetadata | undefined;
  const find = async (
    limits: ExchangeLimits,
    signal: AbortSignal,
  ): Promise<openid.ServerMetadata> => {
    const { metadata, lasting } = await discover({ ...options, limits, signal });
    known = lasting ? metadata : undefined;
    return metadata;
  };
  return async (secrets, signal, work, renewal) => {
    const limits = { ...options.limits(), bodyBytes: ANSWER_BYTES };
    const metadata = known ?? (await find(limits, signal));
    const { toleranceSeconds, waiting } = renewal ?? {};
    const identity = createIdentityFetch({ ...options, limits, signal, waiting });
    try {
      return await work(configure(options, secrets, { metadata, identity, toleranceSeconds }));
    } catch (error) {
      // The provider may have moved; the next request asks anew.
      known = undefined;
      const { seen } = identity;
      throw translateIdentityError(error, { seen, connection, metadata, now: clock.now() });
    }
  };
}

function requireSecret({ clientSecret }: ConnectionSecrets): void {
  if (clientSecret === "") {
    throw new AppError("credentials", "credentials/secretMissing");
  }
}

interface Parts {
  readonly metadata: openid.ServerMetadata;
  readonly identity: IdentityFetch;
  readonly toleranceSeconds: number | undefined;
}

function configure(
  { connection, clock }: IdentityOptions,
  { clientSecret }: ConnectionSecrets,
  { metadata, identity, toleranceSeconds }: Parts,
): openid.Configuration {
  const authentication =
    connection.clientAuthentication === "basic"
      ? openid.ClientSecretBasic(clientSecret)
      : openid.ClientSecretPost(clientSecret);
  // So that the times in ID tokens are compared with the same clock as everything else.
  const client = {
    [openid.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
    ...(toleranceSeconds === undefined ? {} : { [openid.clockTolerance]: toleranceSeconds }),
  };
  const { clientId } = connection;
  const configuration = new openid.Configuration(metadata, clientId, client, authentication);
  configuration[openid.customFetch] = identity.fetch;
  transportRules(connection).forEach((apply) => apply(configuration));
  return configuration;
}
