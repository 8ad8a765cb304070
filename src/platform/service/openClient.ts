import type { BrowserSignIn } from "../auth/browserSignIn";
import { createBrowserSignIn } from "../auth/browserSignInFlow";
import { createCredentialSource, readSecrets } from "../auth/credentialSource";
import { createIdentity, type IdentityProvider } from "../auth/identityProvider";
import { readProvider } from "../auth/providerFacts";
import { TokenManager } from "../auth/tokenManager";
import { TokenStore } from "../auth/tokenStore";
import { SANDBOX_CONNECTION_ID } from "../base/connection";
import type { SignInStore } from "../auth/signInStore";
import type { ServiceDefinition } from "./definition/definition";
import { AppError } from "../base/errors";
import { Queue } from "../http/queue";
import { throwIfAborted } from "../base/scope";
import { send, type TransportOptions } from "../http/transport";
import type { JsonIndexer } from "../json/indexer";
import type { Log } from "../base/log";
import { Recorder } from "../http/recorder";
import { addressOf } from "./address";
import { serviceAnswer } from "./answer";
import type { CallContext, Downloaded, ServiceAnswer, ServiceClient } from "./client";
import type { ByteSink } from "../http/content";
import type { AnyCall } from "../base/call";
import type { Session } from "../base/session";
import { getDocument } from "./getDocument";
import { planCall } from "./plan";
import {
  checkDoors,
  closeDoors,
  openDoors,
  type ServerDoorOptions,
  type ServerDoors,
} from "./doors";

export interface OpenClientOptions extends ServerDoorOptions {
  readonly indexer: JsonIndexer;
  readonly waiting: SignInStore;
  readonly onClosed: () => void;
}

/**
 * Opens the client of one connection: two doors, one to each of its origins, so that what is
 * meant for one cannot leave by the other.
 * @throws AppError kind `refused` when an address of the connection is not allowed
 */
export function openClient(options: OpenClientOptions): ServiceClient {
  const life = new AbortController();
  const doors = openDoors(options);
  const recorder = new Recorder(options);
  const identity = createIdentity({ ...options, door: doors.identity.door });
  const tokenManager = createTokenManager(options, identity);
  // So that it can be told who is signed in before the first call.
  void tokenManager.ready();
  const { door } = doors.service;
  const transport = createTransport(options, { door, recorder, life: life.signal }, tokenManager);
  const whileOpen = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    throwIfAborted(life.signal);
    return await work();
  };

  return {
    keyFingerprint: options.keyFingerprint,
    ...openBrowserSignIn(options, { identity, tokenManager, life: life.signal }),
    startAction: (title, wish) => recorder.start(title, wish),
    ...calls(options, { transport, doors, whileOpen }),
    checkNetwork: (signal) =>
      whileOpen(() => checkDoors(options, doors, either(life.signal, signal))),
    discover: (signal) =>
      whileOpen(() => readProvider({ ...options, ...doors.identity, life, signal })),
    signIn: (wish = {}) => whileOpen(() => signIn(options, tokenManager, wish)),
    ...tokenMethods(options, tokenManager),
    get session() {
      return tokenManager.session;
    },
    dispose: async () => {
      const reason = new AppError("canceled", "canceled/disposed");
      life.abort(reason);
      options.onClosed();
      await tokenManager.dispose(reason);
      await closeDoors(doors);
    },
  };
}

interface CallParts {
  readonly transport: TransportOptions;
  readonly doors: ServerDoors;
  readonly whileOpen: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Each is made by the definition that is the active one by then. */
function calls(
  options: OpenClientOptions,
  { transport, doors, whileOpen }: CallParts,
): Pick<ServiceClient, "describe" | "plan" | "send" | "download" | "getDocument"> {
  const identity = { ...transport, door: doors.identity.door };
  const documents = { ...options, service: transport, identity };
  return {
    describe: (call) => addressOf(options.connection, options.definition(), call),
    plan: (call) => planCall(options, call),
    send: (call, context) => whileOpen(() => sendCall(transport, options, { call, context })),
    download: (call, context, sink) =>
      whileOpen(() => downloadCall(transport, options.definition(), { call, context, sink })),
    getDocument: (address, context) => whileOpen(() => getDocument(documents, address, context)),
  };
}

type TokenMethods =
  "knownSession" | "signOut" | "setConsentEnd" | "copyableToken" | "copyableCredentials";

function tokenMethods(
  options: OpenClientOptions,
  tokenManager: TokenManager,
): Pick<ServiceClient, TokenMethods> {
  return {
    knownSession: async () => {
      await tokenManager.ready();
      return tokenManager.session;
    },
    signOut: () => tokenManager.forget(options.secrets),
    setConsentEnd: (...end) => tokenManager.setConsentEnd(...end),
    copyableToken: () => tokenManager.copyable(),
    copyableCredentials: async () => {
      const token = await tokenManager.copyable();
      return token === undefined
        ? undefined
        : { token, subscriptionKey: (await readSecrets(options)).subscriptionKey };
    },
  };
}

function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}

