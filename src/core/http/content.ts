import { once } from "node:events";
import { PassThrough, type Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { AppError, isAppError } from "../errors";
import type { ByteSink } from "../service/client";
import { findHeaders, type HeaderList } from "./headers";

/** Codings that are asked for with `Accept-Encoding` and can be read. */
export const ACCEPTED_CODINGS = "gzip, deflate, br";

const STACKED_CODINGS = 3;
/** A coded body may be a little larger than what it holds: stored blocks have headers. */
const CODING_OVERHEAD = 65_536;
/** Up to here any ratio passes: small lists of equal rows compress very well. */
const FREE_DECODED_BYTES = 1_048_576;
const HIGHEST_RATIO = 200;

/** Where the bytes of a body go as they come; afterwards what they hold. */
export interface Content {
  /** A promise holds the rest of the body back. Throws `AppError`. */
  chunk(bytes: Uint8Array): Promise<void> | undefined;
  /**
   * Called when the body ended whole; the decoded bytes, or none where they went to a sink.
   * A body that ends early inside its coding is an error: a part is never taken for the whole.
   */
  finish(): Uint8Array | Promise<Uint8Array>;
  /** Called when it did not end whole. */
  abandon(): void;
}

/**
 * Keeps a body in memory. The limit counts decoded bytes; while decoding, no more than the
 * limit is ever held.
 * @throws AppError kind `answer`
 */
export function collectContent(headers: HeaderList, limitBytes: number): Content {
  const codings = readCodings(headers);
  const room = codings.length === 0 ? 0 : CODING_OVERHEAD;
  const kept = new Pieces();
  return {
    chunk: (bytes) => {
      if (kept.length + bytes.byteLength > limitBytes + room) {
        throw tooLarge(limitBytes);
      }
      kept.add(bytes);
      return undefined;
    },
    finish: () => {
      const content = kept.join();
      // An answer without a body (HEAD, 204, 304) may still name a coding.
      return codings.length === 0 || content.length === 0
        ? content
        : decodeAll(codings, content, limitBytes);
    },
    abandon: () => kept.clear(),
  };
}

const BLOCK_BYTES = 65_536;

/** Bytes as they came. Small ones share blocks: alone each would cost a hundred times its size. */
class Pieces {
  length = 0;
  private pieces: Uint8Array[] = [];
  private block: Buffer | undefined;
  private used = 0;

  add(bytes: Uint8Array): void {
    // A small answer comes in one piece, which is not copied.
    if (this.length === 0 || bytes.byteLength >= BLOCK_BYTES / 4) {
      this.endBlock();
      this.pieces.push(bytes);
    } else {
      this.copy(bytes);
    }
    this.length += bytes.byteLength;
  }

  join(): Uint8Array {
    this.endBlock();
    const [only] = this.pieces;
    return only !== undefined && this.pieces.length === 1
      ? only
      : Buffer.concat(this.pieces, this.length);
  }

  clear(): void {
    this.pieces = [];
    this.block = undefined;
  }

  private copy(bytes: Uint8Array): void {
    if (this.block !== undefined && this.used + bytes.byteLength > BLOCK_BYTES) {
      this.endBlock();
    }
    this.block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.block.set(bytes, this.used);
    this.used += bytes.byteLength;
  }

  private endBlock(): void {
    if (this.block !== undefined) {
      this.pieces.push(this.block.subarray(0, this.used));
      this.block = undefined;
      this.used = 0;
    }
  }
}

/**
 * Hands a body on as it is decoded, of any size; only the ratio of a coded one is limited.
 * @throws AppError kind `answer`
 */
export function streamContent(headers: HeaderList, sink: ByteSink): Content {
  const codings = readCodings(headers);
  let stream: Stream | undefined;
  return {
    chunk: (bytes) => {
      stream ??= openStream(codings, bytes[0] ?? 0, sink);
      return stream.write(bytes);
    },
    finish: async () => {
      await stream?.end();
      return new Uint8Array();
    },
    abandon: () => {
      stream?.destroy();
    },
  };
}

interface Stream {
  write(bytes: Uint8Array): Promise<void> | undefined;
  end(): Promise<void>;
  destroy(): void;
}

/** Opened with the first byte, which alone tells the two forms of "deflate" apart. */
function openStream(codings: readonly string[], firstByte: number, sink: ByteSink): Stream {
  const decoders = codings.toReversed().flatMap((coding, index) => {
    const decoder = DECODERS[coding]?.stream(index === 0 ? firstByte : ZLIB_FORMAT);
    return decoder === undefined ? [] : [decoder];
  });
  const input = new PassThrough();
  const counts = { received: 0, decoded: 0 };
  const output = new Writable({
    write: (chunk: Uint8Array, _encoding, next) => {
      counts.decoded += chunk.byteLength;
      if (decoders.length > 0 && isBomb(counts)) {
        next(new AppError("answer", "answer/ratio"));
      } else {
        sink(chunk)
          .catch(notSaved)
          .then(() => next(), next);
      }
    },
  });
  const done = pipeline([input, ...decoders, output]).catch((error: unknown) => {
    throw decodingError(error);
  });
  // It is awaited at the end; until then a failure shows by the next chunk.
  done.catch(() => undefined);
  return {
    write: (bytes) => {
      counts.received += bytes.byteLength;
      return input.write(bytes) ? undefined : Promise.race([drained(input), done]);
    },
    end: async () => {
      input.end();
      await done;
      requireAllRead(decoders, counts.received);
    },
    destroy: () => {
      input.destroy();
    },
  };
}

function notSaved(cause: unknown): never {
  throw isAppError(cause) ? cause : new AppError("input", "input/notSaved", { cause });
}

async function drained(input: PassThrough): Promise<void> {
  await once(input, "drain");
}

interface Counts {
  readonly received: number;
  readonly decoded: number;
}

function isBomb({ received, decoded }: Counts): boolean {
  return decoded > Math.max(FREE_DECODED_BYTES, received * HIGHEST_RATIO);
}

/** What follows the end of a coding is left unread by its decoder. */
function requireAllRead(decoders: readonly Transform[], received: number): void {
  const [first] = decoders as readonly (Transform & { readonly bytesWritten?: number })[];
  if (received > 0 && first !== undefined && first.bytesWritten !== received) {
    throw new AppError("answer", "answer/encodingBroken");
  }
}

function readCodings(headers: HeaderList): string[] {
  const values = findHeaders(headers, "content-encoding");
  const codings = values
    .flatMap((value) => value.split(","))
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== "" && value !== "identity");
  const known = codings.every((coding) => Object.hasOwn(DECODERS, coding));
  if (!known || codings.length > STACKED_CODINGS) {
    throw new AppError("answer", "answer/encodingUnknown");
  }
  return codings;
}

