import assert from "node:assert/strict";
import { once } from "node:events";
import { createRequire } from "node:module";
import * as net from "node:net";
import { join } from "node:path";
import type { Client, Dispatcher } from "undici";
import { type Proxy, serveProxy } from "./support/secureServers";
import { sendJson, serve, type TestServer } from "./support/servers";

/** As the product's bundle has it, and not from the tests' own, where undici's index may be. */
const part = createRequire(join(process.cwd(), "package.json"))("./scripts/undiciClient.cjs") as {
  readonly Client: typeof Client;
};

describe("what the bundle holds of undici", () => {
  let server: TestServer;
  let proxy: Proxy;
  const clients: Client[] = [];

  beforeEach(async () => {
    server = await serve((request, response) =>
      sendJson(response, 200, { got: request.body }, { "x-two": ["a", "b"] }),
    );
    proxy = await serveProxy({ port: Number(new URL(server.origin).port) });
  });

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.destroy()));
    await Promise.all([server.close(), proxy.close()]);
  });

  function clientOf(origin: string): Client {
    const { hostname, port } = new URL(origin);
    const client = new part.Client(origin, {
      allowH2: false,
      pipelining: 1,
      connect: (_options, callback) => {
        const socket = net.connect(Number(port), hostname, () => callback(null, socket));
        socket.once("error", (error) => callback(error, null));
      },
    });
    clients.push(client);
    return client;
  }

  it("dispatches: body, raw headers, pauses, and the same connection again", async () => {
    const client = clientOf(server.origin);
    for (const body of ["one", "two"]) {
      const answer = await dispatched(client, body);
      assert.equal(answer.status, 200);
      assert.deepEqual(JSON.parse(answer.text), { got: body });
      assert.deepEqual(
        answer.headers.filter(([name]) => name.toLowerCase() === "x-two").map(([, value]) => value),
        ["a", "b"],
      );
    }
    assert.equal(server.seen[0]?.method, "PUT");
    assert.equal(server.connections(), 1);
  });

  it("tells a dispatch what went wrong", async () => {
    const client = clientOf(server.origin);
    await server.close();
    await assert.rejects(dispatched(client, "x"), { code: "ECONNREFUSED" });
  });

  it("opens a tunnel through a proxy with CONNECT, and its bytes go through", async () => {
    const { host } = new URL(server.origin);
    const headers = { host, "proxy-authorization": "Basic dXNlcjpwYXNz" };
    const answer = await clientOf(proxy.origin).connect({ path: host, headers });
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(proxy.asked, [{ to: host, authorization: "Basic dXNlcjpwYXNz" }]);
    answer.socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    const [chunk] = (await once(answer.socket, "data")) as [Buffer];
    assert.match(chunk.toString("latin1"), /^HTTP\/1\.1 200 OK\r\n/);
    answer.socket.destroy();
  });

  it("gives up a tunnel at the wish of a signal", async () => {
    const signal = AbortSignal.abort();
    const asked = clientOf(proxy.origin).connect({ path: "service.example:443", signal });
    await assert.rejects(asked, { name: "AbortError" });
    assert.deepEqual(proxy.asked, []);
  });
});

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

/** One exchange as `platform/http` makes it, with a rest at each chunk. */
function dispatched(client: Client, body: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const chunks: Buffer[] = [];
  let head: Omit<Answer, "text"> = { status: 0, headers: [] };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStart: ({ rawHeaders }, status) => {
      head = { status, headers: pairs(rawHeaders as readonly Buffer[]) };
    },
    onResponseData: (controller, chunk) => {
      chunks.push(chunk);
      controller.pause();
      setImmediate(() => controller.resume());
    },
    onResponseEnd: () => resolve({ ...head, text: Buffer.concat(chunks).toString("utf8") }),
    onResponseError: (_controller, error) => reject(error),
  };
  const headers = ["content-type", "text/plain"];
  client.dispatch({ path: "/", method: "PUT", headers, body: Buffer.from(body) }, handler);
  return promise;
}

function pairs(raw: readonly Buffer[]): Answer["headers"] {
  const texts = raw.map((part) => part.toString("latin1"));
  return texts.flatMap((name, index) =>
    index % 2 === 0 ? [[name, texts[index + 1] ?? ""] as const] : [],
  );
}
