import * as http from "node:http";
import * as net from "node:net";
import { once } from "node:events";

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface TestServer {
  readonly origin: string;
  /** Requests in the order they were complete. */
  readonly seen: Seen[];
  /** Open sockets that brought a request; with TLS, those that began a handshake. */
  readonly open: ReadonlySet<net.Socket>;
  /** How many connections were ever made. */
  connections(): number;
  close(): Promise<void>;
}

export type Answer = (request: Seen, response: http.ServerResponse) => void;
export type RawAnswer = (socket: net.Socket, request: Seen) => void;

export interface RawOptions {
  /** Of its origin; with `https` whoever takes the connections brings TLS along. */
  readonly scheme?: "http" | "https";
  /** Gets each connection before a byte came, and has it for itself. */
  readonly onConnection?: (socket: net.Socket) => void;
}

/** A port that must stay silent. */
export interface Trap {
  readonly origin: string;
  /** Host and port. */
  readonly host: string;
  connections(): number;
  /** Bytes that came in. */
  bytes(): number;
  close(): Promise<void>;
}

/** A real HTTP server on a free port of 127.0.0.1. */
export async function serve(answer: Answer): Promise<TestServer> {
  const seen: Seen[] = [];
  // No idle connection is closed: on a busy machine that would meet the next request (ECONNRESET).
  const server = http.createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const entry = { method, path, headers, body: Buffer.concat(chunks).toString("utf8") };
      seen.push(entry);
      answer(entry, response);
    });
  });
  return await listen(server, seen);
}

/** A server that speaks bytes; `answer` gets the connection after each request on it. */
export async function serveRaw(answer: RawAnswer, options: RawOptions = {}): Promise<TestServer> {
  const seen: Seen[] = [];
  const take = (socket: net.Socket): void => {
    socket.on("error", () => undefined);
    if (options.onConnection !== undefined) {
      options.onConnection(socket);
      return;
    }
    readRequests(socket, (request) => {
      seen.push(request);
      answer(socket, request);
    });
  };
  return await listen(net.createServer(take), seen, options.scheme);
}

/** Would answer anything with a token, if anything came. */
export async function serveTrap(): Promise<Trap> {
  let bytes = 0;
  const body = JSON.stringify({ access_token: "stolen", token_type: "Bearer", expires_in: 3600 });
  const server = await serveRaw(() => undefined, {
    onConnection: (socket) =>
      socket.on("data", (chunk: Buffer) => {
        bytes += chunk.byteLength;
        socket.end(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${body}`,
        );
      }),
  });
  return {
    origin: server.origin,
    host: new URL(server.origin).host,
    connections: () => server.connections(),
    bytes: () => bytes,
    close: () => server.close(),
  };
}

/** Sends JSON with the headers given. */
export function sendJson(
  response: http.ServerResponse,
  status: number,
  body: unknown,
  headers: http.OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** Hands over each request of a connection as soon as it is whole. */
export function readRequests(socket: net.Socket, take: (request: Seen) => void): void {
  let pending = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (let end = endOfRequest(pending); end !== undefined; end = endOfRequest(pending)) {
      const request = readRequest(pending.toString("latin1", 0, end));
      pending = pending.subarray(end);
      take(request);
    }
  });
}

function endOfRequest(bytes: Buffer): number | undefined {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) {
    return undefined;
  }
  const length = /^content-length: *(\d+)/im.exec(bytes.toString("latin1", 0, head))?.[1] ?? "0";
  const end = head + 4 + Number(length);
  return bytes.length < end ? undefined : end;
}

function readRequest(text: string): Seen {
  const head = text.slice(0, text.indexOf("\r\n\r\n"));
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { method, path, headers, body: text.slice(head.length + 4) };
}

async function listen(server: net.Server, seen: Seen[], scheme = "http"): Promise<TestServer> {
  const [open, sockets] = [new Set<net.Socket>(), new Set<net.Socket>()];
  let connections = 0;
  server.on("connection", (socket: net.Socket) => {
    connections++;
    sockets.add(socket.unref());
    if (scheme === "https") {
      // Its bytes belong to the TLS layer; a listener here would take them away.
      open.add(socket);
    } else {
      socket.once("data", () => open.add(socket));
    }
    socket.on("close", () => [open, sockets].forEach((set) => set.delete(socket)));
  });
  // What a failed test leaves open must not keep the run from ending.
  server.unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    seen,
    open,
    connections: () => connections,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      if (server.listening) {
        server.close();
        await once(server, "close");
      }
    },
  };
}