interface Decoded {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}
type Decode = (input: Uint8Array, options: object) => Promise<unknown>;

interface Decoder {
  readonly whole: Decode;
  readonly stream: (firstByte: number) => Transform;
}

/** First byte of the zlib format with its usual window (RFC 1950, section 2.2). */
const ZLIB_FORMAT = 0x78;

const GZIP: Decoder = {
  whole: promisify<Uint8Array, object, unknown>(zlib.gunzip),
  stream: () => zlib.createGunzip(),
};

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: GZIP,
  "x-gzip": GZIP,
  br: {
    whole: promisify<Uint8Array, object, unknown>(zlib.brotliDecompress),
    stream: () => zlib.createBrotliDecompress(),
  },
  // "deflate" is the zlib format (RFC 9110, section 8.4.1.2), but servers also send it raw.
  deflate: {
    whole: (input, options) =>
      isZlibFormat(input[0] ?? 0)
        ? promisify<Uint8Array, object, unknown>(zlib.inflate)(input, options)
        : promisify<Uint8Array, object, unknown>(zlib.inflateRaw)(input, options),
    stream: (firstByte) =>
      isZlibFormat(firstByte) ? zlib.createInflate() : zlib.createInflateRaw(),
  },
};

function isZlibFormat(firstByte: number): boolean {
  return (firstByte & 0x0f) === 8;
}

async function decodeAll(
  codings: readonly string[],
  input: Uint8Array,
  limitBytes: number,
): Promise<Uint8Array> {
  let content = input;
  for (const coding of codings.toReversed()) {
    content = await decode(coding, content, limitBytes);
  }
  return content;
}

async function decode(coding: string, input: Uint8Array, limitBytes: number): Promise<Uint8Array> {
  const ratioBytes = Math.max(FREE_DECODED_BYTES, input.byteLength * HIGHEST_RATIO);
  const maxOutputLength = Math.max(1, Math.min(limitBytes, ratioBytes));
  try {
    const options = { info: true, maxOutputLength };
    const decoded = (await DECODERS[coding]?.whole(input, options)) as Decoded;
    if (decoded.engine.bytesWritten !== input.byteLength) {
      throw new AppError("answer", "answer/encodingBroken");
    }
    return decoded.buffer;
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") {
      const byRatio = maxOutputLength < limitBytes;
      throw byRatio ? new AppError("answer", "answer/ratio") : tooLarge(limitBytes);
    }
    throw decodingError(error);
  }
}

function decodingError(error: unknown): AppError {
  if (isAppError(error)) {
    return error;
  }
  // Z_BUF_ERROR: the input ended before its trailer. Lenient readers show half a text here.
  const isCut = codeOf(error) === "Z_BUF_ERROR";
  return new AppError("answer", isCut ? "answer/cut" : "answer/encodingBroken");
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("answer", "answer/tooLarge", { values: { limitBytes } });
}
