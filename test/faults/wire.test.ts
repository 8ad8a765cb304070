import assert from "node:assert/strict";
import type { Socket } from "node:net";
import * as zlib from "node:zlib";
import { failureOf, listClients, openBench } from "../unit/http/support/bench";
import { serveRaw } from "../unit/http/support/servers";

const HEAD = "HTTP/1.1 200 OK\r\nx-dt-requestid: r-1\r\ncontent-type: application/json\r\n";
const LIST = Buffer.from(JSON.stringify(Array.from({ length: 50 }, (_v, id) => ({ id }))));

interface Fault {
  readonly name: string;
  readonly send: (socket: Socket) => void;
  readonly code: string;
}

const FAULTS: readonly Fault[] = [
  {
    name: "closes without an answer",
    send: (socket) => socket.end(),
    code: "network/reset",
  },
  {
    name: "resets before the head",
    send: (socket) => socket.resetAndDestroy(),
    code: "network/reset",
  },
  {
    name: "closes inside the body, content-length too long",
    send: (socket) => socket.end(`${HEAD}content-length: 900\r\n\r\n[1,2,3]`),
    code: "answer/cut",
  },
  {
    name: "resets inside the body",
    send: (socket) =>
      socket.write(`${HEAD}content-length: 900\r\n\r\n[1,2,3`, () =>
        setImmediate(() => socket.resetAndDestroy()),
      ),
    code: "answer/cut",
  },
  {
    name: "chunked without the last chunk, though the JSON is whole",
    send: (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n`),
    code: "answer/cut",
  },
  {
    name: "bad chunk size",
    send: (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`),
    code: "answer/cut",
  },
  {
    name: "two different content-lengths",
    send: (socket) => socket.end(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n[]`),
    code: "network/protocol",
  },
  {
    name: "content-length and chunked",
    send: (socket) =>
      socket.end(
        `${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
      ),
    code: "network/protocol",
  },
  {
    name: "negative content-length",
    send: (socket) => socket.end(`${HEAD}content-length: -2\r\n\r\n[]`),
    code: "network/protocol",
  },
  {
    name: "a header of 70 KB",
    send: (socket) => socket.end(`${HEAD}x-long: ${"a".repeat(70_000)}\r\n\r\n[]`),
    code: "network/protocol",
  },
  {
    name: "a control character in a header",
    send: (socket) => socket.end(`${HEAD}x-odd: a\u0000b\r\ncontent-length: 2\r\n\r\n[]`),
    code: "network/protocol",
  },
  {
    name: "no HTTP at all",
    send: (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"),
    code: "network/protocol",
  },
  {
    name: "status 42",
    send: (socket) => socket.end("HTTP/1.1 42 Odd\r\ncontent-length: 2\r\n\r\n[]"),
    code: "network/protocol",
  },
  {
    name: "status 099",
    send: (socket) => socket.end("HTTP/1.1 099 Odd\r\ncontent-length: 2\r\n\r\n[]"),
    code: "network/protocol",
  },
  {
    name: "status 999",
    send: (socket) => socket.end("HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n[]"),
    code: "service/999",
  },
  {
    name: "gzip without its trailer",
    send: coded("gzip", zlib.gzipSync(LIST).subarray(0, -8)),
    code: "answer/cut",
  },
  { name: "gzip cut in half", send: coded("gzip", half(zlib.gzipSync(LIST))), code: "answer/cut" },
  {
    name: "brotli cut in half",
    send: coded("br", half(zlib.brotliCompressSync(LIST))),
    code: "answer/cut",
  },
  {
    name: "gzip with junk behind it",
    send: coded("gzip", Buffer.concat([zlib.gzipSync(LIST), Buffer.from("junk")])),
    code: "answer/encodingBroken",
  },
  {
    name: "brotli with junk behind it",
    send: coded("br", Buffer.concat([zlib.brotliCompressSync(LIST), Buffer.from("junk")])),
    code: "answer/encodingBroken",
  },
  { name: "said to be gzip and is not", send: coded("gzip", LIST), code: "answer/encodingBroken" },
  { name: "an unknown coding", send: coded("zstd", LIST), code: "answer/encodingUnknown" },
  {
    name: "more codings than anyone stacks",
    send: coded("gzip, gzip, gzip, gzip", LIST),
    code: "answer/encodingUnknown",
  },
  {
    name: "a small gzip bomb",
    send: coded("gzip", zlib.gzipSync(Buffer.alloc(8_000_000))),
    code: "answer/ratio",
  },
  {
    name: "a large gzip bomb",
    send: coded("gzip", zlib.gzipSync(Buffer.alloc(120_000_000))),
    code: "answer/tooLarge",
  },
];

describe("faults on the wire", () => {
  for (const { name, send, code } of FAULTS) {
    it(`${name}: ${code}, and the next call works`, async () => {
      let faulty = true;
      const service = await serveRaw((socket) => {
        if (faulty) {
          faulty = false;
          send(socket);
        } else {
          socket.end(`${HEAD}content-length: 2\r\n\r\n[]`);
        }
      });
      const bench = await openBench({ service });
      try {
        const error = await failureOf(listClients(bench.client));
        assert.equal(error.code, code);
        assert.equal(error.action?.attempts.length, 1);
        assert.equal(error.cause, undefined);
        const answer = await listClients(bench.client);
        assert.equal(answer.text, "[]");
      } finally {
        await bench.close();
      }
    });
  }

  it("keeps status and request id of an answer whose body is cut", async () => {
    const service = await serveRaw((socket) => socket.end(`${HEAD}content-length: 9\r\n\r\n[`));
    const bench = await openBench({ service });
    const error = await failureOf(listClients(bench.client));
    await bench.close();
    const attempt = error.action?.attempts[0];
    assert.deepEqual(
      [error.status, error.requestId, attempt?.status, attempt?.requestId, attempt?.failure],
      [200, "r-1", 200, "r-1", "answer/cut"],
    );
    assert.equal(error.body, undefined);
  });

  it("keeps the status of a failure whose body is cut", async () => {
    const head = "HTTP/1.1 503 Busy\r\ncontent-length: 900\r\n\r\n{";
    const service = await serveRaw((socket) => socket.end(head));
    const bench = await openBench({ service });
    const error = await failureOf(listClients(bench.client));
    await bench.close();
    assert.deepEqual([error.code, error.values["bodyFailure"]], ["service/503", "answer/cut"]);
  });

  it("counts decoded bytes against the limit, with and without a coding", async () => {
    const body = Buffer.from(JSON.stringify("x".repeat(5_000)));
    for (const [coding, bytes] of [
      ["identity", body],
      ["gzip", zlib.gzipSync(body)],
    ] as const) {
      const service = await serveRaw(coded(coding, bytes));
      const small = await openBench({ service, limits: { bodyBytes: body.length - 1 } });
      assert.equal((await failureOf(listClients(small.client))).code, "answer/tooLarge");
      await small.close();
      const again = await serveRaw(coded(coding, bytes));
      const exact = await openBench({ service: again, limits: { bodyBytes: body.length } });
      assert.equal((await listClients(exact.client)).body.byteLength, body.length);
      await exact.close();
    }
  });

  it("reads every coding it asks for, byte for byte", async () => {
    const codings: readonly (readonly [string, Buffer])[] = [
      ["gzip", zlib.gzipSync(LIST)],
      ["GZIP", zlib.gzipSync(LIST)],
      ["deflate", zlib.deflateSync(LIST)],
      ["deflate", zlib.deflateRawSync(LIST)],
      ["br", zlib.brotliCompressSync(LIST)],
      ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync(LIST))],
    ];
    for (const [coding, bytes] of codings) {
      const bench = await openBench({ service: await serveRaw(coded(coding, bytes)) });
      const answer = await listClients(bench.client);
      await bench.close();
      assert.deepEqual(Buffer.from(answer.body), LIST, coding);
    }
  });

  it("strips one byte order mark from the text and keeps it in the bytes", async () => {
    const bytes = Buffer.from("\uFEFF\uFEFF[]", "utf8");
    const bench = await openBench({ service: await serveRaw(coded("identity", bytes)) });
    const answer = await listClients(bench.client);
    await bench.close();
    assert.equal(answer.text, "\uFEFF[]");
    assert.deepEqual(Buffer.from(answer.body), bytes);
  });

  it("takes 204 for an empty answer", async () => {
    const service = await serveRaw((socket) =>
      socket.end("HTTP/1.1 204 No Content\r\ncontent-encoding: gzip\r\n\r\n"),
    );
    const bench = await openBench({ service });
    const answer = await listClients(bench.client);
    await bench.close();
    assert.deepEqual([answer.status, answer.text], [204, ""]);
  });

  it("reports a port where nobody listens", async () => {
    const bench = await openBench();
    await bench.client.signIn();
    await bench.service.close();
    const error = await failureOf(listClients(bench.client));
    assert.deepEqual([error.kind, error.code], ["network", "network/refused"]);
    assert.equal(error.action?.attempts[0]?.failure, "network/refused");
    await bench.client.dispose();
    await bench.identity.close();
  });
});

function coded(coding: string, bytes: Buffer): (socket: Socket) => void {
  const head = `${HEAD}content-encoding: ${coding}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  return (socket) => socket.end(Buffer.concat([Buffer.from(head, "latin1"), bytes]));
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
