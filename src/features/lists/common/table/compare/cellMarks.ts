import { createScanner } from "jsonc-parser";
import type { CellMark, ComparedColumn } from "../../../messages/listComparison";
import { compareLexemes } from "../decimal";
import type { LoadedRows } from "../loadedRows";
import type { RowPair } from "./rowMatching";

interface ComparedPair {
  readonly pair: RowPair;
  readonly columns: readonly ComparedColumn[];
}

/** How two rows that belong together differ at most. */
export function compareRow(left: LoadedRows, right: LoadedRows, facts: ComparedPair): CellMark {
  let mark: CellMark = "same";
  for (const { key } of facts.columns) {
    const found = markCell(left, right, { pair: facts.pair, column: key });
    if (found === "changed") {
      return "changed";
    }
    mark = found === "rewritten" ? found : mark;
  }
  // The columns say the same: their order, or spaces between them, are other ones.
  return mark === "same" ? "rewritten" : mark;
}

/** How two values differ: not at all, in their writing alone, or in what they say. */
export function markCell(
  left: LoadedRows,
  right: LoadedRows,
  { pair, column }: { readonly pair: RowPair; readonly column: string },
): CellMark {
  const [one, other] = [left.source(pair.left, column), right.source(pair.right, column)];
  if (one === other) {
    return "same";
  }
  if (one === undefined || other === undefined) {
    return "changed";
  }
  const [a, b] = [left.cell(pair.left, column), right.cell(pair.right, column)];
  if (a.kind !== b.kind) {
    return "changed";
  }
  if (a.kind === "number" && b.kind === "number") {
    return compareLexemes(a.text, b.text) === 0 ? "rewritten" : "changed";
  }
  if (a.kind === "text" && b.kind === "text") {
    // The same text with other escapes.
    return a.text === b.text ? "rewritten" : "changed";
  }
  const isNested = a.kind === "items" || a.kind === "members";
  return isNested && tokensOf(one) === tokensOf(other) ? "rewritten" : "changed";
}

const SPACE: ReadonlySet<number> = new Set([14, 15]);
const END = 17;

/** A JSON text without what stands between its tokens. */
function tokensOf(source: string): string {
  const scanner = createScanner(source, false);
  const tokens: string[] = [];
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (!SPACE.has(token)) {
      const from = scanner.getTokenOffset();
      tokens.push(source.slice(from, from + scanner.getTokenLength()));
    }
  }
  return tokens.join("");
}
