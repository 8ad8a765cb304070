import { AppError } from "../../../../../platform/base/errors";
import { layOutJson } from "../compare/laidOut";
import type { QuestionContext } from "../tableData";

/** The editor compares no longer texts with a result that helps anybody. */
const LIMIT = 20_000_000;
const INDENT = "  ";

/** All rows as one JSON text, laid out to be compared line by line. */
export function answerLaidOut(
  { table, shown }: QuestionContext,
  { isSorted }: { readonly isSorted: boolean },
): { readonly bytes: Uint8Array; readonly isMasked: boolean } {
  const rows: string[] = [];
  let length = 0;
  for (let row = 0; row < table.rowCount; row++) {
    const source = table.source(row) ?? "null";
    length += source.length;
    if (length > LIMIT) {
      throw new AppError("input", "lists/tooLongToCompare");
    }
    rows.push(INDENT + layOutJson(shown.json(source, []), { isSorted, indent: INDENT }));
  }
  const text = rows.length === 0 ? "[]\n" : `[\n${rows.join(",\n")}\n]\n`;
  return { bytes: new TextEncoder().encode(text), isMasked: shown.isMasked };
}
