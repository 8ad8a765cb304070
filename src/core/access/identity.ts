import * as openid from "openid-client";
import type { Connection, ConnectionSecrets } from "../connection";
import { AppError } from "../errors";
import type { Clock } from "../http/clock";
import type { Door, ExchangeLimits } from "../http/door";
import type { Log } from "../log";
import { discover, transportRules } from "./discovery";
import { translateIdentityError } from "./identityErrors";
import { createIdentityFetch, type IdentityFetch } from "./identityFetch";
import { readGrant, type TokenGrant } from "./tokenGrant";

export interface IdentityOptions {
  readonly connection: Connection;
  /** The way out to the identity provider's origin, and to no other. */
  readonly door: Door;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => ExchangeLimits;
}

/** The identity provider of one connection. */
export interface Identity {
  /** Client credentials grant (RFC 6749, section 4.4). Throws `AppError`. */
  requestToken(secrets: ConnectionSecrets, signal: AbortSignal): Promise<TokenGrant>;
}

/** Tokens and metadata are small; a document beyond this is neither. */
const ANSWER_BYTES = 262_144;

/** The identity provider behind openid-client; its metadata are asked for once. */
export function createIdentity(options: IdentityOptions): Identity {
  const { connection, clock } = options;
  const host = new URL(connection.authUrl).host;
  let known: openid.ServerMetadata | undefined;
  const find = async (
    limits: ExchangeLimits,
    signal: AbortSignal,
  ): Promise<openid.ServerMetadata> => {
    const { metadata, lasting } = await discover({ ...options, limits, signal });
    known = lasting ? metadata : undefined;
    return metadata;
  };
  return {
    requestToken: async (secrets, signal) => {
      requireServiceAccount(connection, secrets);
      const limits = { ...options.limits(), bodyBytes: ANSWER_BYTES };
      const metadata = known ?? (await find(limits, signal));
      const identity = createIdentityFetch({ ...options, limits, signal });
      try {
        const configuration = configure(connection, secrets, { metadata, identity });
        const scope = connection.scopes.join(" ");
        const parameters = scope === "" ? undefined : { scope };
        const response = await openid.clientCredentialsGrant(configuration, parameters);
        return readGrant(response, connection.scopes);
      } catch (error) {
        // The provider may have moved; the next request asks anew.
        known = undefined;
        throw translateIdentityError(error, { seen: identity.seen, host, now: clock.now() });
      }
    },
  };
}

function requireServiceAccount(connection: Connection, { clientSecret }: ConnectionSecrets): void {
  if (connection.accessModel !== "serviceAccount") {
    throw new AppError("input", "input/accessModel");
  }
  if (clientSecret === "") {
    throw new AppError("credentials", "credentials/secretMissing");
  }
}

interface Parts {
  readonly metadata: openid.ServerMetadata;
  readonly identity: IdentityFetch;
}

function configure(
  connection: Connection,
  { clientSecret }: ConnectionSecrets,
  { metadata, identity }: Parts,
): openid.Configuration {
  const authentication =
    connection.clientAuthentication === "basic"
      ? openid.ClientSecretBasic(clientSecret)
      : openid.ClientSecretPost(clientSecret);
  const { clientId } = connection;
  const configuration = new openid.Configuration(metadata, clientId, undefined, authentication);
  configuration[openid.customFetch] = identity.fetch;
  transportRules(connection).forEach((apply) => apply(configuration));
  return configuration;
}
