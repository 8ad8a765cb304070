import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import {
  failureOf,
  grantTokens,
  listClients,
  openBench,
  type Bench,
} from "../unit/platform/http/support/bench";
import { delivered } from "../unit/platform/http/support/loopback";
import { sendJson, serveRaw, type TestServer } from "../unit/platform/http/support/servers";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n[";
const LIMITS = { attemptMilliseconds: 20_000, actionMilliseconds: 60_000 };

/** Each way in which a service can keep a caller waiting. */
const SLOW: readonly { readonly name: string; readonly send: (socket: Socket) => void }[] = [
  { name: "before the head", send: () => undefined },
  { name: "inside the head", send: (socket) => socket.write("HTTP/1.1 200 OK\r\nx-a: 1\r\n") },
  { name: "inside the body", send: (socket) => socket.write(HEAD) },
  {
    name: "dripping a byte at a time",
    send: (socket) => {
      socket.write(HEAD);
      const drip = setInterval(() => socket.write(" "), 5);
      socket.on("close", () => clearInterval(drip));
    },
  },
];

const LATE = { retry: false, why: "deadline" };
const STATUS = { retry: false, why: "status" };

describe("deadlines on a virtual clock", () => {
  for (const { name, send } of SLOW) {
    it(`ends an attempt that waits ${name}, exactly at its time`, async () => {
      const clock = new VirtualClock();
      const { bench, service } = await slowBench(clock, send);
      const call = failureOf(listClients(bench.client));
      await reached(service);
      clock.advance(LIMITS.attemptMilliseconds - 1);
      assert.equal(await settledSoon(call), false);
      clock.advance(1);
      const error = await call;
      assert.deepEqual([error.kind, error.code], ["network", "network/attemptTimeout"]);
      assert.equal(error.values["seconds"], 20);
      await quiet(service);
      assert.equal(clock.pending, 0);
      await bench.close();
    });

    it(`settles at once when the user cancels ${name}`, async () => {
      const clock = new VirtualClock();
      const { bench, service } = await slowBench(clock, send);
      const stop = new AbortController();
      const call = failureOf(listClients(bench.client, stop.signal));
      await reached(service);
      stop.abort();
      const error = await call;
      assert.deepEqual([error.kind, error.code], ["canceled", "canceled/byUser"]);
      await quiet(service);
      assert.equal(clock.pending, 0);
      await bench.close();
    });
  }

  it("keeps the last answer when its body takes all the time there is, and tries no more", async () => {
    for (const status of [503, 401]) {
      const clock = new VirtualClock();
      const head = `HTTP/1.1 ${status} X\r\nx-dt-requestid: r-9\r\ncontent-length: 9\r\n\r\n`;
      const { bench, service } = await slowBench(clock, (socket) => socket.write(head));
      const waits: unknown[] = [];
      const action = bench.client.startAction("Clients");
      const onWait = (wait: unknown): void => void waits.push(wait);
      const call = failureOf(bench.client.send({ operationId: "listClients" }, { action, onWait }));
      await reached(service);
      clock.advance(LIMITS.attemptMilliseconds);
      const error = await call;
      assert.deepEqual([error.status, error.requestId, waits], [status, "r-9", []]);
      assert.deepEqual(
        error.action?.attempts.map(({ failure, retry }) => [failure, retry]),
        [["network/attemptTimeout", status === 503 ? LATE : STATUS]],
      );
      await quiet(service);
      assert.equal(clock.pending, 0);
      await bench.close();
    }
  });

  it("counts the deadline of an action over its calls, not over the user's thinking", async () => {
    const clock = new VirtualClock();
    const { bench, service } = await slowBench(clock, () => undefined);
    const action = bench.client.startAction("Three tries");
    const codes: string[] = [];
    const seconds: unknown[] = [];
    for (let calls = 1; calls <= 4; calls++) {
      clock.advance(3_600_000);
      const call = bench.client.send({ operationId: "listClients" }, { action });
      const failure = failureOf(call);
      if (calls <= 3) {
        await reached(service, calls);
      }
      clock.advance(calls <= 3 ? 20_000 : 0);
      const { code, values } = await failure;
      codes.push(code);
      seconds.push(values["seconds"]);
    }
    assert.deepEqual(codes.slice(0, 2), ["network/attemptTimeout", "network/attemptTimeout"]);
    assert.equal(codes[3], "network/actionTimeout");
    assert.deepEqual([seconds[0], seconds[3]], [20, 60]);
    assert.equal(service.seen.length, 3);
    await bench.close();
  });

  it("ends a wait for a token at the attempt's time and tells which host was slow", async () => {
    const clock = new VirtualClock();
    const identityServer = await serveRaw(() => undefined);
    const bench = await openBench({ clock, identityServer, limits: LIMITS });
    const call = failureOf(bench.client.signIn());
    await reached(identityServer, 1);
    // Discovery gives up after 10 s and the documented address is tried.
    clock.advance(10_000);
    await reached(identityServer, 2);
    clock.advance(20_000);
    const error = await call;
    assert.deepEqual([error.kind, error.code], ["network", "network/identityTimeout"]);
    assert.equal(error.values["host"], new URL(identityServer.origin).host);
    await quiet(identityServer);
    assert.equal(clock.pending, 0);
    await bench.close();
  });
});

describe("cancelling", () => {
  it("does not begin when the signal is aborted already", async () => {
    const bench = await openBench();
    const error = await failureOf(listClients(bench.client, AbortSignal.abort()));
    assert.equal(error.kind, "canceled");
    assert.deepEqual([bench.service.connections(), bench.identity.connections()], [0, 0]);
    await bench.close();
  });

  it("ends a token request when its last waiter leaves, not before", async () => {
    const identityServer = await serveRaw(() => undefined);
    const bench = await openBench({ identityServer, limits: LIMITS });
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [first, second].map(({ signal }) => failureOf(listClients(bench.client, signal)));
    await reached(identityServer, 1);
    first.abort();
    assert.equal((await calls[0])?.kind, "canceled");
    assert.equal(identityServer.open.size, 1);
    second.abort();
    assert.equal((await calls[1])?.kind, "canceled");
    await quiet(identityServer);
    assert.equal(identityServer.connections(), 1);
    await bench.close();
  });

  it("ends everything in flight on dispose, and refuses what comes after", async () => {
    const service = await serveRaw(() => undefined);
    const bench = await openBench({ service });
    const call = failureOf(listClients(bench.client));
    await reached(service);
    await bench.client.dispose();
    assert.equal((await call).code, "canceled/disposed");
    assert.equal((await failureOf(listClients(bench.client))).code, "canceled/disposed");
    await quiet(service);
    await quiet(bench.identity);
    await bench.close();
  });

  it("serves the other caller of a shared token when one leaves", async () => {
    let release = (): void => undefined;
    const grant = grantTokens();
    const bench = await openBench({
      identity: (request, response) => {
        if (request.path === "/identity/connect/token") {
          release = () => grant(request, response);
        } else {
          sendJson(response, 404, {});
        }
      },
    });
    const stop = new AbortController();
    const leaving = failureOf(listClients(bench.client, stop.signal));
    const staying = listClients(bench.client);
    await reached(bench.identity, 2);
    stop.abort();
    assert.equal((await leaving).kind, "canceled");
    release();
    assert.equal((await staying).status, 200);
    await bench.close();
  });
});

interface Slow {
  readonly bench: Bench;
  readonly service: TestServer;
}

async function slowBench(clock: VirtualClock, send: (socket: Socket) => void): Promise<Slow> {
  const service = await serveRaw(send);
  const bench = await openBench({ service, clock, limits: LIMITS, identity: grantTokens({}) });
  return { bench, service };
}

/** Until the server has seen as many requests. */
async function reached(server: TestServer, count = 1): Promise<void> {
  while (server.seen.length < count) {
    await turn();
  }
  // What the server wrote at once is there as well.
  await delivered();
}

/**
 * Until every connection that brought a request is closed: nothing of a cancelled call is left
 * running. (undici may open an idle one after an abort; it ends by itself.)
 */
async function quiet(server: TestServer): Promise<void> {
  for (const socket of server.open) {
    if (!socket.closed) {
      await new Promise((resolve) => socket.once("close", resolve));
    }
  }
}

async function settledSoon(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(() => true);
  return await Promise.race([done, delivered().then(() => false)]);
}
