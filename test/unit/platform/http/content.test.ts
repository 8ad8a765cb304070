import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import * as zlib from "node:zlib";
import { AppError, isAppError } from "../../../../src/platform/base/errors";
import { collectContent, streamContent, type Content } from "../../../../src/platform/http/content";
import { decodingError, isBomb, readCodings } from "../../../../src/platform/http/decoding";
import type { HeaderList } from "../../../../src/platform/base/headers";
import { failureOf } from "./support/bench";

const MEGABYTE = 1_048_576;
/** More than fits in one go of a decoder, and little that could be packed. */
const BYTES = randomBytes(200_000);
const LIMIT = BYTES.byteLength;

/** The best compression would take seconds, and nothing here is about it. */
const QUICK = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };

const CODINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ["gzip", (bytes) => zlib.gzipSync(bytes)],
  ["X-GZIP", (bytes) => zlib.gzipSync(bytes)],
  ["br", (bytes) => zlib.brotliCompressSync(bytes, QUICK)],
  ["deflate", (bytes) => zlib.deflateSync(bytes)],
  ["deflate", (bytes) => zlib.deflateRawSync(bytes)],
  ["deflate, gzip", (bytes) => zlib.gzipSync(zlib.deflateSync(bytes))],
  [
    "gzip, deflate, br",
    (bytes) => zlib.brotliCompressSync(zlib.deflateSync(zlib.gzipSync(bytes)), QUICK),
  ],
];

describe("codings of a body", () => {
  const CASES: readonly (readonly [readonly string[], readonly string[] | undefined])[] = [
    [[], []],
    [["", "identity", " , "], []],
    [
      [" GZip ", "br, identity,deflate"],
      ["gzip", "br", "deflate"],
    ],
    [["gzip, gzip, gzip"], ["gzip", "gzip", "gzip"]],
    [["gzip, gzip, gzip, gzip"], undefined],
    [["zstd"], undefined],
    [["gzip", "zstd"], undefined],
    [["constructor"], undefined],
  ];
  for (const [values, codings] of CASES) {
    it(`${JSON.stringify(values)}: ${codings?.join() ?? "refused"}`, () => {
      const headers = values.map((value) => ["Content-Encoding", value] as const);
      if (codings === undefined) {
        const refused = { kind: "answer", code: "answer/encodingUnknown" };
        assert.throws(() => readCodings(headers), refused);
      } else {
        assert.deepEqual(readCodings(headers), codings);
      }
    });
  }

  it("unpack to a bomb beyond a megabyte and two hundred times what came", () => {
    const cases = [
      [1, MEGABYTE, false],
      [1, MEGABYTE + 1, true],
      [10_000, 2_000_000, false],
      [10_000, 2_000_001, true],
    ] as const;
    for (const [received, decoded, isOne] of cases) {
      assert.equal(isBomb(received, decoded), isOne);
    }
  });

  it("fail in our own words", () => {
    const own = new AppError("input", "input/notSaved");
    assert.equal(decodingError(own), own);
    const cut = Object.assign(new Error("x"), { code: "Z_BUF_ERROR" });
    const codes = [cut, new Error("x"), { code: "Z_BUF_ERROR" }, undefined].map(
      (error) => decodingError(error).code,
    );
    const broken = "answer/encodingBroken";
    assert.deepEqual(codes, ["answer/cut", broken, broken, broken]);
  });
});

type Read = (coding: string, pieces: readonly Buffer[], limitBytes?: number) => Promise<Buffer>;

const collect: Read = async (coding, pieces, limitBytes = 2 * LIMIT) => {
  const heard: Buffer[] = [];
  const onBytes = (bytes: Uint8Array): void => void heard.push(Buffer.from(bytes));
  const content = collectContent(headersOf(coding), { limitBytes, onBytes });
  await take(content, pieces);
  const body = await content.finish();
  assert.ok(Buffer.concat(heard).equals(body.bytes));
  return Buffer.from(body.bytes);
};

