import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";

/**
 * A stream of pieces that lets other calls be answered between two of them. On loopback a write
 * ends at once, so that waiting for the reader alone would never give them a turn.
 */
export function inTurns(pieces: Iterable<string | Buffer>): Readable {
  return Readable.from(oneByOne(pieces));
}

async function* oneByOne(
  pieces: Iterable<string | Buffer>,
): AsyncGenerator<string | Buffer, void, undefined> {
  for (const piece of pieces) {
    yield piece;
    await turn();
  }
}