async function signIn(
  options: OpenClientOptions,
  tokenManager: TokenManager,
  { renew = false, signal }: NonNullable<Parameters<ServiceClient["signIn"]>[0]>,
): Promise<Session> {
  const secrets = await readSecrets(options, signal);
  await (renew
    ? tokenManager.renew(secrets, undefined, signal)
    : tokenManager.token(secrets, signal));
  return tokenManager.session ?? missingSession();
}

interface SignInParts {
  readonly identity: IdentityProvider;
  readonly tokenManager: TokenManager;
  readonly life: AbortSignal;
}

function openBrowserSignIn(
  options: OpenClientOptions,
  { identity, tokenManager, life }: SignInParts,
): BrowserSignIn {
  return createBrowserSignIn({
    ...{ ...options, identity, life },
    secrets: (signal) => readSecrets(options, signal),
    expectGrant: () => {
      const adopt = tokenManager.expectGrant();
      return async (...arrived) => {
        await adopt(...arrived);
        return tokenManager.session ?? missingSession();
      };
    },
  });
}

function createTransport(
  options: OpenClientOptions,
  parts: Pick<TransportOptions, "door" | "recorder" | "life">,
  tokenManager: TokenManager,
): TransportOptions {
  const credentials = createCredentialSource({ ...options, tokenManager });
  const queue = new Queue(() => options.limits().concurrentRequests, options.clock);
  return { ...options, ...parts, credentials, queue, random: options.random ?? Math.random };
}

interface Sending {
  readonly call: AnyCall;
  readonly context: CallContext;
}

async function sendCall(
  transport: TransportOptions,
  { definition, indexer, log }: OpenClientOptions,
  { call, context }: Sending,
): Promise<ServiceAnswer> {
  const target = addressOf(transport.connection, definition(), call);
  const { body, permit } = call;
  const onBody = context.onBody && harmless(context.onBody, log);
  const { preconditions, headers: given } = "operationId" in call ? call : {};
  const right = { permit, preconditions, given };
  const answer = await send(transport, { ...target, ...context, onBody, call, body, ...right });
  return serviceAnswer(answer, { indexer, signal: context.signal });
}

/** A listener that fails gets nothing more, and the call goes on. */
function harmless(listener: (chunk: Uint8Array) => void, log: Log): (chunk: Uint8Array) => void {
  let hasFailed = false;
  return (chunk) => {
    try {
      if (!hasFailed) {
        listener(chunk);
      }
    } catch {
      hasFailed = true;
      log.error("http: a listener of a body failed");
    }
  };
}

/** @throws AppError `refused/method` for anything but a GET: a write is never streamed anew */
async function downloadCall(
  transport: TransportOptions,
  definition: ServiceDefinition,
  { call, context, sink }: Sending & { readonly sink: ByteSink },
): Promise<Downloaded> {
  const target = addressOf(transport.connection, definition, call);
  if (target.method !== "GET") {
    throw new AppError("refused", "refused/method");
  }
  let bytes = 0;
  const counted: ByteSink = async (chunk) => {
    bytes += chunk.byteLength;
    await sink(chunk);
  };
  const { status, action } = await send(transport, { ...target, ...context, sink: counted });
  return { status, bytes, action };
}

function createTokenManager(options: OpenClientOptions, identity: IdentityProvider): TokenManager {
  const { connection, clock, log, redactor, onSession, locks } = options;
  const store = new TokenStore({
    ...{ store: options.tokens, connectionId: connection.id, clock, log, redactor },
    isShared: connection.id !== SANDBOX_CONNECTION_ID,
  });
  return new TokenManager({
    ...{ connection, clock, log, store, locks, identity, onSession },
  });
}

function missingSession(): never {
  // Signed out between the grant and this line.
  throw new AppError("canceled", "canceled/signedOut");
}
