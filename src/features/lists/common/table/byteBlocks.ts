/** Small, so that the first rows are there soon. */
export const FIRST_BLOCK = 131_072;
const BLOCK = 1_048_576;

/**
 * Copies bytes as they come into blocks, and gives away each that is full: a message for every
 * piece of the network would cost more than what is in it.
 */
export class ByteBlocks {
  private block: Uint8Array<ArrayBuffer> | undefined;
  private used = 0;
  private size = FIRST_BLOCK;

  constructor(private readonly give: (bytes: Uint8Array<ArrayBuffer>) => void) {}

  /** The bytes may change afterwards. */
  add(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      this.block ??= new Uint8Array(this.size);
      const end = Math.min(bytes.length, at + this.block.length - this.used);
      this.block.set(bytes.subarray(at, end), this.used);
      this.used += end - at;
      at = end;
      if (this.used === this.block.length) {
        this.end();
        this.size = BLOCK;
      }
    }
  }

  /** Gives away what is in the last block; short, it is copied once more. */
  end(): void {
    const { block, used } = this;
    if (block !== undefined && used > 0) {
      this.block = undefined;
      this.used = 0;
      this.give(used === block.length ? block : block.slice(0, used));
    }
  }
}
