import { open } from "node:fs/promises";
import { throwIfAborted } from "../../../../platform/base/scope";

const BLOCK_BYTES = 131_072;
const LINE_FEED = 0x0a;

/** A file of lines, and who wants to know how far it is read. */
export interface LineSource {
  readonly from: string;
  /** Bytes that are done. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Whole lines as bytes, about a megabyte at a time; only the last of them may lack its line feed.
 * A block is good until the next one is asked for. Throws the reason of the signal.
 */
export async function* lineBlocks(source: LineSource): AsyncGenerator<Buffer> {
  const file = await open(source.from, "r");
  try {
    let buffer = Buffer.allocUnsafe(BLOCK_BYTES);
    let [held, done] = [0, 0];
    for (;;) {
      throwIfAborted(source.signal);
      const { bytesRead } = await file.read(buffer, held, buffer.length - held);
      const all = held + bytesRead;
      const end = bytesRead === 0 ? all : endOfLines(buffer, held, all);
      if (end > 0) {
        yield buffer.subarray(0, end);
        done += end;
        source.onProgress?.(done);
      }
      if (bytesRead === 0) {
        return;
      }
      buffer.copyWithin(0, end, all);
      held = all - end;
      buffer = held === buffer.length ? twiceAsLong(buffer) : buffer;
    }
  } finally {
    await file.close();
  }
}

/** Where the last line ends that is whole; 0 where none is. Looks at what is new alone. */
function endOfLines(buffer: Buffer, held: number, all: number): number {
  const last = buffer.subarray(held, all).lastIndexOf(LINE_FEED);
  return last < 0 ? 0 : held + last + 1;
}

function twiceAsLong(buffer: Buffer): Buffer<ArrayBuffer> {
  const longer = Buffer.allocUnsafe(buffer.length * 2);
  buffer.copy(longer);
  return longer;
}

/** How many lines a block holds. */
export function countLines(block: Uint8Array): number {
  let count = 0;
  for (let at = block.indexOf(LINE_FEED); at >= 0; at = block.indexOf(LINE_FEED, at + 1)) {
    count++;
  }
  return block.at(-1) === LINE_FEED ? count : count + 1;
}
