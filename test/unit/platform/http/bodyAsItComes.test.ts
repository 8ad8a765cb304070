import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { mock } from "node:test";
import * as zlib from "node:zlib";
import type { Networking } from "../../../../src/platform/base/connection";
import type { ServiceAnswer } from "../../../../src/platform/service/client";
import { IS_LONG } from "../../../fakes/runs";
import { failureOf, openBench, type Bench, type BenchOptions } from "./support/bench";
import { sendJson, serveRaw, type Answer } from "./support/servers";

const ROWS = Buffer.from(
  JSON.stringify(Array.from({ length: 60_000 }, (_v, id) => ({ id, name: `Name ${id * 7919}` }))),
);
const HALF = Math.floor(ROWS.byteLength / 2);
const MEGABYTE = 1_048_576;
const NETWORKINGS: readonly Networking[] = IS_LONG ? ["own", "editor"] : ["own"];

/** The best brotli takes seconds. */
const QUICK = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
const brotli = (bytes: Buffer): Buffer => zlib.brotliCompressSync(bytes, QUICK);

const CODINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ["identity", (bytes) => bytes],
  ["gzip", (bytes) => zlib.gzipSync(bytes)],
  ["br", brotli],
  ["deflate", (bytes) => zlib.deflateSync(bytes)],
  ["deflate", (bytes) => zlib.deflateRawSync(bytes)],
  ["gzip, br", (bytes) => brotli(zlib.gzipSync(bytes))],
];

/** Codings of a body of which the first half can be read before the other one came. */
const HALVES: readonly (readonly [string, () => zlib.Gzip | zlib.BrotliCompress | undefined])[] = [
  ["identity", () => undefined],
  ["gzip", () => zlib.createGzip()],
  ["br", () => zlib.createBrotliCompress(QUICK)],
];

