import { createHash, hash, type Hash } from "node:crypto";

/** What an answer holds, decoded. It stays in the pieces it came in until somebody asks. */
export interface Body {
  readonly byteLength: number;
  /** All of it in one piece; joined at the first use. */
  readonly bytes: Uint8Array;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

const BLOCK_BYTES = 65_536;
/** Longer ones are hashed as they come: at the end it would keep the thread too long. */
const HASHED_AT_ONCE = 1_048_576;

/** A body while it comes. Small pieces share blocks: alone each would cost many times its size. */
export class CollectedBody implements Body {
  byteLength = 0;
  private pieces: Uint8Array[] = [];
  private block: Buffer | undefined;
  private used = 0;
  private running: Hash | undefined;
  private digest: string | undefined;

  add(bytes: Uint8Array): void {
    // A small answer comes in one piece, which is not copied.
    if (this.byteLength === 0 || bytes.byteLength >= BLOCK_BYTES / 4) {
      this.endBlock();
      this.pieces.push(bytes);
    } else {
      this.copy(bytes);
    }
    this.byteLength += bytes.byteLength;
    if (this.running !== undefined) {
      this.running.update(bytes);
    } else if (this.byteLength > HASHED_AT_ONCE) {
      this.running = this.hashSoFar();
    }
  }

  get bytes(): Uint8Array {
    this.endBlock();
    if (this.pieces.length > 1) {
      this.pieces = [Buffer.concat(this.pieces, this.byteLength)];
    }
    return this.pieces[0] ?? EMPTY;
  }

  get sha256(): string {
    this.digest ??= this.running?.digest("hex") ?? hash("sha256", this.bytes, "hex");
    return this.digest;
  }

  clear(): void {
    this.pieces = [];
    this.block = undefined;
    this.byteLength = 0;
  }

  private hashSoFar(): Hash {
    const running = createHash("sha256");
    this.pieces.forEach((piece) => running.update(piece));
    return this.block === undefined ? running : running.update(this.block.subarray(0, this.used));
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

const EMPTY = new Uint8Array();

/** Of an answer whose body went elsewhere, or did not come whole. */
export const NO_BODY: Body = { byteLength: 0, bytes: EMPTY, sha256: hash("sha256", "", "hex") };
