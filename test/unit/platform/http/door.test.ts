import assert from "node:assert/strict";
import { PermitIssuer } from "../../../../src/platform/guard/permit";
import { createDoor, type Door, type ExchangeOptions } from "../../../../src/platform/http/door";
import { pinOrigin } from "../../../../src/platform/http/origin";
import { openScope } from "../../../../src/platform/base/scope";
import { sealIdentityRequest, sealServiceRequest } from "../../../../src/platform/http/seal";
import type { Receiver, Sender, WireHead, WireRequest } from "../../../../src/platform/http/sender";
import { failureOf } from "./support/bench";
import { VirtualClock } from "./support/virtualClock";

const URL_OF = "https://api.example:8443/x?a=1";
const HEAD: WireHead = { status: 200, statusText: "OK", headers: [["a", "b"]] };
const RIGHT = { permit: undefined, permits: new PermitIssuer(), connectionId: "c" };
const GET = sealServiceRequest({ method: "GET", url: URL_OF }, RIGHT);

describe("what leaves by a door", () => {
  it("is the request as it was sealed, with the limits of its silence", async () => {
    const { exchange, sent } = bench();
    await exchange({ headers: { Accept: "a/b" } });
    const headers = { "user-agent": "test", "accept-encoding": "gzip, deflate, br", Accept: "a/b" };
    assert.deepEqual(sent, [
      {
        ...{ method: "GET", url: new URL(URL_OF), headers, body: undefined },
        ...{ headMilliseconds: 6_000, idleMilliseconds: 30_000 },
      },
    ]);
  });

  it("is said beforehand, with the length of a body where there is or could be one", () => {
    const { door } = bench();
    const names = (method: string, body?: Buffer): readonly unknown[] => {
      const request = { ...GET, method, body };
      return door.sentHeaders(request, { Accept: "a/b" }).slice(3);
    };
    assert.deepEqual(door.sentHeaders(GET, {}), [
      ["host", "api.example:8443"],
      ["user-agent", "test"],
      ["accept-encoding", "gzip, deflate, br"],
    ]);
    const accept = ["Accept", "a/b"];
    assert.deepEqual(names("GET"), [accept]);
    assert.deepEqual(names("DELETE"), [accept]);
    for (const method of ["POST", "PUT", "PATCH"]) {
      assert.deepEqual(names(method), [accept, ["content-length", "0"]]);
    }
    assert.deepEqual(names("DELETE", Buffer.from("é")), [accept, ["content-length", "2"]]);
  });

  it("is nothing for somebody who has left", async () => {
    const { exchange, sent, clock } = bench();
    const left = await failureOf(exchange({ scope: openScope(clock, AbortSignal.abort()) }));
    assert.deepEqual([left.kind, sent.length, clock.pending], ["canceled", 0, 0]);
  });
});

