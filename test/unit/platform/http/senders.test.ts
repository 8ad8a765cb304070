import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { AppError } from "../../../../src/platform/base/errors";
import { createEditorSender } from "../../../../src/platform/http/editorSender";
import { createOwnSender } from "../../../../src/platform/http/ownSender";
import { createDoor } from "../../../../src/platform/http/door";
import { pinOrigin } from "../../../../src/platform/http/origin";
import { openScope } from "../../../../src/platform/base/scope";
import { sealIdentityRequest } from "../../../../src/platform/http/seal";
import type { Receiver, Sender, WireHead } from "../../../../src/platform/http/sender";
import { collectGarbage } from "../../support/memory";
import { failureOf } from "./support/bench";
import { delivered } from "./support/loopback";
import { sendJson, serve, serveRaw, type TestServer } from "./support/servers";

const LIMITS = { attemptMilliseconds: 5000, bodyBytes: 1000 };

for (const networking of ["own", "editor"] as const) {
  describe(`a door over ${networking} networking`, () => {
    let server: TestServer;
    let sender: Sender;

    beforeEach(async () => {
      server = await serve((_request, response) => sendJson(response, 200, []));
      sender = createSender(networking, server.origin);
    });

    afterEach(async () => {
      await sender.close();
      await server.close();
    });

    async function exchange(signal?: AbortSignal): Promise<number> {
      const origin = pinOrigin(server.origin);
      const door = { kind: "identity", origin, userAgent: "test", clock: SYSTEM_CLOCK } as const;
      const scope = openScope(SYSTEM_CLOCK, signal);
      const request = sealIdentityRequest({ method: "GET", url: `${server.origin}/x` });
      try {
        const options = { headers: { authorization: "Bearer t" }, limits: LIMITS, scope };
        return (await createDoor({ ...door, sender }).exchange(request, options)).status;
      } finally {
        scope.end();
      }
    }

    it("sends nothing for somebody who has left already", async () => {
      const left = await failureOf(exchange(AbortSignal.abort()));
      assert.deepEqual([left.kind, server.connections()], ["canceled", 0]);
      assert.equal(await exchange(), 200);
    });

    describe("and its answers", () => {
      let raw: TestServer;
      let answer: (socket: Socket) => void;
      const heads: WireHead[] = [];
      const chunks: string[] = [];

      beforeEach(async () => {
        raw = await serveRaw((socket) => answer(socket));
        heads.length = chunks.length = 0;
      });

      afterEach(() => raw.close());

      async function send(
        receiver: Partial<Receiver> = {},
        signal = neverAborted(),
      ): Promise<void> {
        const take = {
          head: (head: WireHead) => void heads.push(head),
          chunk: (bytes: Uint8Array) => void chunks.push(Buffer.from(bytes).toString()),
        };
        const request = {
          ...{ method: "GET", url: new URL(`${raw.origin}/x?a=1`), headers: { "x-own": "1" } },
          ...{ body: undefined, headMilliseconds: 60_000, idleMilliseconds: 60_000 },
        };
        const own = createSender(networking, raw.origin);
        try {
          await own.send(request, { ...take, ...receiver }, signal);
          await delivered();
          await own.send(request, { ...take, ...receiver }, signal);
        } finally {
          await own.close();
        }
        assert.equal(getEventListeners(signal, "abort").length, 0);
      }

      it("tells what came, and how long a new connection took", async () => {
        const head = "HTTP/1.1 203 Fine\r\nX-A: \xe9\r\nx-a: 2\r\ncontent-length: 2";
        answer = (socket) => socket.write(`${head}\r\n\r\n[]`, "latin1");
        await send();
        const [first, second] = heads;
        const { connectMilliseconds = -1, ...told } = first!;
        assert.ok(connectMilliseconds >= 0);
        const headers = [
          ["X-A", "é"],
          ["x-a", "2"],
          ["content-length", "2"],
        ];
        assert.deepEqual(told, { status: 203, statusText: "Fine", headers });
        // The connection is used again.
        assert.deepEqual(second, told);
        assert.deepEqual([chunks.join(), raw.connections()], ["[],[]", 1]);
        const { method, path, headers: sent } = raw.seen[1]!;
        assert.deepEqual([method, path, sent["x-own"]], ["GET", "/x?a=1", "1"]);
      });

      it("holds the rest back until what came was taken", async () => {
        const taken = Promise.withResolvers<undefined>();
        answer = (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[");
        const sending = send({
          chunk: (bytes) => {
            chunks.push(Buffer.from(bytes).toString());
            if (chunks.length > 1) {
              answer = (socket) => socket.write("HTTP/1.1 204 No\r\n\r\n");
              return undefined;
            }
            raw.open.forEach((socket) => socket.write("]"));
            return taken.promise;
          },
        });
        while (chunks.length === 0) {
          await delivered();
        }
        await delivered();
        assert.deepEqual(chunks, ["["]);
        taken.resolve(undefined);
        await sending;
        assert.deepEqual(chunks, ["[", "]"]);
      });

      for (const place of ["head", "chunk"] as const) {
        it(`ends with the error of who takes its ${place}`, async () => {
          answer = (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[");
          const error = new AppError("input", "input/notSaved");
          const fail = (): never => {
            throw error;
          };
          assert.equal(await failureOf(send({ [place]: fail })), error);
          if (place === "chunk") {
            assert.equal(await failureOf(send({ chunk: () => Promise.reject(error) })), error);
          }
        });
      }

      it("has no answer where the connection ends before it, or in it", async () => {
        for (const start of ["", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n["]) {
          answer = (socket) => socket.end(start);
          await assert.rejects(send());
        }
      });
    });

    it("ends what is on its way when it is closed", async () => {
      const silent = await serveRaw(() => undefined);
      const own = createSender(networking, silent.origin);
      const request = {
        ...{ method: "GET", url: new URL(`${silent.origin}/x`), headers: {} },
        ...{ body: undefined, headMilliseconds: 60_000, idleMilliseconds: 60_000 },
      };
      const nothing = { head: () => undefined, chunk: () => undefined };
      const sending = failureOf(own.send(request, nothing, neverAborted()));
      while (silent.connections() === 0) {
        await delivered();
      }
      await own.close();
      assert.equal((await sending).code, "canceled/disposed");
      await silent.close();
    });

    it("opens nothing once it is closed", async () => {
      assert.equal(await exchange(), 200);
      await sender.close();
      const late = await failureOf(exchange());
      assert.deepEqual([late.code, server.seen.length], ["canceled/disposed", 1]);
    });
  });
}

describe("a connection that waits for its next exchange", () => {
  it("keeps nothing of the one before", async () => {
    const raw = await serveRaw((socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]"),
    );
    const sender = createSender("own", raw.origin);
    const taker = await sendOnce(sender, raw.origin);
    await turn();
    collectGarbage();
    assert.equal(taker.deref(), undefined);
    await sendOnce(sender, raw.origin);
    assert.equal(raw.connections(), 1);
    await sender.close();
    await raw.close();
  });
});

/** Gives who took the answer, as long as anybody holds it. */
async function sendOnce(sender: Sender, origin: string): Promise<WeakRef<Receiver>> {
  const taker: Receiver = { head: () => undefined, chunk: () => undefined };
  const request = {
    ...{ method: "GET", url: new URL(`${origin}/x`), headers: {}, body: undefined },
    ...{ headMilliseconds: 60_000, idleMilliseconds: 60_000 },
  };
  await sender.send(request, taker, neverAborted());
  return new WeakRef(taker);
}

function createSender(networking: "own" | "editor", origin: string): Sender {
  const route = {
    ...{ origin: new URL(origin), proxy: undefined, clock: SYSTEM_CLOCK },
    ...{ authorities: () => undefined, lookup: undefined },
  };
  return networking === "own" ? createOwnSender(route) : createEditorSender(route);
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
