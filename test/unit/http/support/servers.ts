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
  /** Open sockets that brought a request. */
  readonly open: ReadonlySet<net.Socket>;
  /** How many connections were ever made. */
  connections(): number;
  close(): Promise<void>;
}

export type Answer = (request: Seen, response: http.ServerResponse) => void;

/** A real HTTP server on a free port of 127.0.0.1. */
export async function serve(answer: Answer): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = http.createServer((request, response) => {
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

/** A server that speaks bytes; `answer` gets each connection after its request's head came. */
export async function serveRaw(answer: (socket: net.Socket) => void): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (head: Buffer) => {
      const [method = "", path = ""] = head.toString("latin1").split(" ");
      seen.push({ method, path, headers: {}, body: "" });
      answer(socket);
    });
  });
  return await listen(server, seen);
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

async function listen(server: net.Server, seen: Seen[]): Promise<TestServer> {
  const [open, sockets] = [new Set<net.Socket>(), new Set<net.Socket>()];
  let connections = 0;
  server.on("connection", (socket: net.Socket) => {
    connections++;
    sockets.add(socket.unref());
    socket.once("data", () => open.add(socket));
    socket.on("close", () => [open, sockets].forEach((set) => set.delete(socket)));
  });
  // What a failed test leaves open must not keep the run from ending.
  server.unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    open,
    connections: () => connections,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, "close");
    },
  };
}
