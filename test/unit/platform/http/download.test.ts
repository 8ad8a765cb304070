import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import * as zlib from "node:zlib";
import type { Networking } from "../../../../src/platform/base/connection";
import { failureOf, openBench, type Bench, type BenchOptions } from "./support/bench";
import { sendJson, serveRaw } from "./support/servers";
import { VirtualClock } from "./support/virtualClock";

const ROWS = Buffer.from(
  JSON.stringify(Array.from({ length: 40_000 }, (_v, id) => ({ id, name: `Name ${id * 7919}` }))),
);
const LIMIT = 100_000;
const CRLF = Buffer.from("\r\n");
const QUICK = { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 };

const CODINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ["identity", (bytes) => bytes],
  ["gzip", (bytes) => zlib.gzipSync(bytes)],
  // The best compression would take seconds, and nothing here is about it.
  ["br", (bytes) => zlib.brotliCompressSync(bytes, { params: QUICK })],
  ["deflate", (bytes) => zlib.deflateSync(bytes)],
  ["deflate", (bytes) => zlib.deflateRawSync(bytes)],
];

for (const networking of ["own", "editor"] satisfies Networking[]) {
  describe(`answers above the limit, ${networking} networking`, () => {
    for (const [index, [coding, encode]] of CODINGS.entries()) {
      it(`are refused, then streamed whole (${coding}, ${index})`, async () => {
        const bench = await openLimited(networking, coding, encode(ROWS));
        const action = bench.client.startAction("Clients");
        const call = { operationId: "listClients" } as const;
        const error = await failureOf(bench.client.send(call, { action }));
        assert.deepEqual([error.code, error.call], ["answer/tooLarge", call]);
        assert.equal(JSON.stringify(error).includes("Name"), false);
        const saved = await collect(bench, error.call ?? call);
        assert.deepEqual(saved.bytes, ROWS);
        assert.equal(saved.told, ROWS.byteLength);
        await bench.close();
      });
    }

    it("wait for the sink, however slow", async () => {
      const bench = await openLimited(networking, "identity", ROWS);
      let inside = 0;
      let most = 0;
      const action = bench.client.startAction("Clients");
      await bench.client.download({ operationId: "listClients" }, { action }, async () => {
        inside++;
        most = Math.max(most, inside);
        await turn();
        inside--;
      });
      assert.equal(most, 1);
      await bench.close();
    });

    it("wait for the sink between the chunks of one packet, and lose none", async () => {
      const pieces = Array.from({ length: Math.ceil(ROWS.byteLength / 1_000) }, (_v, index) => {
        const piece = ROWS.subarray(index * 1_000, (index + 1) * 1_000);
        return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, CRLF]);
      });
      const head = Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const packet = Buffer.concat([head, ...pieces, Buffer.from("0\r\n\r\n")]);
      const service = await serveRaw((socket) => socket.write(packet));
      const bench = await openBench({ service, networking });
      const chunks: Uint8Array[] = [];
      const action = bench.client.startAction("Clients");
      await bench.client.download({ operationId: "listClients" }, { action }, async (chunk) => {
        await turn();
        chunks.push(chunk);
      });
      assert.ok(ROWS.equals(Buffer.concat(chunks)));
      await bench.close();
    });

    it("end with the sink's own error", async () => {
      const bench = await openLimited(networking, "gzip", zlib.gzipSync(ROWS));
      const action = bench.client.startAction("Clients");
      const failing = bench.client.download({ operationId: "listClients" }, { action }, () =>
        Promise.reject(new Error("no space left")),
      );
      const error = await failureOf(failing);
      assert.deepEqual([error.code, error.action?.attempts.length], ["input/notSaved", 1]);
      await bench.close();
    });

    it("that are cut are never whole", async () => {
      const head = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n";
      const coded = zlib.gzipSync(ROWS);
      for (const bytes of [coded.subarray(0, -4), Buffer.concat([coded, Buffer.from("x")])]) {
        const service = await serveRaw((socket) => {
          socket.write(`${head}content-length: ${bytes.byteLength}\r\n\r\n`);
          socket.end(bytes);
        });
        const bench = await openBench({ service, networking, limits: { bodyBytes: LIMIT } });
        const error = await failureOf(collect(bench, { operationId: "listClients" }));
        assert.match(error.code, /^answer\/(cut|encodingBroken)$/);
        await bench.close();
      }
    });

    it("may last longer than any deadline, as long as bytes come", async () => {
      const clock = new VirtualClock();
      let finish = (): void => undefined;
      const bench = await openBench({
        ...{ clock, networking },
        answer: (_request, response) => {
          response.writeHead(200, { "content-type": "application/json" }).write("[");
          finish = () => response.end("]");
        },
      });
      const chunks: Uint8Array[] = [];
      const action = bench.client.startAction("Clients");
      const first = Promise.withResolvers<undefined>();
      const call = { operationId: "listClients" } as const;
      const done = bench.client.download(call, { action }, (chunk) => {
        chunks.push(chunk);
        first.resolve(undefined);
        return Promise.resolve();
      });
      await first.promise;
      clock.advance(3_600_000);
      finish();
      await done;
      assert.equal(Buffer.concat(chunks).toString(), "[]");
      assert.equal(clock.pending, 0);
      await bench.close();
    });

    it("are never asked for by a write", async () => {
      const bench = await openBench({ networking });
      const action = bench.client.startAction("PUT");
      const call = {
        operationId: "putPension",
        path: { clientId: "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11", pensionId: "P" },
        body: Buffer.from("{}"),
      } as const;
      const sink = (): Promise<void> => Promise.resolve();
      const error = await failureOf(bench.client.download(call, { action }, sink));
      assert.deepEqual([error.code, bench.service.seen.length], ["refused/method", 0]);
      await bench.close();
    });

    it("show a failure status whole, in memory", async () => {
      const bench = await openBench({
        networking,
        answer: (_request, response) => sendJson(response, 404, { error: "gone" }),
      });
      const error = await failureOf(collect(bench, { operationId: "listClients" }));
      assert.equal(Buffer.from(error.body ?? []).toString(), '{"error":"gone"}');
      await bench.close();
    });
  });
}

async function openLimited(
  networking: Networking,
  coding: string,
  body: Buffer,
  more: BenchOptions = {},
): Promise<Bench> {
  return await openBench({
    ...more,
    networking,
    limits: { bodyBytes: LIMIT },
    answer: (_request, response) =>
      response.writeHead(200, { "content-encoding": coding }).end(body),
  });
}

async function collect(
  { client }: Bench,
  call: Parameters<Bench["client"]["download"]>[0],
): Promise<{ readonly bytes: Buffer; readonly told: number }> {
  const chunks: Uint8Array[] = [];
  const action = client.startAction("Save");
  const { bytes } = await client.download(call, { action }, (chunk) => {
    chunks.push(chunk);
    return Promise.resolve();
  });
  return { bytes: Buffer.concat(chunks), told: bytes };
}
