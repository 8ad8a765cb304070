import { createHash } from "node:crypto";
import type { Converted } from "../exports";
import { countLines, lineBlocks, type LineSource } from "./lineBlocks";
import type { MadeFile } from "./madeFile";

const LINE_FEED = 0x0a;
const COMMA = 0x2c;

/** How many rows a file of one form has, and how they became cells where they did. */
export type Written = Pick<Converted, "rows" | "flattening">;

/** JSON Lines as they are. */
export async function writeJsonLines(source: LineSource, made: MadeFile): Promise<Written> {
  let rows = 0;
  for await (const block of lineBlocks(source)) {
    rows += countLines(block);
    await made.addBytes(block);
  }
  return { rows };
}

/** What a file of JSON Lines holds. */
export async function readFacts(source: LineSource): Promise<Converted> {
  const hash = createHash("sha256");
  let [bytes, rows] = [0, 0];
  for await (const block of lineBlocks(source)) {
    hash.update(block);
    bytes += block.length;
    rows += countLines(block);
  }
  return { bytes, rows, sha256: hash.digest("hex") };
}

/** One array, a row on each line, byte for byte as in the lines. */
export async function writeJson(source: LineSource, made: MadeFile): Promise<Written> {
  let rows = 0;
  for await (const block of lineBlocks(source)) {
    await made.addText(rows === 0 ? "[\n" : ",\n");
    rows += countLines(block);
    await made.addBytes(joined(block));
  }
  await made.addText(rows === 0 ? "[]\n" : "\n]\n");
  return { rows };
}

/** The lines with commas between them, without the last line feed. */
function joined(block: Uint8Array): Uint8Array {
  const lines = block.at(-1) === LINE_FEED ? block.subarray(0, -1) : block;
  const bytes = Buffer.allocUnsafe(lines.length + countLines(block) - 1);
  let [from, to] = [0, 0];
  for (let end = lines.indexOf(LINE_FEED); end >= 0; end = lines.indexOf(LINE_FEED, from)) {
    bytes.set(lines.subarray(from, end), to);
    to += end - from;
    bytes[to++] = COMMA;
    bytes[to++] = LINE_FEED;
    from = end + 1;
  }
  bytes.set(lines.subarray(from), to);
  return bytes;
}