const stream: Read = async (coding, pieces) => {
  const heard: Buffer[] = [];
  const content = streamContent(headersOf(coding), (bytes) => {
    heard.push(Buffer.from(bytes));
    return Promise.resolve();
  });
  await take(content, pieces);
  assert.equal((await content.finish()).byteLength, 0);
  return Buffer.concat(heard);
};

for (const [way, read] of [
  ["kept", collect],
  ["streamed", stream],
] as const) {
  describe(`a body that is ${way}`, () => {
    it("is what came where it has no coding", async () => {
      assert.ok(BYTES.equals(await read("", inPieces(BYTES, 70_000))));
      assert.equal((await read("", [])).byteLength, 0);
    });

    for (const [coding, encode] of CODINGS) {
      it(`is what was packed (${coding}), whole and in pieces`, async () => {
        const packed = encode(BYTES);
        assert.ok(BYTES.equals(await read(coding, [packed])));
        assert.ok(BYTES.equals(await read(coding, inPieces(packed, 9_000))));
        // Named, and not there: an answer to HEAD.
        assert.equal((await read(coding, [])).byteLength, 0);
      });

      it(`is never a part of it (${coding})`, async () => {
        const packed = encode(BYTES);
        for (const end of [packed.byteLength - 1, packed.byteLength - 9, 100, 1]) {
          const error = await failureOf(read(coding, inPieces(packed.subarray(0, end), 50_000)));
          assert.match(error.code, /^answer\/(cut|encodingBroken)$/, `${end}`);
        }
      });

      it(`has nothing behind its end (${coding})`, async () => {
        for (const rest of ["x", "\0", "more than that"]) {
          const surplus = [encode(BYTES), Buffer.from(rest)];
          for (const pieces of [surplus, [Buffer.concat(surplus)]]) {
            const error = await failureOf(read(coding, pieces));
            // What follows gzip is taken for the beginning of another member.
            assert.match(error.code, /^answer\/(cut|encodingBroken)$/);
          }
        }
      });

      it(`is refused where it is no ${coding}`, async () => {
        const error = await failureOf(read(coding, [Buffer.from("<html>no</html>".repeat(99))]));
        assert.equal(error.code, "answer/encodingBroken");
      });
    }

    it("may be a megabyte of nothing, and no more than that", async () => {
      const blanks = Buffer.alloc(MEGABYTE, " ");
      const most = 9 * MEGABYTE;
      assert.equal((await read("gzip", [zlib.gzipSync(blanks)], most)).byteLength, MEGABYTE);
      const bomb = zlib.gzipSync(Buffer.alloc(8 * MEGABYTE, " "));
      for (const pieces of [[bomb], inPieces(bomb, 1_000)]) {
        assert.equal((await failureOf(read("gzip", pieces, most))).code, "answer/ratio");
      }
    });
  });
}

