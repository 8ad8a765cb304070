import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { AppError, isAppError } from "../base/errors";
import { findHeaders } from "./headers";
import type { HeaderList } from "../base/headers";

/** Codings that are asked for with `Accept-Encoding` and can be read. */
export const ACCEPTED_CODINGS = "gzip, deflate, br";

const STACKED_CODINGS = 3;
/** Up to here any ratio passes: small lists of equal rows compress very well. */
const FREE_DECODED_BYTES = 1_048_576;
const HIGHEST_RATIO = 200;
/** What comes out in one go; fewer goes cost less. */
const chunkSize = 65_536;

/** A decoder of the platform, which counts the bytes that it has read. */
export type Decoder = Transform & { readonly bytesWritten: number };

/**
 * Names of the codings of a body, in the order in which they were applied.
 * @throws AppError kind `answer` for one that was not asked for, or too many of them
 */
export function readCodings(headers: HeaderList): string[] {
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

/** One decoder for each coding, the first that has to read first; by the first byte of a body. */
export function openDecoders(codings: readonly string[], firstByte: number): readonly Decoder[] {
  return codings.toReversed().flatMap((coding, index) => {
    const decoder = DECODERS[coding]?.(index === 0 ? firstByte : ZLIB_FORMAT);
    return decoder === undefined ? [] : [decoder];
  });
}

/** More came out than an answer of a service would hold, for what went in. */
export function isBomb(received: number, decoded: number): boolean {
  return decoded > Math.max(FREE_DECODED_BYTES, received * HIGHEST_RATIO);
}

/** What a decoder threw, in our words. */
export function decodingError(error: unknown): AppError {
  if (isAppError(error)) {
    return error;
  }
  // Z_BUF_ERROR: the input ended before its trailer. Lenient readers show half a text here.
  const isCut = error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR";
  return new AppError("answer", isCut ? "answer/cut" : "answer/encodingBroken");
}

/** The error for more bytes than are read into memory. */
export function tooLarge(limitBytes: number): AppError {
  return new AppError("answer", "answer/tooLarge", { values: { limitBytes } });
}

/** First byte of the zlib format with its usual window (RFC 1950, section 2.2). */
const ZLIB_FORMAT = 0x78;

type OpenDecoder = (firstByte: number) => Decoder;

const openGunzip: OpenDecoder = () => zlib.createGunzip({ chunkSize });

const DECODERS: Readonly<Record<string, OpenDecoder>> = {
  gzip: openGunzip,
  "x-gzip": openGunzip,
  br: () => zlib.createBrotliDecompress({ chunkSize }),
  // "deflate" is the zlib format (RFC 9110, section 8.4.1.2), but servers also send it raw.
  deflate: (firstByte) =>
    (firstByte & 0x0f) === 8
      ? zlib.createInflate({ chunkSize })
      : zlib.createInflateRaw({ chunkSize }),
};

export interface DecodingOptions {
  readonly codings: readonly string[];
  readonly firstByte: number;
  /** Of what comes out. */
  readonly limitBytes: number;
  readonly onBytes: (bytes: Uint8Array) => void;
}

/**
 * Decodes a body as it comes. Of what would unpack to far too much no more is unpacked than the
 * bytes that came allow; whether it is a bomb shows at its end.
 */
export class Decoding {
  private readonly stages: readonly Stage[];
  private readonly done = Promise.withResolvers<undefined>();
  private failure: AppError | undefined;

  constructor({ codings, firstByte, limitBytes, onBytes }: DecodingOptions) {
    const fail = (error: AppError): void => this.fail(error);
    let next: Next = { write: onBytes, end: () => this.done.resolve(undefined) };
    const stages: Stage[] = [];
    for (const decoder of openDecoders(codings, firstByte).toReversed()) {
      const stage = new Stage(decoder, { limitBytes, next, fail });
      stages.unshift(stage);
      next = stage;
    }
    this.stages = stages;
    // It is awaited at the end; until then a failure shows by the next bytes.
    this.done.promise.catch(() => undefined);
  }

  /** @throws AppError kind `answer` when what came before cannot be decoded */
  write(bytes: Uint8Array): void {
    if (this.failure !== undefined) {
      throw this.failure;
    }
    this.stages[0]?.write(bytes);
  }

  /** Done when all of it was given on; rejects with an `AppError` of kind `answer`. */
  async end(): Promise<void> {
    this.stages[0]?.end();
    await this.done.promise;
  }

  destroy(): void {
    this.fail(new AppError("answer", "answer/cut"));
  }

  private fail(error: AppError): void {
    if (this.failure === undefined) {
      this.failure = error;
      this.stages.forEach((stage) => stage.destroy());
      this.done.reject(error);
    }
  }
}

interface Next {
  write(bytes: Uint8Array): void;
  end(): void;
}

interface StageOptions {
  readonly limitBytes: number;
  readonly next: Next;
  readonly fail: (error: AppError) => void;
}

/** One coding of a body, and the limits on it. */
class Stage implements Next {
  private received = 0;
  private decoded = 0;
  private hasAll = false;
  private isOver = false;

  constructor(
    private readonly decoder: Decoder,
    private readonly options: StageOptions,
  ) {
    decoder.on("data", (bytes: Uint8Array) => this.forward(bytes));
    decoder.on("end", () => this.finish());
    decoder.on("error", (error) => this.fail(decodingError(error)));
  }

  write(bytes: Uint8Array): void {
    this.received += bytes.byteLength;
    if (!this.isOver) {
      this.decoder.write(bytes);
      this.checkLimits();
    }
  }

  end(): void {
    this.hasAll = true;
    if (!this.isOver) {
      this.decoder.end();
      this.checkLimits();
    }
  }

  destroy(): void {
    this.isOver = true;
    this.decoder.destroy();
  }

  private forward(bytes: Uint8Array): void {
    if (this.isOver) {
      return;
    }
    this.decoded += bytes.byteLength;
    this.checkLimits();
    if (this.decoded <= this.options.limitBytes) {
      this.options.next.write(bytes);
    }
  }

  private checkLimits(): void {
    if (!isBomb(this.received, this.decoded)) {
      if (this.decoded > this.options.limitBytes) {
        this.fail(tooLarge(this.options.limitBytes));
      } else if (this.decoder.isPaused()) {
        this.decoder.resume();
      }
    } else if (this.hasAll) {
      this.fail(new AppError("answer", "answer/ratio"));
    } else {
      // What follows may weigh it up.
      this.decoder.pause();
    }
  }

  /** What follows the end of a coding is left unread by its decoder. */
  private finish(): void {
    if (this.isOver) {
      return;
    }
    if (!this.hasAll || this.decoder.bytesWritten !== this.received) {
      this.fail(new AppError("answer", "answer/encodingBroken"));
      return;
    }
    this.isOver = true;
    this.options.next.end();
  }

  private fail(error: AppError): void {
    if (!this.isOver) {
      this.isOver = true;
      this.options.fail(error);
    }
  }
}
