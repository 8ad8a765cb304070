import * as openid from "openid-client";
import type { Connection, ConnectionSecrets } from "../base/connection";
import { AppError } from "../base/errors";
import type { Clock } from "../base/clock";
import type { Redactor } from "../base/redactor";
import { throwIfAborted } from "../base/scope";
import type { Session } from "../base/session";
import { requireCallbackUrl } from "./authorization";
import { bindingOf, sameBinding } from "./binding";
import type {
  BrowserSignIn,
  CallbackParameters,
  SignInRequest,
  StartedSignIn,
} from "./browserSignIn";
import { requireExpectedCallback } from "./callbackChecks";
import { rejectedCallback } from "./callbackParameters";
import type { IdentityProvider } from "./identityProvider";
import { SIGN_IN_MILLISECONDS, type SignInRecord } from "./signInRecord";
import type { AdoptGrant } from "./tokenManager";
import type { SignInStore } from "./signInStore";

export interface BrowserSignInOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly identity: Pick<IdentityProvider, "authorize" | "exchange">;
  readonly waiting: SignInStore;
  /** Checked, and known to the redaction. */
  readonly secrets: (signal: AbortSignal) => Promise<ConnectionSecrets>;
  /** Called when a browser is back; gives what takes the grant of that sign-in. */
  readonly expectGrant: () => (...arrived: Parameters<AdoptGrant>) => Promise<Session>;
  /** Ends with the client. */
  readonly life: AbortSignal;
}

/** Sends a browser out and takes what it brings back, for one connection. */
export function createBrowserSignIn(options: BrowserSignInOptions): BrowserSignIn {
  const { waiting, connection } = options;
  return {
    beginSignIn: (request) => begin(options, request, either(options.life, request.signal)),
    completeSignIn: (callback, signal) => complete(options, callback, either(options.life, signal)),
    cancelSignIn: async (state) => {
      if ((await waiting.find(state))?.connectionId === connection.id) {
        await waiting.claim(state);
      }
    },
  };
}

async function begin(
  options: BrowserSignInOptions,
  request: SignInRequest,
  signal: AbortSignal,
): Promise<StartedSignIn> {
  const { connection, identity, waiting } = options;
  throwIfAborted(signal);
  requireBrowserModel(connection);
  requireCallbackUrl(request.redirectUri, connection);
  const secrets = await options.secrets(signal);
  const record = recordOf(options, request, secrets);
  const { state, nonce, codeVerifier, redirectUri, expiresAt } = record;
  const wish = { ...record, nonce, codeVerifier };
  const { url, responseMode } = await identity.authorize(secrets, wish, signal);
  await waiting.begin({ ...record, responseMode }, signal);
  return { url, state, redirectUri, expiresAt, usesProofKey: codeVerifier !== undefined };
}

async function complete(
  options: BrowserSignInOptions,
  callback: CallbackParameters,
  signal: AbortSignal,
): Promise<Session> {
  const { connection, waiting, identity, clock } = options;
  throwIfAborted(signal);
  const adopt = options.expectGrant();
  const state = callback.values.get("state") ?? "";
  const record = await waiting.read(state);
  if (record?.connectionId !== connection.id) {
    // Unknown, used, too old, or of another connection: who asks is not told which.
    throw rejectedCallback("state");
  }
  requireExpectedCallback(callback, record);
  const secrets = await options.secrets(signal);
  if (!sameBinding(record.binding, bindingOf(connection, secrets))) {
    throw rejectedCallback("binding");
  }
  hideSecrets(options.redactor, callback, record);
  const claim = (): Promise<boolean> => waiting.claim(state, signal);
  const exchange = { callback, record, claim, now: () => clock.now() };
  const grant = await identity.exchange(secrets, exchange, signal);
  // Whatever happened meanwhile: what was granted is kept or given back.
  return await adopt(grant, secrets, signal);
}

function recordOf(
  { connection, clock }: BrowserSignInOptions,
  { redirectUri, responseMode = "fragment", withoutProofKey = false }: SignInRequest,
  secrets: ConnectionSecrets,
): SignInRecord {
  const { responseType, proofKey, scopes } = connection;
  const now = clock.now();
  // Whoever is asked for no ID token has no nonce to put into one.
  const needsNonce = responseType === "code id_token" || scopes.includes("openid");
  const needsProof = proofKey === "required" || (proofKey === "auto" && !withoutProofKey);
  return {
    ...{ version: 2, connectionId: connection.id, binding: bindingOf(connection, secrets) },
    ...{ redirectUri, responseType, state: openid.randomState() },
    responseMode: responseType === "code" ? "query" : responseMode,
    ...(needsNonce ? { nonce: openid.randomNonce() } : {}),
    ...(needsProof ? { codeVerifier: openid.randomPKCECodeVerifier() } : {}),
    ...{ createdAt: now, expiresAt: now + SIGN_IN_MILLISECONDS },
  };
}

/** Codes and tokens that came through a browser, before anything is done with them. */
function hideSecrets(
  redactor: Redactor,
  { values }: CallbackParameters,
  { codeVerifier = "" }: SignInRecord,
): void {
  for (const secret of [values.get("code"), values.get("id_token"), codeVerifier]) {
    redactor.add(secret ?? "");
  }
}

function requireBrowserModel({ accessModel }: Connection): void {
  if (accessModel === "serviceAccount") {
    throw new AppError("input", "input/accessModel");
  }
}

function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}
