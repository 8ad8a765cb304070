import assert from "node:assert/strict";
import { once } from "node:events";
import * as net from "node:net";
import { networkInterfaces } from "node:os";
import fc from "fast-check";
import { isAppError } from "../../src/platform/base/errors";
import { openLoopbackPage } from "../../src/platform/http/loopbackPage";
import { count } from "./support/gates";
import { delivered } from "../unit/platform/http/support/loopback";
import { VirtualClock } from "../unit/platform/http/support/virtualClock";
import { expectNoRejections, until } from "./support/leftovers";
import {
  assertHeaders,
  AUTH_ORIGIN,
  GENUINE_QUERY,
  GENUINE_STATE,
  isConstant,
  isGenuine,
  startBench,
  statusOf,
  WORDS,
  type LoopbackBench,
} from "./support/loopbackBench";
import { PROBES, request } from "./support/loopbackProbes";
import { IS_LONG } from "../fakes/runs";

const RANDOM = IS_LONG ? 1_000 : 200;
const FORM = "Content-Type: application/x-www-form-urlencoded";

describe("gate G16: the loopback page", () => {
  expectNoRejections("G16");
  const benches: LoopbackBench[] = [];

  const start: typeof startBench = async (change) => {
    const bench = await startBench(change);
    benches.push(bench);
    return bench;
  };

  afterEach(async () => {
    for (const { page, clock } of benches.splice(0)) {
      const closed = page.close();
      clock.advance(1_000);
      await closed;
      assert.equal(clock.pending, 0, "a timer was left");
    }
  });

  /** The genuine callback is taken, and within a second nothing listens any more. */
  async function finish(bench: LoopbackBench): Promise<void> {
    const { clock, page, port, authority } = bench;
    const idle = await bench.connect();
    const answer = await bench.exchange(request("GET", `/callback?${GENUINE_QUERY}`, authority));
    assert.equal(statusOf(answer), 200);
    assert.match(answer, /<title>You are signed in<\/title>/);
    assert.equal(bench.seen.filter(isGenuine).length, 1);
    count("G16", "genuine");
    const gone = once(idle, "close");
    clock.advance(1_000);
    await page.closed;
    idle.destroy();
    await gone;
    await assert.rejects(dial("127.0.0.1", port), { code: "ECONNREFUSED" });
    count("G16", "closed");
  }

  it("stays up, serves no file and goes on waiting under every raw probe", async () => {
    assert.ok(PROBES.length >= 40);
    const bench = await start();
    for (const { name, pieces, statuses } of PROBES) {
      const coming = bench.exchange(...pieces(bench.authority));
      const answer = statuses.includes(0) ? await endedOr(bench, coming) : await coming;
      count("G16", "probes");
      count("G16", "files", isConstant(answer) ? 0 : 1);
      assert.ok(isConstant(answer), `${name}: ${answer}`);
      assert.ok(statuses.includes(statusOf(answer)), `${name}: ${answer.slice(0, 200)}`);
      if (answer !== "") {
        assertHeaders(answer);
      }
      count("G16", "ended", bench.seen.some(isGenuine) ? 1 : 0);
      assert.equal(bench.seen.some(isGenuine), false, name);
    }
    await finish(bench);
  });

  it("stays up under random requests", async () => {
    const bench = await start();
    const requests = fc.sample(randomRequest(bench.authority), { numRuns: RANDOM, seed: 20_267 });
    for (const bytes of requests) {
      const answer = await bench.fire(bytes);
      count("G16", "random");
      count("G16", "files", isConstant(answer) ? 0 : 1);
      assert.ok(isConstant(answer), JSON.stringify([bytes.toString("latin1"), answer]));
    }
    count("G16", "ended", bench.seen.some(isGenuine) ? 1 : 0);
    await finish(bench);
  });

  it("listens on the loopback address alone", async () => {
    const bench = await start();
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address }) => address)
      .filter((address) => address !== "127.0.0.1" && !address.startsWith("fe80"));
    for (const address of ["127.0.0.2", "::1", ...others]) {
      const call = dial(address, bench.port);
      await assert.rejects(call, { syscall: "connect" }, `${address} answers`);
    }
    (await bench.connect()).destroy();
  });

  it("waits ten seconds for a request that drips, then cuts it off", async () => {
    const bench = await start();
    const socket = await bench.connect();
    const cut = once(socket, "close");
    socket.resume();
    for (const letter of "GET /callb") {
      socket.write(letter);
      bench.clock.advance(900);
      await new Promise(setImmediate);
      assert.equal(socket.closed, false);
    }
    bench.clock.advance(1_000);
    socket.end();
    await cut;
    await finish(bench);
  });

  it("lets nobody keep the genuine callback out by holding connections", async () => {
    const bench = await start();
    const held: net.Socket[] = [];
    for (let index = 0; index < 200; index++) {
      const socket = await bench.connect();
      socket.resume();
      held.push(socket);
    }
    const answer = await bench.exchange(request("GET", "/callback?a=b", bench.authority));
    assert.equal(statusOf(answer), 400);
    const open = (): number => held.filter((socket) => !socket.readableEnded).length;
    await until(() => open() <= 32, "the end of the oldest");
    await finish(bench);
    held.forEach((socket) => socket.destroy());
  });

  it("takes a form of the provider, of a strict one, and of no origin at all", async () => {
    const letIn = [`Origin: ${AUTH_ORIGIN}`, "Origin: null", "Sec-Fetch-Mode: navigate"];
    for (const header of letIn) {
      const bench = await start();
      const length = `Content-Length: ${GENUINE_QUERY.length}`;
      const head = request("POST", "/callback", bench.authority, [FORM, length, header]);
      const answer = await bench.exchange(head, GENUINE_QUERY.slice(0, 5), GENUINE_QUERY.slice(5));
      assert.equal(statusOf(answer), 200, header);
      assert.deepEqual(bench.seen, [{ from: "form", text: GENUINE_QUERY }]);
    }
  });

  it("hands a callback on as it came, nothing decoded", async () => {
    const bench = await start();
    const text = "state=abc%26code%3Devil&code=a%2Bb+c&x=%00";
    await bench.exchange(request("GET", `/callback?${text}`, bench.authority));
    assert.deepEqual(bench.seen, [{ from: "query", text }]);
  });

  it("asks once for a callback that is sent twice, and tells both the same", async () => {
    const clock = new CountingClock();
    const waiting: ((outcome: "accepted") => void)[] = [];
    const bench = await start({
      clock,
      onCallback: () => new Promise((resolve) => waiting.push(resolve)),
    });
    const bytes = request("GET", `/callback?${GENUINE_QUERY}`, bench.authority);
    const answers = [bench.exchange(bytes), bench.exchange(bytes)];
    await until(() => clock.scheduled === 2 && clock.pending === 0, "both requests, whole");
    // Longer than a request may take: it is us who take the time.
    clock.advance(60_000);
    assert.equal(waiting.length, 1);
    waiting[0]!("accepted");
    assert.deepEqual((await Promise.all(answers)).map(statusOf), [200, 200]);
    clock.advance(1_000);
  });

  it("says that a sign-in failed, and closes", async () => {
    const bench = await start({ onCallback: () => Promise.resolve("failed") });
    const answer = await bench.exchange(request("GET", "/callback?error=x", bench.authority));
    assert.equal(statusOf(answer), 410);
    bench.clock.advance(1_000);
    await bench.page.closed;
    count("G16", "closed");
  });

  it("closes at once when nobody waits any more, whoever is connected", async () => {
    const bench = await start();
    const socket = await bench.connect();
    socket.write("GET /callback HTTP/1.1\r\n");
    socket.resume();
    await bench.page.close();
    socket.destroy();
    await assert.rejects(dial("127.0.0.1", bench.port), { code: "ECONNREFUSED" });
    count("G16", "closed");
  });

  it("listens on [::1] for a callback that is registered so", async function () {
    if (!Object.values(networkInterfaces()).some((all) => all?.some(isIPv6Loopback))) {
      this.skip();
    }
    const bench = await start({ host: "::1" });
    assert.match(bench.page.redirectUri, /^http:\/\/\[::1\]:\d+\/callback$/);
    const answer = await bench.exchange(
      request("GET", `/callback?${GENUINE_QUERY}`, bench.authority),
    );
    assert.equal(statusOf(answer), 200);
  });

  it("says which port is taken", async () => {
    const { port } = await start();
    const refused = openLoopbackPage({
      ...{ host: "127.0.0.1", port, path: "/callback", authOrigin: AUTH_ORIGIN, words: WORDS },
      clock: benches[0]!.clock,
      onCallback: () => Promise.resolve("rejected"),
    });
    await assert.rejects(refused, (error) => {
      assert.ok(isAppError(error));
      assert.deepEqual([error.code, error.values["port"]], ["input/callbackPort", port]);
      return true;
    });
  });

  it("answers without anything of what it was sent", async () => {
    const bench = await start();
    const canary = "canary-5f3a";
    const answers = [
      await bench.exchange(request("GET", `/callback?code=${canary}`, bench.authority)),
      await bench.exchange(request("GET", `/${canary}`, bench.authority)),
      await bench.exchange(
        request("GET", `/callback?state=${GENUINE_STATE}&code=${canary}`, bench.authority),
      ),
    ];
    assert.deepEqual(answers.map(statusOf), [400, 404, 200]);
    assert.equal(answers.join("").includes(canary), false);
    assert.match(answers[2]!, /content-security-policy: default-src 'none'; style-src 'nonce-/);
    assert.doesNotMatch(answers[2]!, /<script|script-src/);
  });
});

