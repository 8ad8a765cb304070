import http from "node:http";
import type { AddressInfo } from "node:net";

/** One request that passed, in the order in which they came. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  /** Undefined until an answer came, and where none did. */
  status?: number;
}

/** What a test does around a request; each is waited for. */
export interface RelayHooks {
  /** Before the service gets it. */
  before?: ((request: Passed) => Promise<void> | void) | undefined;
  /** When the service has done it, before its answer goes on. */
  after?: ((request: Passed) => Promise<void> | void) | undefined;
}

export interface Relay {
  readonly origin: string;
  readonly passed: Passed[];
  readonly hooks: RelayHooks;
  /** Requests that are under way, whoever still waits for them. */
  readonly pending: () => number;
  close(): Promise<void>;
}

/**
 * Stands between a client and the service: sees each request on the wire, whoever counts in the
 * product, and hands on what comes back, cuts and resets included.
 */
export async function openRelay(service: string): Promise<Relay> {
  const agent = new http.Agent({ keepAlive: false });
  const [passed, hooks]: [Passed[], RelayHooks] = [[], {}];
  let pending = 0;
  const server = http.createServer((request, response) => {
    pending++;
    void pass(request, response).finally(() => pending--);
  });
  const pass = async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> => {
    const { method = "", url: path = "", headers } = request;
    const seen: Passed = { method, path, headers, body: await bodyOf(request) };
    passed.push(seen);
    await hooks.before?.(seen);
    const answer = await ask(service, seen, agent);
    if (answer !== undefined) {
      seen.status = answer.status;
    }
    await hooks.after?.(seen);
    handOn(answer, response);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ passed, hooks, pending: () => pending },
    close: async () => {
      agent.destroy();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(message: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface Came {
  readonly status: number;
  readonly headers: string[];
  readonly body: Buffer;
  readonly isWhole: boolean;
}

/** Undefined where the connection ended without an answer. */
async function ask(
  service: string,
  { method, path, headers, body }: Passed,
  agent: http.Agent,
): Promise<Came | undefined> {
  return new Promise((resolve) => {
    const options = { method, headers, agent };
    const outgoing = http.request(`${service}${path}`, options, (incoming) => {
      const chunks: Buffer[] = [];
      const end = (isWhole: boolean): void =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.rawHeaders,
          body: Buffer.concat(chunks),
          isWhole,
        });
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", () => end(false));
      incoming.on("end", () => end(true));
    });
    outgoing.on("error", () => resolve(undefined));
    outgoing.end(body);
  });
}

function handOn(answer: Came | undefined, response: http.ServerResponse): void {
  if (answer === undefined) {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  if (answer.isWhole) {
    response.end(answer.body);
  } else {
    response.write(answer.body, () => response.destroy());
  }
}
