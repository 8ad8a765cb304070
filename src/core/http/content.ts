import type { Readable } from "node:stream";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { AppError } from "../errors";
import { findHeaders } from "./headers";
import { abortReason, throwIfAborted, untilAborted } from "./scope";
import type { WireAnswer } from "./sender";
import { translateWireError } from "./wireErrors";

/** Codings that are asked for with `Accept-Encoding` and can be read. */
export const ACCEPTED_CODINGS = "gzip, deflate, br";

const STACKED_CODINGS = 3;
/** A coded body may be a little larger than what it holds: stored blocks have headers. */
const CODING_OVERHEAD = 65_536;
/** Up to here any ratio passes: small lists of equal rows compress very well. */
const FREE_DECODED_BYTES = 1_048_576;
const HIGHEST_RATIO = 200;

/**
 * Reads a body whole and decodes it. The limit counts decoded bytes; while decoding, no more
 * than the limit is ever held. A body that ends early, in HTTP or inside its coding, is an
 * error: a part is never taken for the whole.
 * @throws AppError kinds `answer`, `network`, `canceled`
 */
export async function readContent(
  answer: WireAnswer,
  limitBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const codings = readCodings(answer);
  if (codings === undefined) {
    answer.body.on("error", ignore).destroy();
    throw new AppError("answer", "answer/encodingUnknown");
  }
  const room = codings.length === 0 ? 0 : CODING_OVERHEAD;
  let content = await collect(answer.body, limitBytes, { room, signal });
  // An answer without a body (HEAD, 204, 304) may still name a coding.
  for (const coding of content.length === 0 ? [] : codings.reverse()) {
    content = await untilAborted(decode(coding, content, limitBytes), signal);
  }
  throwIfAborted(signal);
  return content;
}

interface CollectOptions {
  readonly room: number;
  readonly signal: AbortSignal;
}

async function collect(
  body: Readable,
  limitBytes: number,
  { room, signal }: CollectOptions,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const onAbort = (): void => void body.destroy(abortReason(signal));
  signal.addEventListener("abort", onAbort, { once: true });
  // A stream that fails after its last reader left would end the process otherwise.
  body.on("error", ignore);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      throwIfAborted(signal);
      length += chunk.byteLength;
      if (length > limitBytes + room) {
        throw tooLarge(limitBytes);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    throwIfAborted(signal);
    throw error instanceof AppError ? error : translateWireError(error, "inBody");
  } finally {
    signal.removeEventListener("abort", onAbort);
    body.destroy();
  }
  // A stream that was destroyed by the abort can also end its loop quietly.
  throwIfAborted(signal);
  return Buffer.concat(chunks, length);
}

function readCodings(answer: WireAnswer): string[] | undefined {
  const codings = findHeaders(answer.headers, "content-encoding")
    .flatMap((value) => value.split(","))
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== "" && value !== "identity");
  const known = codings.every((coding) => coding in DECODERS);
  return known && codings.length <= STACKED_CODINGS ? codings : undefined;
}

interface Decoded {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}
type Decoder = (input: Uint8Array, options: object) => Promise<unknown>;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify<Uint8Array, object, unknown>(zlib.gunzip),
  "x-gzip": promisify<Uint8Array, object, unknown>(zlib.gunzip),
  br: promisify<Uint8Array, object, unknown>(zlib.brotliDecompress),
  // "deflate" is the zlib format (RFC 9110, section 8.4.1.2), but servers also send it raw.
  deflate: (input, options) =>
    ((input[0] ?? 0) & 0x0f) === 8
      ? promisify<Uint8Array, object, unknown>(zlib.inflate)(input, options)
      : promisify<Uint8Array, object, unknown>(zlib.inflateRaw)(input, options),
};

async function decode(coding: string, input: Uint8Array, limitBytes: number): Promise<Uint8Array> {
  const ratioBytes = Math.max(FREE_DECODED_BYTES, input.byteLength * HIGHEST_RATIO);
  const maxOutputLength = Math.max(1, Math.min(limitBytes, ratioBytes));
  const decoder = DECODERS[coding];
  try {
    const decoded = (await decoder?.(input, { info: true, maxOutputLength })) as Decoded;
    if (decoded.engine.bytesWritten !== input.byteLength) {
      throw new AppError("answer", "answer/encodingBroken");
    }
    return decoded.buffer;
  } catch (error) {
    throw translateDecodingError(error, maxOutputLength < limitBytes, limitBytes);
  }
}

function translateDecodingError(error: unknown, byRatio: boolean, limitBytes: number): AppError {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ERR_BUFFER_TOO_LARGE") {
    return byRatio ? new AppError("answer", "answer/ratio") : tooLarge(limitBytes);
  }
  // Z_BUF_ERROR: the input ended before its trailer. Lenient readers show half a text here.
  return new AppError("answer", code === "Z_BUF_ERROR" ? "answer/cut" : "answer/encodingBroken");
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("answer", "answer/tooLarge", { values: { limitBytes } });
}

function ignore(): void {
  // The error reaches the reader by its own way.
}