class CountingClock extends VirtualClock {
  scheduled = 0;

  override schedule(milliseconds: number, run: () => void): () => void {
    this.scheduled++;
    return super.schedule(milliseconds, run);
  }
}

function isIPv6Loopback({ address }: { address: string }): boolean {
  return address === "::1";
}

/** What nobody need answer, such as half a request, ends by its deadline; an answer comes before. */
async function endedOr({ clock }: LoopbackBench, answer: Promise<string>): Promise<string> {
  for (;;) {
    const found = await Promise.race([answer, delivered()]);
    if (found !== undefined) {
      return found;
    }
    clock.advance(10_000);
  }
}

async function dial(host: string, port: number): Promise<void> {
  const socket = net.connect({ host, port });
  await once(socket, "connect").finally(() => socket.destroy());
}

/** Requests near a good one, and bytes far from any. None has the genuine state. */
function randomRequest(authority: string): fc.Arbitrary<Buffer> {
  const piece = fc.oneof(
    fc.constantFrom(
      "GET",
      "POST",
      "HEAD",
      " ",
      "/callback",
      "?",
      "state=x",
      "&",
      "%2e%2e/",
      "\r\n",
    ),
    fc.constantFrom(` HTTP/1.1\r\nHost: ${authority}\r\n`, "Content-Length: 4\r\n", `${FORM}\r\n`),
    fc.constantFrom("Transfer-Encoding: chunked\r\n", "Origin: null\r\n", "a=b", "\r\n\r\n", "\0"),
    fc.string({ unit: "binary", maxLength: 30 }),
  );
  const near = fc
    .array(piece, { minLength: 2, maxLength: 12 })
    .map((pieces) => Buffer.from(pieces.join("")));
  const started = near.map((rest) =>
    Buffer.concat([Buffer.from(`GET /callback HTTP/1.1\r\nHost: ${authority}\r\n`), rest]),
  );
  return fc.oneof(
    near,
    started,
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  );
}