describe("a body that is kept", () => {
  it("has as many bytes as are let in, and none more", async () => {
    for (const coding of ["", "gzip"]) {
      const packed = coding === "" ? BYTES : zlib.gzipSync(BYTES);
      assert.equal((await collect(coding, inPieces(packed, 9_000), LIMIT)).byteLength, LIMIT);
      const error = await failureOf(collect(coding, inPieces(packed, 9_000), LIMIT - 1));
      assert.deepEqual([error.code, error.values], ["answer/tooLarge", { limitBytes: LIMIT - 1 }]);
    }
  });

  it("is not read on where more came than its limit could be packed in", () => {
    const content = collectContent(headersOf("gzip"), { limitBytes: 10 });
    // Stored blocks: as long as what they hold.
    const packed = zlib.gzipSync(BYTES, { level: 0 });
    void content.chunk(packed.subarray(0, 10));
    assert.throws(() => content.chunk(packed.subarray(10, 65_600)), { code: "answer/tooLarge" });
    content.abandon();
  });

  it("is refused by the next bytes once it is broken", async () => {
    const content = collectContent(headersOf("gzip"), { limitBytes: LIMIT });
    const writing = async (): Promise<never> => {
      for (;;) {
        void content.chunk(Buffer.from("no gzip at all"));
        await turn();
      }
    };
    assert.equal((await failureOf(writing())).code, "answer/encodingBroken");
  });

  it("is read on as soon as what follows weighs up what it unpacked to", async () => {
    const whole = Buffer.concat([Buffer.alloc(3 * MEGABYTE, " "), BYTES]);
    const packed = zlib.gzipSync(whole);
    let heard = 0;
    const onBytes = (bytes: Uint8Array): void => void (heard += bytes.byteLength);
    const content = collectContent(headersOf("gzip"), { limitBytes: 2 * whole.length, onBytes });
    void content.chunk(packed.subarray(0, 3_000));
    while (heard <= MEGABYTE) {
      await turn();
    }
    assert.ok(heard < 2 * MEGABYTE);
    void content.chunk(packed.subarray(3_000));
    while (heard < whole.byteLength) {
      await turn();
    }
    assert.equal((await content.finish()).byteLength, whole.byteLength);
  });

  it("is gone when it is given up", async () => {
    for (const coding of ["", "gzip"]) {
      const content = collectContent(headersOf(coding), { limitBytes: LIMIT });
      void content.chunk(coding === "" ? BYTES : zlib.gzipSync(BYTES).subarray(0, 9_000));
      content.abandon();
      const end = async (): Promise<number> => (await content.finish()).byteLength;
      const found = await end().catch((error: unknown) => isAppError(error) && error.code);
      assert.equal(found, coding === "" ? 0 : "answer/cut");
    }
  });
});

describe("a body that is streamed", () => {
  it("waits for a sink that is slow", async () => {
    const open: (() => void)[] = [];
    const content = streamContent([], () => new Promise((resolve) => open.push(resolve)));
    let held: Promise<void> | undefined;
    let chunks = 0;
    for (; held === undefined; chunks++) {
      held = content.chunk(BYTES);
    }
    assert.ok(chunks < 4, `${chunks} chunks are held in memory`);
    let isFree = false;
    void held.then(() => (isFree = true));
    await turn();
    assert.deepEqual([open.length, isFree], [1, false]);
    for (let opened = 0; opened < chunks; await turn()) {
      open[opened]?.();
      opened = Math.min(opened + 1, open.length);
    }
    await held;
    await content.finish();
    assert.equal(open.length, chunks);
  });

  it("ends with the sink's own error, or that it could not be saved", async () => {
    const own = new AppError("canceled", "canceled/byUser");
    const foreign = new Error("no space left");
    for (const reason of [own, foreign]) {
      const content = streamContent(headersOf("gzip"), () => Promise.reject(reason));
      void content.chunk(zlib.gzipSync(BYTES));
      const error = await failureOf(Promise.resolve(content.finish()));
      assert.equal(error.code, reason === own ? "canceled/byUser" : "input/notSaved");
      assert.equal(error.cause, reason === own ? undefined : foreign);
    }
  });

  it("goes nowhere any more once it is given up", async () => {
    let count = 0;
    const content = streamContent([], () => {
      count++;
      return Promise.resolve();
    });
    const lost: unknown[] = [];
    const noteLost = (reason: unknown): void => void lost.push(reason);
    process.on("unhandledRejection", noteLost);
    content.abandon();
    void content.chunk(Buffer.from("a"));
    content.abandon();
    await turn();
    await turn();
    process.off("unhandledRejection", noteLost);
    assert.deepEqual(lost, []);
    await failureOf(Promise.resolve(content.finish()));
    assert.ok(count <= 1);
  });
});

function headersOf(coding: string): HeaderList {
  return coding === "" ? [] : [["content-encoding", coding]];
}

function inPieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

async function take(content: Content, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    await content.chunk(piece);
  }
}
