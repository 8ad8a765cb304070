const LEAST = 16_384;

/** The body of one answer as it comes, copied once into a buffer that goes to the thread. */
export class PageBytes {
  length = 0;
  private data: Uint8Array<ArrayBuffer>;

  /** `expected`: bytes of the page before it, which the next one is like. */
  constructor(expected: number, spare?: Uint8Array<ArrayBuffer>) {
    this.data = spare ?? roomFor(Math.max(LEAST, Math.ceil(expected * 1.25)));
  }

  /** The bytes may change afterwards. */
  add(chunk: Uint8Array): void {
    const needed = this.length + chunk.length + 1;
    if (needed > this.data.length) {
      const larger = roomFor(Math.max(needed, this.data.length * 2));
      larger.set(this.data.subarray(0, this.length));
      this.data = larger;
    }
    this.data.set(chunk, this.length);
    this.length += chunk.length;
  }

  /** All of them; a zero byte follows them. */
  get bytes(): Uint8Array<ArrayBuffer> {
    this.data[this.length] = 0;
    return this.data;
  }
}

/** Written over before it is read; of its own, so that it can go to another thread. */
function roomFor(bytes: number): Uint8Array<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(bytes);
}
