import assert from "node:assert/strict";
import type { LookupFunction, Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Connection } from "../../../src/platform/base/connection";
import type { Limits } from "../../../src/platform/service/networkOptions";
import { listClients, type Bench } from "../../unit/platform/http/support/bench";
import { delivered } from "../../unit/platform/http/support/loopback";
import { serveRaw, type TestServer } from "../../unit/platform/http/support/servers";
import { serveDeaf } from "./deafServer";
import { closed, resources, until } from "./leftovers";
import { speakTls } from "./secure";
import { CLOSE, HEAD, sendWhole } from "./wireFault";

/** Servers of which one can be made to keep a call in a phase. */
export interface Stage {
  readonly service?: TestServer;
  readonly identityServer?: TestServer;
  readonly lookup?: LookupFunction;
  readonly connection?: Partial<Connection>;
  readonly limits?: Partial<Limits>;
  /** Makes ready for a call that is kept. */
  hold(bench: Bench): Promise<void>;
  /** Done when the call is in the phase; given what kept the process alive before it. */
  reached(alive: Readonly<Record<string, number>>): Promise<void>;
  readonly onWait?: () => void;
  /** Proves that nothing of the cancelled call is left, and lets others pass. */
  release(): Promise<void>;
  readonly close?: () => Promise<void>;
}

export interface Phase {
  readonly name: string;
  /** Of the attempts on the record: undefined where no head came. */
  readonly statuses: readonly (number | undefined)[];
  readonly open: () => Promise<Stage>;
}

/** Every place where a call can be when the user loses patience. */
export const PHASES: readonly Phase[] = [
  { name: "queued", statuses: [], open: openQueue },
  { name: "name lookup", statuses: [undefined], open: openLookup },
  { name: "connect", statuses: [undefined], open: openConnect },
  { name: "TLS handshake", statuses: [undefined], open: openHandshake },
  { name: "headers", statuses: [undefined], open: () => openAnswer(() => undefined) },
  {
    name: "body",
    statuses: [200],
    open: () => openAnswer((socket) => socket.write(`${HEAD}content-length: 900\r\n\r\n[1`)),
  },
  { name: "back-off", statuses: [503], open: openBackOff },
  { name: "token request", statuses: [], open: openTokenRequest },
];

/** The only place is taken by another call, which is not to suffer. */
async function openQueue(): Promise<Stage> {
  let held: Socket | undefined;
  let isHeld = false;
  let other: Promise<unknown> | undefined;
  const requests = { before: 0 };
  const service = await serveRaw((socket) => {
    if (isHeld) {
      held = socket;
    } else {
      sendWhole(socket, "[]");
    }
  });
  return {
    service,
    limits: { concurrentRequests: 1 },
    hold: async (bench) => {
      [isHeld, held] = [true, undefined];
      other = listClients(bench.client);
      await until(() => held !== undefined, "the other call");
      requests.before = service.seen.length;
    },
    reached: async () => {
      await turn();
      await turn();
    },
    release: async () => {
      isHeld = false;
      assert.equal(service.seen.length, requests.before);
      sendWhole(held!, "[]");
      await other;
    },
  };
}

async function openLookup(): Promise<Stage> {
  const service = await serveRaw(() => undefined, { scheme: "https", onConnection: answerOnce });
  const held: (() => void)[] = [];
  let isHeld = false;
  const connections = { before: 0 };
  const lookup: LookupFunction = (_host, options, callback) => {
    const answer = (): void =>
      options.all === true
        ? callback(null, [{ address: "127.0.0.1", family: 4 }])
        : callback(null, "127.0.0.1", 4);
    if (isHeld) {
      held.push(answer);
    } else {
      setImmediate(answer);
    }
  };
  return {
    ...{ service, lookup },
    connection: { baseUrl: service.origin.replace("127.0.0.1", "service.example") },
    hold: () => {
      isHeld = true;
      connections.before = service.connections();
      return Promise.resolve();
    },
    reached: () => until(() => held.length === 1, "the lookup"),
    release: async () => {
      // The name is found after all, and nobody cares.
      held.splice(0).forEach((answer) => answer());
      await delivered();
      assert.equal(service.connections(), connections.before);
      isHeld = false;
    },
  };
}

