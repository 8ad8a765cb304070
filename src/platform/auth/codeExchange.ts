import * as openid from "openid-client";
import type { Connection } from "../base/connection";
import { AppError, isAppError } from "../base/errors";
import type { SignedInIdentity } from "../base/session";
import type { CallbackParameters } from "./browserSignIn";
import { isFromIssuer } from "./callbackChecks";
import { rejectedCallback } from "./callbackParameters";
import {
  refusedFrontToken,
  requireAccessTokenHash,
  requireSameSubject,
  requireValidTimes,
} from "./idTokenChecks";
import { useProviderKeys } from "./providerKeys";
import { readRefusal, refusedProofKey } from "./refusals";
import type { SignInRecord } from "./signInRecord";
import { readGrant, type TokenGrant } from "./tokenResponse";
import { furtherParameters } from "./tokenParameters";

/** A callback that came back to its sign-in. */
export interface CodeToExchange {
  readonly callback: CallbackParameters;
  readonly record: SignInRecord;
  /**
   * Takes the sign-in, right before the one token request or where what came back ends it; false
   * when somebody else has. What fails before has spent nothing.
   */
  readonly claim: () => Promise<boolean>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Turns a callback into tokens (specification, section 5.4, steps 3 and 4): the provider's name
 * and keys first, then the ID token that came through the browser, then one token request that
 * is never repeated, then the checks that openid-client leaves out. An answer that names another
 * issuer, or whose ID token fails a check, ends the sign-in: it had the right state, so no other
 * answer will come.
 * @throws AppError `credentials/callbackRejected` as long as nothing is spent
 */
export async function exchangeCode(
  configuration: openid.Configuration,
  connection: Connection,
  exchange: CodeToExchange,
): Promise<TokenGrant> {
  const { callback, record, claim } = exchange;
  const metadata = configuration.serverMetadata();
  const { host } = new URL(metadata.issuer);
  if (!isFromIssuer(callback, metadata)) {
    const reason = callback.values.has("iss") ? "iss" : "issMissing";
    const failure = new AppError("answer", "answer/issuer", { values: { reason, host } });
    throw await ended(claim, failure);
  }
  if (callback.values.has("error")) {
    throw await ended(claim, refused(exchange, connection, host));
  }
  const isHybrid = record.responseType === "code id_token";
  if (isHybrid || (record.nonce !== undefined && metadata.jwks_uri !== undefined)) {
    await useProviderKeys(configuration);
  }
  if (isHybrid) {
    openid.useCodeIdTokenResponseType(configuration);
  }
  const response = await ask(configuration, connection, exchange);
  const identity = identityOf(response, exchange);
  const reading = { connection, now: exchange.now() };
  return { ...readGrant(response, connection.scopes, reading), identity };
}

type Answer = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;

async function ask(
  configuration: openid.Configuration,
  connection: Connection,
  exchange: CodeToExchange,
): Promise<Answer> {
  const { state, nonce, codeVerifier } = exchange.record;
  const further = furtherParameters(connection);
  const gate = guardTokenEndpoint(configuration, exchange.claim);
  try {
    requireSoundFrontToken(exchange);
    return await openid.authorizationCodeGrant(
      configuration,
      callbackAddress(exchange),
      {
        expectedState: state,
        ...(nonce === undefined ? {} : { expectedNonce: nonce }),
        ...(codeVerifier === undefined ? {} : { pkceCodeVerifier: codeVerifier }),
      },
      further,
    );
  } catch (error) {
    if (!gate.isClaimed) {
      throw gate.failure ?? (await ended(exchange.claim, refusedFrontToken(error)));
    }
    throw error;
  }
}

/** The failure, once the sign-in is taken: only one window tells how it ended. */
async function ended(claim: CodeToExchange["claim"], failure: AppError): Promise<AppError> {
  return (await claim()) ? failure : rejectedCallback("used");
}

interface Gate {
  isClaimed: boolean;
  /** Why the sign-in could not be taken. */
  failure?: AppError;
}

/** Claims the sign-in when the token endpoint is about to be asked, and lets one request pass. */
function guardTokenEndpoint(
  configuration: openid.Configuration,
  claim: CodeToExchange["claim"],
): Gate {
  const gate: Gate = { isClaimed: false };
  const fetch = configuration[openid.customFetch];
  configuration[openid.customFetch] = async (url, request) => {
    if (request.method === "POST") {
      await pass(gate, claim);
    }
    return await (fetch ?? noFetch)(url, request);
  };
  return gate;
}

async function pass(gate: Gate, claim: CodeToExchange["claim"]): Promise<void> {
  // False for a second request, too: what was taken cannot be taken again.
  const isOurs = await claim().catch((error: unknown) => toFailure(error));
  if (isOurs !== true) {
    gate.failure = isAppError(isOurs) ? isOurs : rejectedCallback("used");
    throw gate.failure;
  }
  gate.isClaimed = true;
}

function toFailure(error: unknown): AppError {
  return isAppError(error) ? error : new AppError("internal", "internal/unexpected");
}

function noFetch(): never {
  throw new AppError("internal", "internal/unexpected");
}

/** The rest means nothing to us, and could mean something to the library. */
const KNOWN = new Set(["code", "state", "iss", "id_token"]);

/** The address as registered with what came back; openid-client sends it without that. */
function callbackAddress({ callback, record }: CodeToExchange): URL {
  const url = new URL(record.redirectUri);
  const known = [...callback.values].filter(([name]) => KNOWN.has(name));
  const text = new URLSearchParams(known).toString();
  if (record.responseType === "code") {
    url.search = text;
  } else {
    url.hash = text;
  }
  return url;
}

function requireSoundFrontToken({ callback, now }: CodeToExchange): void {
  const idToken = callback.values.get("id_token");
  if (idToken !== undefined) {
    requireValidTimes(idToken, now());
  }
}

function identityOf(
  response: Answer,
  { callback, now }: CodeToExchange,
): SignedInIdentity | undefined {
  const { id_token: idToken = "", access_token: accessToken } = response;
  const claims = response.claims();
  if (claims === undefined) {
    return undefined;
  }
  requireValidTimes(idToken, now());
  requireAccessTokenHash(idToken, accessToken);
  const front = callback.values.get("id_token");
  if (front !== undefined) {
    requireSameSubject(front, idToken);
  }
  return { issuer: claims.iss, subject: claims.sub, claims: { ...claims } };
}

/** RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6. */
function refused(
  { callback, record }: CodeToExchange,
  connection: Connection,
  host: string,
): AppError {
  const { values: came } = callback;
  const { error, isAboutProofKey } = readRefusal(came.get("error"), came.get("error_description"));
  const values = { error, host };
  if (isAboutProofKey && error === "invalid_request") {
    return refusedProofKey(connection, record.codeVerifier !== undefined, values);
  }
  const leadsToCode =
    record.responseType === "code id_token" &&
    ["unsupported_response_type", "unsupported_response_mode"].includes(error);
  return new AppError("credentials", "credentials/signInRefused", {
    values: {
      ...values,
      scopes: connection.scopes.length,
      responseType: record.responseType,
      ...(leadsToCode && { remedy: "code" }),
    },
  });
}
