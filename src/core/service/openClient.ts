import { createCredentialSource, readSecrets } from "../access/credentialSource";
import { createIdentity } from "../access/identity";
import { TokenKeeper } from "../access/tokenKeeper";
import { TokenStore } from "../access/tokenStore";
import type { ServiceDefinition } from "../definitions/definition";
import { AppError } from "../errors";
import type { Clock } from "../http/clock";
import { createDoor, type Door } from "../http/door";
import { pinOrigin } from "../http/origin";
import { findHeader } from "../http/headers";
import { createSender } from "../http/sender";
import { decodeText } from "../http/text";
import { send, type TransportOptions } from "../http/transport";
import type { ClientOptions, NetworkOptions } from "../network";
import type { JsonIndexer } from "../json/indexer";
import { Recorder } from "../requests/recorder";
import { addressOf } from "./address";
import { answerIndex } from "./answerJson";
import type { CallContext, ServiceAnswer, ServiceCall, ServiceClient } from "./client";

export interface OpenClientOptions
  extends Omit<NetworkOptions, "definition" | "clock">, ClientOptions {
  readonly clock: Clock;
  readonly definition: ServiceDefinition;
  readonly indexer: JsonIndexer;
  readonly onClosed: () => void;
}

/**
 * Opens the client of one connection: two doors, one to each of its origins, so that what is
 * meant for one cannot leave by the other.
 * @throws AppError kind `refused` when an address of the connection is not allowed
 */
export function openClient(options: OpenClientOptions): ServiceClient {
  const { connection } = options;
  const service = openDoor(options, "service", connection.baseUrl);
  const identity = openDoor(options, "identity", connection.authUrl);
  const recorder = new Recorder(options);
  const keeper = createKeeper(options, identity);
  const credentials = createCredentialSource({ ...options, keeper });
  const transport: TransportOptions = { ...options, door: service, credentials, recorder };
  let closed = false;

  return {
    startAction: (title) => recorder.start(title),
    describe: (call) => addressOf(connection, options.definition, call),
    send: async (call, context) => {
      requireOpen(closed);
      return await sendCall(transport, options, { call, context });
    },
    signIn: async ({ renew = false, signal } = {}) => {
      requireOpen(closed);
      const secrets = await readSecrets(options, signal);
      await (renew ? keeper.renew(secrets, undefined, signal) : keeper.token(secrets, signal));
      return keeper.session ?? missingSession();
    },
    signOut: () => keeper.forget(),
    get session() {
      return keeper.session;
    },
    dispose: async () => {
      closed = true;
      options.onClosed();
      keeper.stop(disposed());
      await Promise.all([service.close(), identity.close()]);
    },
  };
}

interface Sending {
  readonly call: ServiceCall;
  readonly context: CallContext;
}

async function sendCall(
  transport: TransportOptions,
  { definition, indexer }: OpenClientOptions,
  { call, context }: Sending,
): Promise<ServiceAnswer> {
  const target = addressOf(transport.connection, definition, call);
  const { body, permit } = call;
  const answer = await send(transport, { ...target, ...context, body, permit });
  const decoded = decodeText(answer.body, findHeader(answer.headers, "content-type"));
  const read = { ...answer, ...decoded };
  return { ...read, index: answerIndex(read, { indexer, signal: context.signal }) };
}

function openDoor(options: OpenClientOptions, kind: "service" | "identity", root: string): Door {
  const { clock, version } = options;
  const userAgent = `financial-planning-api-explorer/${version}`;
  return createDoor({ kind, origin: pinOrigin(root), userAgent, clock, createSender });
}

function createKeeper(options: OpenClientOptions, door: Door): TokenKeeper {
  const { connection, clock, log, redactor, onSession } = options;
  const identity = createIdentity({ connection, door, clock, log, limits: options.limits });
  const store = new TokenStore({
    store: options.tokens,
    connectionId: connection.id,
    clock,
    log,
  });
  return new TokenKeeper({
    ...{ connection, clock, log, redactor, store, onSession },
    request: (secrets, signal) => identity.requestToken(secrets, signal),
  });
}

function requireOpen(closed: boolean): void {
  if (closed) {
    throw disposed();
  }
}

function disposed(): AppError {
  return new AppError("canceled", "canceled/disposed");
}

function missingSession(): never {
  // Signed out between the grant and this line.
  throw new AppError("canceled", "canceled/signedOut");
}