async function openConnect(): Promise<Stage> {
  const server = await serveDeaf();
  const requests = { before: 0 };
  return {
    connection: { baseUrl: server.origin },
    hold: async () => {
      requests.before = server.requests();
      await server.deafen();
    },
    reached: (alive) => {
      const connects = alive["ConnectWrap"] ?? 0;
      return until(() => (resources()["ConnectWrap"] ?? 0) > connects, "the connect");
    },
    release: async () => {
      await server.hear();
      await delivered();
      assert.equal(server.requests(), requests.before);
    },
    close: () => server.close(),
  };
}

async function openHandshake(): Promise<Stage> {
  let held: Socket | undefined;
  let isHeld = false;
  const service = await serveRaw(() => undefined, {
    scheme: "https",
    onConnection: (socket) => {
      if (isHeld) {
        socket.once("data", () => {
          held = socket;
        });
      } else {
        answerOnce(socket);
      }
    },
  });
  return {
    service,
    hold: () => {
      [isHeld, held] = [true, undefined];
      return Promise.resolve();
    },
    reached: () => until(() => held !== undefined, "the handshake"),
    release: async () => {
      isHeld = false;
      await closed(held!);
    },
  };
}

async function openAnswer(send: (socket: Socket) => void): Promise<Stage> {
  let held: Socket | undefined;
  let isHeld = false;
  const service = await serveRaw((socket) => {
    if (isHeld) {
      held = socket;
      send(socket);
    } else {
      sendWhole(socket, "[]");
    }
  });
  return {
    service,
    hold: () => {
      [isHeld, held] = [true, undefined];
      return Promise.resolve();
    },
    reached: async () => {
      await until(() => held !== undefined, "the request");
      await delivered();
    },
    release: async () => {
      isHeld = false;
      await closed(held!);
    },
  };
}

async function openBackOff(): Promise<Stage> {
  let isHeld = false;
  let isWaiting = false;
  const requests = { seen: 0 };
  const service = await serveRaw((socket) => {
    requests.seen++;
    if (isHeld) {
      const wait = "retry-after: 30\r\ncontent-length: 2\r\n\r\n{}";
      socket.write(`HTTP/1.1 503 Service Unavailable\r\n${wait}`);
    } else {
      sendWhole(socket, "[]");
    }
  });
  return {
    service,
    hold: () => {
      [isHeld, isWaiting, requests.seen] = [true, false, 0];
      return Promise.resolve();
    },
    onWait: () => {
      isWaiting = true;
    },
    reached: () => until(() => isWaiting, "the wait"),
    release: () => {
      isHeld = false;
      assert.equal(requests.seen, 1);
      return Promise.resolve();
    },
  };
}

async function openTokenRequest(): Promise<Stage> {
  let held: Socket | undefined;
  let isHeld = false;
  const token = JSON.stringify({ access_token: "t-1", token_type: "Bearer", expires_in: 3600 });
  const service = await serveRaw((socket) => sendWhole(socket, "[]"));
  const identityServer = await serveRaw((socket, { path }) => {
    if (!path.endsWith("/token")) {
      socket.write("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
    } else if (isHeld) {
      held = socket;
    } else {
      sendWhole(socket, token);
    }
  });
  const requests = { before: 0 };
  return {
    ...{ service, identityServer },
    hold: async (bench) => {
      await bench.client.signOut();
      [isHeld, held, requests.before] = [true, undefined, service.seen.length];
    },
    reached: () => until(() => held !== undefined, "the token request"),
    release: async () => {
      isHeld = false;
      await closed(held!);
      assert.equal(service.seen.length, requests.before);
    },
  };
}

/** Speaks TLS, answers and closes, so that the next call has to come the whole way. */
function answerOnce(socket: Socket): void {
  speakTls(socket, (secured) => secured.end(`${HEAD}${CLOSE}content-length: 2\r\n\r\n[]`));
}
