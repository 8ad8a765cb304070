import {
  ARRAY_TYPE,
  nextEntry,
  NULL_TYPE,
  OBJECT_TYPE,
  offsetAt,
  stringAt,
  typeAt,
} from "../../../../platform/json/entryReading";
import { cellAt, opens } from "./cells";
import { textOf } from "./filters";
import type { LoadedPage } from "./pageReading";
import type { ShownValues } from "./shownValues";
import { folded } from "./textOrder";

/** Numbers, within a page, of the rows that have a text in any cell; `wanted` is folded. */
export function searchPage(page: LoadedPage, wanted: string, shown: ShownValues): Int32Array {
  const candidates = candidateRows(page, wanted, shown);
  const found: number[] = [];
  const count = candidates?.length ?? page.rows.length;
  for (let index = 0; index < count; index++) {
    const row = candidates?.[index] ?? index;
    if (hasText({ page, wanted, shown }, page.rows[row] ?? 0, [])) {
      found.push(row);
    }
  }
  return Int32Array.from(found);
}

/**
 * Rows, within a page, that may show a text: all others surely do not. Undefined where that
 * cannot be told from the text of the page as it came.
 */
export function candidateRows(
  page: LoadedPage,
  wanted: string,
  shown: ShownValues,
): Int32Array | undefined {
  const whole = shown.isMasked ? undefined : foldedPage(page);
  if (whole === undefined) {
    return undefined;
  }
  const { text, escaped } = whole;
  const found: number[] = [];
  let nextEscaped = 0;
  let at = 0;
  for (;;) {
    at = text.indexOf(wanted, at);
    const row = at < 0 ? page.rows.length : rowAt(page, at);
    // Where there are escapes the text as it came does not show what the values are.
    for (; (escaped[nextEscaped] ?? Infinity) <= row; nextEscaped++) {
      found.push(escaped[nextEscaped] ?? 0);
    }
    if (at < 0) {
      return Int32Array.from(found);
    }
    if (row >= 0 && found.at(-1) !== row) {
      found.push(row);
    }
    const next = page.rows[row + 1];
    at = next === undefined ? at + wanted.length : offsetAt(page.entries, next);
  }
}

interface FoldedPage {
  readonly text: string;
  /** Rows with escapes in them. */
  readonly escaped: Int32Array;
}

const foldedPages = new WeakMap<LoadedPage, FoldedPage | "unlike">();

/** The page as it is searched; undefined where folding moves what stands behind. */
function foldedPage(page: LoadedPage): FoldedPage | undefined {
  let known = foldedPages.get(page);
  if (known === undefined) {
    const text = folded(page.text);
    known = text.length === page.text.length ? { text, escaped: escapedRows(page) } : "unlike";
    foldedPages.set(page, known);
  }
  return known === "unlike" ? undefined : known;
}

function escapedRows(page: LoadedPage): Int32Array {
  const rows: number[] = [];
  let at = page.text.indexOf("\\");
  while (at >= 0) {
    const row = rowAt(page, at);
    if (row >= 0) {
      rows.push(row);
    }
    const next = page.rows[row + 1];
    at = next === undefined ? -1 : page.text.indexOf("\\", offsetAt(page.entries, next));
  }
  return Int32Array.from(rows);
}

/** The row that begins at an offset or last before it; -1 before the first. */
function rowAt({ rows, entries }: LoadedPage, offset: number): number {
  let [low, high] = [-1, rows.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (offsetAt(entries, rows[middle] ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

interface Search {
  readonly page: LoadedPage;
  readonly wanted: string;
  readonly shown: ShownValues;
}

function hasText(search: Search, entry: number, path: readonly string[]): boolean {
  const { page, wanted, shown } = search;
  const { entries } = page;
  const type = typeAt(entries, entry);
  if (type === ARRAY_TYPE || type === NULL_TYPE) {
    return false;
  }
  if (type !== OBJECT_TYPE) {
    return textOf(shown.cell(cellAt(page, entry, path), path))?.includes(wanted) ?? false;
  }
  if (!opens(page, entry, path.length)) {
    return false;
  }
  const end = nextEntry(entries, entry);
  for (let name = entry + 1; name < end; name = nextEntry(entries, name + 1)) {
    if (hasText(search, name + 1, [...path, stringAt(page, name)])) {
      return true;
    }
  }
  return false;
}