describe("an answer behind a door", () => {
  it("is what came, and when", async () => {
    const { exchange, clock } = bench((receiver, time) => {
      time.pass(20);
      receiver.head({ ...HEAD, connectMilliseconds: 5 });
      time.pass(9);
      void receiver.chunk(Buffer.from("[]"));
    });
    const { body, ...answer } = await exchange({});
    assert.deepEqual(answer, { ...HEAD, firstByte: 20, connect: 5, failure: undefined });
    assert.equal(Buffer.from(body.bytes).toString(), "[]");
    assert.equal(clock.pending, 0);
    const again = bench((receiver) => receiver.head(HEAD));
    assert.deepEqual(Object.keys(await again.exchange({})).includes("connect"), false);
  });

  it("has a head", async () => {
    const { exchange } = bench(() => undefined);
    assert.equal((await failureOf(exchange({}))).code, "network/protocol");
  });

  it("that is lost before its head is no answer", async () => {
    const { exchange } = bench(() => {
      throw Object.assign(new Error("x"), { code: "ECONNREFUSED" });
    });
    const error = await failureOf(exchange({}));
    // The connection was open: what is said of one that is being opened is no news of it.
    assert.deepEqual([error.code, error.values], ["network/reset", { reason: "ECONNREFUSED" }]);
  });

  it("that is lost in its body says so, and how much of it came", async () => {
    const { exchange } = bench((receiver) => {
      receiver.head(HEAD);
      void receiver.chunk(Buffer.from("[1"));
      void receiver.chunk(Buffer.from(","));
      throw Object.assign(new Error("x"), { code: "ECONNRESET" });
    });
    const { status, failure, body } = await exchange({});
    assert.deepEqual([status, failure?.code, body.byteLength], [200, "answer/cut", 0]);
    assert.deepEqual(failure?.values, { reason: "ECONNRESET", receivedBytes: 3 });
  });

  it("that is silent in its body has the reason of the network, and what came", async () => {
    const { exchange } = bench((receiver) => {
      receiver.head(HEAD);
      throw Object.assign(new Error("x"), { code: "UND_ERR_BODY_TIMEOUT" });
    });
    const { failure } = await exchange({});
    assert.deepEqual([failure?.code, failure?.values["receivedBytes"]], ["network/stalled", 0]);
  });

  it("that is too long says by which limit alone", async () => {
    const { exchange } = bench((receiver) => {
      receiver.head(HEAD);
      void receiver.chunk(Buffer.alloc(101));
    });
    const { failure } = await exchange({});
    assert.deepEqual([failure?.code, failure?.values], ["answer/tooLarge", { limitBytes: 100 }]);
  });

  it("ends with the time of an attempt, for that reason", async () => {
    const { exchange } = bench((_receiver, clock) => {
      clock.advance(1_000);
      throw new Error("whatever the sender says");
    });
    assert.equal((await failureOf(exchange({}))).code, "network/attemptTimeout");
  });

  for (const status of [199, 200, 299, 300]) {
    it(`of status ${status} goes to ${status === 200 || status === 299 ? "a sink" : "memory"}`, async () => {
      const isSuccess = status === 200 || status === 299;
      const limits: number[] = [];
      const { exchange } = bench((receiver, clock) => {
        receiver.head({ ...HEAD, status });
        void receiver.chunk(Buffer.from("[]"));
        limits.push(clock.pending);
      });
      const heard: string[] = [];
      const hear = (bytes: Uint8Array): void => void heard.push(Buffer.from(bytes).toString());
      const sunk = await exchange({ sink: (bytes) => Promise.resolve(hear(bytes)) });
      assert.deepEqual([sunk.body.byteLength, heard], isSuccess ? [0, ["[]"]] : [2, []]);
      // A download may last: its deadline is over with its head.
      assert.deepEqual(limits, [isSuccess ? 0 : 1]);
      heard.length = 0;
      const kept = await exchange({ onBytes: hear });
      assert.deepEqual([kept.body.byteLength, heard], [2, isSuccess ? ["[]"] : []]);
      assert.deepEqual(limits.slice(1), [1]);
    });
  }

  it("closes with its sender", async () => {
    const { door, closed } = bench();
    await door.close();
    assert.deepEqual(closed, [true]);
  });

  it("is none for a request of the other door", async () => {
    const { exchange, sent } = bench();
    const foreign = sealIdentityRequest({ method: "GET", url: URL_OF });
    const error = await failureOf(exchange({}, foreign));
    assert.deepEqual([error.code, sent.length], ["refused/unsealed", 0]);
  });
});

interface DoorBench {
  readonly clock: VirtualClock;
  readonly door: Door;
  readonly sent: WireRequest[];
  readonly closed: boolean[];
  readonly exchange: (
    change: Partial<ExchangeOptions>,
    request?: typeof GET,
  ) => ReturnType<Door["exchange"]>;
}

/** A door over a sender that does what the test says. */
function bench(
  work: (receiver: Receiver, clock: VirtualClock) => void = (receiver) => receiver.head(HEAD),
): DoorBench {
  const clock = new VirtualClock();
  const [sent, closed]: [WireRequest[], boolean[]] = [[], []];
  const sender: Sender = {
    send: async (request, receiver) => {
      sent.push(request);
      work(receiver, clock);
      await Promise.resolve();
    },
    close: () => Promise.resolve(void closed.push(true)),
  };
  const origin = pinOrigin("https://api.example:8443");
  const door = createDoor({ kind: "service", origin, userAgent: "test", clock, sender });
  const limits = { attemptMilliseconds: 1_000, bodyBytes: 100 };
  return {
    ...{ clock, door, sent, closed },
    exchange: (change, request = GET) =>
      door.exchange(request, { headers: {}, limits, scope: openScope(clock), ...change }),
  };
}
