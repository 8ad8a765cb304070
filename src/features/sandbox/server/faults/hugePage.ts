import { createHolding } from "../data/holdings";
import { createRandom } from "../data/random";
import { stringifyJson } from "../data/losslessJson";

/** Rows that are drawn; the rest are these under other ids, which costs no more than copying. */
const DRAWN = 1000;
const ID_DIGITS = 7;
const DIGIT_ZERO = 0x30;

/**
 * A page of holdings of at least so many bytes, made while it is sent: its size costs the sandbox
 * no memory, and other calls are answered meanwhile. Ids are all different.
 */
export function* hugePage(bytes: number): Generator<Buffer, void, undefined> {
  yield Buffer.from('{"items":[');
  const block = drawBlock();
  let first = 0;
  let left = bytes;
  while (left > block.bytes.length) {
    yield numbered(block, first);
    first += DRAWN;
    left -= block.bytes.length;
  }
  // The last row that is needed ends behind what is left, and its comma goes.
  const end = block.ends.find((at) => at >= left) ?? block.bytes.length;
  yield numbered(block, first).subarray(0, end - 1);
  yield Buffer.from("]}");
}

interface Block {
  /** Each row with a comma behind it. */
  readonly bytes: Buffer;
  /** Where each row and its comma end. */
  readonly ends: readonly number[];
}

let drawn: Block | undefined;

function drawBlock(): Block {
  if (drawn === undefined) {
    const random = createRandom("huge");
    const id = `HLD-${"0".repeat(ID_DIGITS)}`;
    const rows = Array.from({ length: DRAWN }, () =>
      Buffer.from(`${stringifyJson(createHolding(random, id))},`),
    );
    let end = 0;
    drawn = { bytes: Buffer.concat(rows), ends: rows.map((row) => (end += row.length)) };
  }
  return drawn;
}

/** A copy of the block whose rows count on from a number. The id is a holding's last member. */
function numbered({ bytes, ends }: Block, first: number): Buffer {
  const copy = Buffer.from(bytes);
  ends.forEach((end, index) => {
    let number = first + index + 1;
    let at = end - '"},'.length;
    for (let digit = 0; digit < ID_DIGITS; digit++) {
      copy[--at] = DIGIT_ZERO + (number % 10);
      number = Math.floor(number / 10);
    }
  });
  return copy;
}
