import type { RowPlaces } from "./cutPage";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/**
 * Makes lines of rows where they are, one behind the other, and tells their places in them. Rows
 * stay byte for byte but for line breaks, which in JSON can only be white space between tokens:
 * each becomes a space. Gives the part of the bytes that is lines.
 */
export function makeLines(
  bytes: Uint8Array<ArrayBuffer>,
  rows: RowPlaces,
): Uint8Array<ArrayBuffer> {
  if (rows.count === 0) {
    return bytes.subarray(0, 0);
  }
  const start = rows.from(0);
  // Of a `Buffer` the search for a byte is the platform's.
  const area = Buffer.from(bytes.buffer, bytes.byteOffset + start, rows.to(rows.count - 1) - start);
  const hasBreaks = area.includes(LINE_FEED) || area.includes(CARRIAGE_RETURN);
  let end = start;
  for (let row = 0; row < rows.count; row++) {
    const [from, to] = [rows.from(row), rows.to(row)];
    if (from !== end) {
      bytes.copyWithin(end, from, to);
    }
    rows.move(row, end - start);
    end += to - from;
    if (hasBreaks) {
      flatten(bytes, end - (to - from), end);
    }
    // A comma or a bracket stood behind it: what comes next is not reached.
    bytes[end] = LINE_FEED;
    end++;
  }
  return bytes.subarray(start, end);
}

function flatten(bytes: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    if (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) {
      bytes[at] = SPACE;
    }
  }
}
