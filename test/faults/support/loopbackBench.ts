import assert from "node:assert/strict";
import { once } from "node:events";
import * as net from "node:net";
import {
  openLoopbackPage,
  type LoopbackPage,
  type LoopbackPageOptions,
  type RawCallback,
} from "../../../src/platform/http/loopbackPage";
import type { LoopbackWords } from "../../../src/platform/http/loopbackDocuments";
import { VirtualClock } from "../../unit/platform/http/support/virtualClock";

export const AUTH_ORIGIN = "https://login.example";
export const GENUINE_STATE = "kX1-genuine_state-7Qp";
export const GENUINE_QUERY = `code=abc%2Bd&state=${GENUINE_STATE}`;

export const WORDS: LoopbackWords = {
  language: "en",
  outcomes: {
    accepted: { heading: "You are signed in", sentence: "You can close this tab." },
    rejected: {
      heading: "This address belongs to no sign-in",
      sentence: "The editor still waits.",
    },
    failed: { heading: "The sign-in did not work", sentence: "The editor says why." },
  },
  working: { heading: "Finishing the sign-in", sentence: "One moment." },
  noScript: "Copy the address of this page and paste it in the editor.",
};

/** A page with a clock of its own, and all that it handed on. */
export interface LoopbackBench {
  readonly page: LoopbackPage;
  readonly port: number;
  /** `127.0.0.1:PORT`. */
  readonly authority: string;
  readonly clock: VirtualClock;
  readonly seen: readonly RawCallback[];
  /** Sends the bytes, piece by piece, and gives all that comes back. */
  exchange(...pieces: readonly (string | Buffer)[]): Promise<string>;
  /** The same for bytes that may be half a request: a FIN says that there are no more. */
  fire(bytes: Buffer): Promise<string>;
  /** Connects and says nothing. */
  connect(): Promise<net.Socket>;
}

/** The genuine callback is the one with the state; all others are rejected. */
export async function startBench(
  change: Partial<LoopbackPageOptions> = {},
): Promise<LoopbackBench> {
  const clock = new VirtualClock();
  const seen: RawCallback[] = [];
  const page = await openLoopbackPage({
    ...{ host: "127.0.0.1", port: 0, path: "/callback", authOrigin: AUTH_ORIGIN },
    ...{ words: WORDS, clock },
    onCallback: (callback) => {
      seen.push(callback);
      return Promise.resolve(isGenuine(callback) ? "accepted" : "rejected");
    },
    ...change,
  });
  const { hostname, port, host: authority } = new URL(page.redirectUri);
  const connect = async (): Promise<net.Socket> => {
    const host = hostname.replace(/[[\]]/g, "");
    const socket = net.connect({ port: Number(port), host, allowHalfOpen: true });
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  };
  const exchange = async (...pieces: readonly (string | Buffer)[]): Promise<string> => {
    const socket = await connect();
    const answer = readAll(socket);
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise(setImmediate);
    }
    return answer;
  };
  const fire = async (bytes: Buffer): Promise<string> => {
    const socket = await connect();
    const answer = readAll(socket);
    socket.end(bytes);
    return answer;
  };
  return { page, port: Number(port), authority, clock, seen, connect, exchange, fire };
}

async function readAll(socket: net.Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((resolve) => {
    socket.once("end", resolve);
    socket.once("close", () => resolve());
  });
  socket.destroy();
  return Buffer.concat(chunks).toString("latin1");
}

export function isGenuine({ text }: RawCallback): boolean {
  return new URLSearchParams(text).get("state") === GENUINE_STATE;
}

/** Status of an answer; 0 where none came. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
}

const DOCUMENTS = [
  ...["Bad request", "Not found", "Method not allowed", ""],
  ...[...Object.values(WORDS.outcomes), WORDS.working].map(({ heading }) => heading),
];

/** Whether an answer is one of the constant ones; whatever else it was would be a file. */
export function isConstant(answer: string): boolean {
  const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
  const title = /<title>([^<]*)<\/title>/.exec(body)?.[1];
  return answer === "" || statusOf(answer) === 503 || DOCUMENTS.includes(title ?? body.trim());
}

/** Holds that no answer lets another page read it, or says more than it must. */
export function assertHeaders(answer: string): void {
  const head = answer.slice(0, answer.indexOf("\r\n\r\n")).toLowerCase();
  assert.doesNotMatch(head, /access-control|set-cookie|location:|server:|keep-alive/);
  assert.match(head, /connection: close/);
}
