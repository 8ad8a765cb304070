import { AppError, isAppError } from "../../../../platform/base/errors";
import { childEntries, type IndexedText } from "../../../../platform/json/entryReading";
import { scanJson } from "../../../../platform/json/scan";
import { countLines, lineBlocks, type LineSource } from "./lineBlocks";

/** Rows that were read together: their text, and the number of each one's entry. */
interface RowBlock {
  readonly page: IndexedText;
  readonly rows: readonly number[];
}

/**
 * The rows of a file of JSON lines, read into positions. Throws `AppError` kind `input`:
 * `exports/linesDamaged` with `{line}`, the number of the first one that may be broken.
 */
export async function* readRows(source: LineSource): AsyncGenerator<RowBlock> {
  let before = 0;
  for await (const block of lineBlocks(source)) {
    yield rowsIn(block, before);
    before += countLines(block);
  }
}

function rowsIn(block: Buffer, before: number): RowBlock {
  // A line feed is no part of any value: as commas, those between the rows make one array of them.
  const lines = block.toString("utf8").replace(/\n$/, "");
  const text = `[${lines.replaceAll("\n", ",")}]`;
  try {
    const entries = scanJson(text);
    const rows = childEntries(entries, 0);
    if (rows.length === countLines(block)) {
      return { page: { text, entries }, rows };
    }
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
  }
  throw new AppError("input", "exports/linesDamaged", { values: { line: before + 1 } });
}
