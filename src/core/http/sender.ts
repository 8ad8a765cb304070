import type { Readable } from "node:stream";
import { Agent } from "undici";
import type { HeaderList } from "./headers";

/** What goes on the wire, complete: nothing is added but what HTTP itself demands. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Longest silence before the head, in milliseconds. */
  readonly headMilliseconds: number;
  /** Longest silence inside the body, in milliseconds. */
  readonly idleMilliseconds: number;
}

/** Head of an answer, and its body as it comes: not decoded, not limited. */
export interface WireAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Readable;
}

/** Sends bytes and nothing else; every limit lives above, so that senders can be exchanged. */
export interface Sender {
  /** Stops, also inside the body, when the signal is aborted. Throws what its library throws. */
  send(request: WireRequest, signal: AbortSignal): Promise<WireAnswer>;
  /** Closes every socket at once. */
  close(): Promise<void>;
}

const CONNECT_MILLISECONDS = 10_000;
const SOCKETS = 8;

/** A sender on an undici agent of its own: no retries, no redirects, no cache, no cookies. */
export function createSender(): Sender {
  // HTTP/2 stays off: undici's limits hold for HTTP/1.1 only. Pipelining of 1 rules out that
  // answers change places.
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    connections: SOCKETS,
    connect: { timeout: CONNECT_MILLISECONDS },
  });
  return {
    send: async (request, signal) => {
      const { url } = request;
      const answer = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        headersTimeout: request.headMilliseconds,
        bodyTimeout: request.idleMilliseconds,
        responseHeaders: "raw",
        signal,
      });
      return {
        status: answer.statusCode,
        statusText: answer.statusText,
        headers: pairs(answer.headers),
        body: answer.body,
      };
    },
    close: () => agent.destroy(),
  };
}

/** With `responseHeaders: "raw"` undici gives one flat list, whatever its types say. */
function pairs(raw: unknown): HeaderList {
  const flat = raw as readonly string[];
  return flat.flatMap((name, index) =>
    index % 2 === 0 ? [[name, flat[index + 1] ?? ""] as const] : [],
  );
}
