const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const MARK = [0xef, 0xbb, 0xbf];

/**
 * JSON Lines as the text of one array, some bytes at a time. Line feeds stay, so that a place in
 * the array is that line of the file; blank lines are none.
 */
export class LinesAsArray {
  private isBegun = false;
  /** A line has begun that is not blank. */
  private hasRow = false;
  /** It is over: a comma follows, if there is another. */
  private isOver = false;

  add(bytes: Uint8Array): Uint8Array {
    // One comma for each line feed at most, and the bracket.
    const into = new Uint8Array(bytes.length * 2 + 1);
    let to = this.begin(into);
    let from = this.isBegun ? 0 : markLength(bytes);
    this.isBegun = true;
    while (from < bytes.length) {
      const feed = bytes.indexOf(LINE_FEED, from);
      const end = feed === -1 ? bytes.length : feed;
      const line = bytes.subarray(from, end);
      if (!isBlank(line)) {
        if (this.isOver) {
          into[to++] = COMMA;
        }
        this.hasRow = true;
        this.isOver = false;
      }
      into.set(line, to);
      to += line.length;
      if (feed !== -1) {
        into[to++] = LINE_FEED;
        this.isOver = this.hasRow;
      }
      from = end + 1;
    }
    return into.subarray(0, to);
  }

  end(): Uint8Array {
    return new TextEncoder().encode(this.isBegun ? "]" : "[]");
  }

  private begin(into: Uint8Array): number {
    if (this.isBegun) {
      return 0;
    }
    into[0] = 0x5b;
    return 1;
  }
}

function markLength(bytes: Uint8Array): number {
  return MARK.every((byte, at) => bytes[at] === byte) ? MARK.length : 0;
}

/** Spaces, tabs and carriage returns alone. */
function isBlank(line: Uint8Array): boolean {
  for (const byte of line) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) {
      return false;
    }
  }
  return true;
}
