import { once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError, isAppError } from "../base/errors";
import { CollectedBody, NO_BODY, type Body } from "./body";
import {
  Decoding,
  decodingError,
  isBomb,
  openDecoders,
  readCodings,
  tooLarge,
  type Decoder,
} from "./decoding";
import type { HeaderList } from "../base/headers";

/** Takes a body as it comes, decoded; the next chunk follows when the promise is done. */
export type ByteSink = (chunk: Uint8Array) => Promise<void>;

/** A coded body may be a little larger than what it holds: stored blocks have headers. */
const CODING_OVERHEAD = 65_536;

/** Where the bytes of a body go as they come; afterwards what they hold. */
export interface Content {
  /** A promise holds the rest of the body back. Throws `AppError`. */
  chunk(bytes: Uint8Array): Promise<void> | undefined;
  /**
   * Called when the body ended whole; what it holds, or nothing where it went to a sink.
   * A body that ends early inside its coding is an error: a part is never taken for the whole.
   */
  finish(): Body | Promise<Body>;
  /** Called when it did not end whole. */
  abandon(): void;
}

export interface CollectOptions {
  /** Decoded bytes; while decoding, no more than that is ever held. */
  readonly limitBytes: number;
  /** Told of every decoded byte, in order, as it comes. */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
}

/**
 * Keeps a body in memory.
 * @throws AppError kind `answer`
 */
export function collectContent(headers: HeaderList, options: CollectOptions): Content {
  const { limitBytes, onBytes } = options;
  const codings = readCodings(headers);
  const body = new CollectedBody();
  const take = (bytes: Uint8Array): void => {
    body.add(bytes);
    onBytes?.(bytes);
  };
  return codings.length === 0
    ? collectPlain(body, limitBytes, take)
    : collectCoded(body, { codings, limitBytes, onBytes: take });
}

function collectPlain(
  body: CollectedBody,
  limitBytes: number,
  take: (bytes: Uint8Array) => void,
): Content {
  return {
    chunk: (bytes) => {
      if (body.byteLength + bytes.byteLength > limitBytes) {
        throw tooLarge(limitBytes);
      }
      take(bytes);
      return undefined;
    },
    finish: () => body,
    abandon: () => body.clear(),
  };
}

interface Coded {
  readonly codings: readonly string[];
  readonly limitBytes: number;
  readonly onBytes: (bytes: Uint8Array) => void;
}

function collectCoded(body: CollectedBody, options: Coded): Content {
  let received = 0;
  let decoding: Decoding | undefined;
  return {
    chunk: (bytes) => {
      received += bytes.byteLength;
      if (received > options.limitBytes + CODING_OVERHEAD) {
        throw tooLarge(options.limitBytes);
      }
      decoding ??= new Decoding({ ...options, firstByte: bytes[0] ?? 0 });
      decoding.write(bytes);
      return undefined;
    },
    // An answer without a body (HEAD, 204, 304) may still name a coding.
    finish: () => decoding?.end().then(() => body) ?? body,
    abandon: () => {
      decoding?.destroy();
      body.clear();
    },
  };
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
      return NO_BODY;
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
  const decoders = openDecoders(codings, firstByte);
  const input = new PassThrough();
  const counts = { received: 0, decoded: 0 };
  const output = new Writable({
    write: (chunk: Uint8Array, _encoding, next) => {
      counts.decoded += chunk.byteLength;
      if (decoders.length > 0 && isBomb(counts.received, counts.decoded)) {
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

/** What follows the end of a coding is left unread by its decoder. */
function requireAllRead([first]: readonly Decoder[], received: number): void {
  if (received > 0 && first !== undefined && first.bytesWritten !== received) {
    throw new AppError("answer", "answer/encodingBroken");
  }
}
