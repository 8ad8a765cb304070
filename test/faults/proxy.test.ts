import assert from "node:assert/strict";
import type { LookupFunction, Socket } from "node:net";
import { listClients, openBench, tokenRequests } from "../unit/platform/http/support/bench";
import { serveRaw, type TestServer } from "../unit/platform/http/support/servers";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { expectNothingLeft, LIMITS, passTime, resultOf } from "./support/faultRun";
import { count } from "./support/gates";
import { closed, expectNoRejections, quiet, until } from "./support/leftovers";
import { speakTls, trustTestAuthority, type CertificateName } from "./support/secure";
import { sendWhole, type WireFault } from "./support/wireFault";

const LIST = '[{"id":1}]';
const OPEN = "HTTP/1.1 200 Connection established\r\n\r\n";

/** Gets the connection after a `CONNECT`; an open tunnel leads to the service itself. */
const FAULTS: readonly Omit<WireFault, "row">[] = [
  ...[
    [407, "network/proxySignIn"],
    [403, "network/proxyAnswer"],
    [404, "network/proxyAnswer"],
    [502, "network/proxyAnswer"],
    [302, "network/proxyAnswer"],
  ].map(([status = 0, outcome = ""]) => ({
    name: `answers ${status} with a page`,
    send: (socket: Socket) => socket.end(page(Number(status))),
    outcome: String(outcome),
  })),
  { name: "closes", send: (socket) => socket.end(), outcome: "network/proxyRefused" },
  { name: "resets", send: (socket) => socket.resetAndDestroy(), outcome: "network/proxyRefused" },
  {
    name: "speaks something else",
    send: (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"),
    outcome: "network/proxyRefused",
  },
  {
    name: "closes inside its head",
    send: (socket) => socket.end("HTTP/1.1 200 Conn"),
    outcome: "network/proxyRefused",
  },
  {
    ...{ name: "never answers", waits: true },
    send: () => undefined,
    outcome: "network/connectTimeout",
  },
  {
    name: "opens the tunnel and closes it",
    send: (socket) => socket.end(OPEN),
    outcome: "network/reset",
  },
  {
    name: "opens the tunnel to plain HTTP",
    send: (socket) => socket.write(`${OPEN}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]`),
    outcome: "network/tls",
  },
  ...(["selfSigned", "unknownAuthority", "otherHost", "expired"] as const).map((certificate) => ({
    name: `reads along with a certificate of its own (${certificate})`,
    send: (socket: Socket) => tunnel(socket, certificate),
    outcome: "network/certificate",
  })),
  {
    ...{ name: "opens the tunnel and lets nothing through", waits: true },
    send: (socket) => socket.write(OPEN),
    outcome: "network/connectTimeout",
  },
];

describe("faults of a proxy", () => {
  expectNoRejections("G8");
  trustTestAuthority();

  for (const fault of FAULTS) {
    it(`${fault.name}: ${fault.outcome}`, async () => {
      const clock = new VirtualClock();
      let faulty: Socket | undefined;
      const proxy = await serveRaw((socket) => {
        if (faulty === undefined) {
          faulty = socket;
          fault.send(socket, "");
        } else {
          tunnel(socket, "server");
        }
      });
      const bench = await openThrough(proxy, clock);
      try {
        count("G8", "begun");
        const call = resultOf(listClients(bench.client));
        await until(() => faulty !== undefined, "the fault");
        await passTime({ ...fault, row: "F50" }, "service", clock);
        const { error } = await call;
        count("G8", "settled");
        const named = fault.outcome.startsWith("network/proxy");
        const host = named ? new URL(proxy.origin).host : undefined;
        assert.deepEqual([error?.code, error?.values["proxy"]], [fault.outcome, host]);
        assert.equal(error?.action?.attempts.length, 1);
        assert.deepEqual(pathsOf(proxy), ["CONNECT service.example:443"]);
        assert.equal(tokenRequests(bench.identity).length, 1);
        await closed(faulty!);
        assert.equal((await listClients(bench.client)).text, LIST);
        await expectNothingLeft(bench, clock);
        await quiet(proxy);
        ["cases", "proxy"].forEach((what) => count("G8", what));
      } finally {
        await bench.close();
        await proxy.close();
      }
    });
  }

  it("shows the proxy neither key nor token", async () => {
    const proxy = await serveRaw((socket) => tunnel(socket, "server"));
    const bench = await openThrough(proxy, new VirtualClock());
    assert.equal((await listClients(bench.client)).text, LIST);
    const [request] = proxy.seen;
    assert.deepEqual(Object.keys(request?.headers ?? {}).sort(), ["connection", "host"]);
    await bench.close();
    await proxy.close();
  });
});

/** The service has a name: what is on this machine is never reached through a proxy. */
async function openThrough(proxy: TestServer, clock: VirtualClock): ReturnType<typeof openBench> {
  return await openBench({
    ...{ clock, limits: LIMITS, lookup: refuseNames },
    connection: { baseUrl: "https://service.example" },
    proxy: { proxy: proxy.origin },
  });
}

/** The proxy looks names up; a lookup of our own would tell them to somebody else. */
const refuseNames: LookupFunction = (host, _options, callback) =>
  callback(Object.assign(new Error(host), { code: "ENOTFOUND" }), "");

function tunnel(socket: Socket, certificate: CertificateName): void {
  socket.removeAllListeners("data");
  socket.write(OPEN);
  speakTls(socket, (secured) => sendWhole(secured, LIST), { certificate });
}

function page(status: number): string {
  const body = "<!doctype html><p>The proxy says no";
  const lines = `content-type: text/html\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  return `HTTP/1.1 ${status} No\r\nlocation: http://127.0.0.1:1/\r\n${lines}`;
}

function pathsOf({ seen }: TestServer): readonly string[] {
  return seen.map(({ method, path }) => `${method} ${path}`);
}