for (const networking of NETWORKINGS) {
  describe(`bodies given as they come, ${networking} networking`, () => {
    let bench: Bench | undefined;

    afterEach(() => bench?.close());

    const openWith = async (answer: Answer, more: BenchOptions = {}): Promise<Bench> => {
      bench = await openBench({ networking, answer, ...more });
      return bench;
    };

    for (const [index, [coding, encode]] of CODINGS.entries()) {
      it(`are whole, in order and decoded (${coding}, ${index})`, async () => {
        const headers = { "content-encoding": coding };
        const { client, actions } = await openWith((_request, response) =>
          response.writeHead(200, headers).end(encode(ROWS)),
        );
        const { heard, answer } = await listen(client);
        assert.ok(ROWS.equals(Buffer.concat(heard)));
        assert.ok(ROWS.equals(answer.body));
        const hash = createHash("sha256").update(ROWS).digest("hex");
        const [attempt] = actions.at(-1)?.attempts ?? [];
        assert.deepEqual([attempt?.responseHash, attempt?.responseBytes], [hash, ROWS.byteLength]);
      });
    }

    for (const [coding, encoder] of HALVES) {
      it(`come before the rest was sent (${coding})`, async () => {
        const half = Promise.withResolvers<undefined>();
        const { client } = await openWith((_request, response) => {
          const headers = { "content-encoding": coding };
          void sendHalves(response.writeHead(200, headers), encoder(), half.promise);
        });
        let bytes = 0;
        const { heard } = await listen(client, (chunk) => {
          bytes += chunk.byteLength;
          // The server waits for this: an answer that is decoded at its end never comes.
          if (bytes === HALF) {
            half.resolve(undefined);
          }
        });
        assert.ok(ROWS.equals(Buffer.concat(heard)));
      });
    }

    it("are those of the attempt that ends the call alone", async () => {
      const refusals: readonly [number, string][] = [
        [401, "refused"],
        [503, "busy"],
      ];
      let count = 0;
      const { client, actions } = await openWith((_request, response) => {
        const refusal = refusals[count++];
        if (refusal === undefined) {
          sendJson(response, 200, ["mine"]);
        } else {
          sendJson(response, refusal[0], { error: refusal[1] }, { "retry-after": "0" });
        }
      });
      const { heard } = await listen(client);
      assert.equal(Buffer.concat(heard).toString(), '["mine"]');
      const statuses = actions.at(-1)?.attempts.map(({ status }) => status);
      assert.deepEqual(statuses, [401, 503, 200]);
    });

    it("are none where the status says no", async () => {
      const { client } = await openWith((_request, response) => sendJson(response, 404, ["gone"]));
      const heard: Uint8Array[] = [];
      const error = await failureOf(listen(client, (chunk) => heard.push(chunk)));
      assert.deepEqual([error.code, heard.length], ["service/404", 0]);
    });

    for (const coding of ["identity", "gzip"]) {
      it(`are a beginning where the rest never came (${coding})`, async () => {
        const body = coding === "gzip" ? zlib.gzipSync(ROWS) : ROWS;
        const part = body.subarray(0, -9);
        const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\n`;
        const service = await serveRaw((socket) => {
          const length = coding === "gzip" ? part.byteLength : body.byteLength;
          socket.write(`${head}content-length: ${length}\r\n\r\n`);
          socket.end(part);
        });
        const { client } = await openWith(() => undefined, { service });
        const heard: Uint8Array[] = [];
        const error = await failureOf(listen(client, (chunk) => heard.push(chunk)));
        assert.equal(error.code, "answer/cut");
        const begun = Buffer.concat(heard);
        assert.ok(begun.byteLength > 0);
        assert.ok(begun.equals(ROWS.subarray(0, begun.byteLength)));
      });

      it(`never go beyond the limit of size (${coding})`, async () => {
        const limits = { bodyBytes: ROWS.byteLength - 1 };
        const { client } = await openWith(
          (_request, response) =>
            response
              .writeHead(200, { "content-encoding": coding })
              .end(coding === "gzip" ? zlib.gzipSync(ROWS) : ROWS),
          { limits },
        );
        let bytes = 0;
        const error = await failureOf(listen(client, (chunk) => (bytes += chunk.byteLength)));
        assert.equal(error.code, "answer/tooLarge");
        assert.ok(bytes > 0 && bytes <= limits.bodyBytes, `${bytes} bytes`);
      });
    }

    it("may begin with what packs very well", async () => {
      const blanks = Buffer.alloc(3 * MEGABYTE, " ");
      const rest = randomBytes(40_000);
      const begun = Promise.withResolvers<undefined>();
      const { client } = await openWith((_request, response) => {
        const coded = zlib.gzipSync(Buffer.concat([blanks, rest]));
        response.writeHead(200, { "content-encoding": "gzip" }).write(coded.subarray(0, 3_000));
        void begun.promise.then(() => response.end(coded.subarray(3_000)));
      });
      let bytes = 0;
      const { answer } = await listen(client, (chunk) => {
        bytes += chunk.byteLength;
        // More than what came so far allows.
        if (bytes > MEGABYTE) {
          begun.resolve(undefined);
        }
      });
      assert.equal(answer.body.byteLength, blanks.byteLength + rest.byteLength);
    });

    it("are lost on a listener that fails, and on nobody else", async () => {
      const { client, log } = await openWith((_request, response) => response.end(ROWS));
      let calls = 0;
      const { answer } = await listen(client, () => {
        calls++;
        throw new Error("not mine");
      });
      assert.deepEqual([calls, answer.body.byteLength], [1, ROWS.byteLength]);
      assert.equal(log.lines.filter((line) => line.includes("listener of a body")).length, 1);
    });

    it("end with a cancel", async () => {
      const { client } = await openWith((_request, response) => {
        response.writeHead(200).write(ROWS.subarray(0, HALF));
      });
      const controller = new AbortController();
      let isCanceled = false;
      const late: Uint8Array[] = [];
      const error = await failureOf(
        listen(
          client,
          (chunk) => {
            if (isCanceled) {
              late.push(chunk);
            }
            isCanceled = true;
            controller.abort();
          },
          controller.signal,
        ),
      );
      assert.deepEqual([error.kind, late.length], ["canceled", 0]);
    });

    it("are neither joined nor decoded before somebody asks", async () => {
      const long = Buffer.concat(Array<Buffer>(6).fill(ROWS));
      const kept: number[] = [];
      const { client } = await openWith((_request, response) => response.end(long), {
        onBodies: ({ response }) => kept.push(response?.byteLength ?? 0),
      });
      const work = watchWork();
      const { answer } = await listen(client);
      assert.ok(work.most() < MEGABYTE, `${work.most()} bytes in one go`);
      assert.deepEqual(kept, [0]);
      assert.equal(answer.text.length, long.byteLength);
      assert.deepEqual([work.most(), answer.encoding.exact], [long.byteLength, true]);
      work.stop();
    });
  });
}

interface Heard {
  readonly heard: readonly Uint8Array[];
  readonly answer: ServiceAnswer;
}

async function listen(
  client: Bench["client"],
  onBody: (chunk: Uint8Array) => unknown = () => undefined,
  signal?: AbortSignal,
): Promise<Heard> {
  const heard: Uint8Array[] = [];
  const action = client.startAction("Clients");
  const answer = await client.send(
    { operationId: "listClients" },
    {
      action,
      signal,
      onBody: (chunk) => {
        // Copied at once: what is heard later must not be able to change it.
        heard.push(Uint8Array.from(chunk));
        onBody(chunk);
      },
    },
  );
  return { heard, answer };
}

async function sendHalves(
  response: ServerResponse,
  encoder: zlib.Gzip | zlib.BrotliCompress | undefined,
  half: Promise<unknown>,
): Promise<void> {
  const target = encoder ?? response;
  encoder?.pipe(response);
  target.write(ROWS.subarray(0, HALF));
  encoder?.flush();
  await half;
  target.end(ROWS.subarray(HALF));
  await once(response, "close");
}

/** The most bytes that were joined or decoded in one go since then. */
function watchWork(): { most(): number; stop(): void } {
  const joins = mock.method(Buffer, "concat").mock;
  const decodes = mock.method(TextDecoder.prototype, "decode").mock;
  return {
    most: () =>
      Math.max(
        ...joins.calls.map(({ result }) => result?.byteLength ?? 0),
        ...decodes.calls.map(({ arguments: [input] }) => input?.byteLength ?? 0),
      ),
    stop: () => [joins, decodes].forEach((work) => work.restore()),
  };
}
