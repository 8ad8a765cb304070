import type { FindQuestion, RowView, SortKey } from "../../messages/listQuestions";
import { cellAt, entryOfPath, MISSING } from "./cells";
import { compileFilter, textOf } from "./filters";
import type { LoadedPage } from "./pageReading";
import { type EachValue, type Ranks, rankValues } from "./ranks";
import { Recent } from "./recent";
import { candidateRows, searchPage } from "./rowSearch";
import type { ShownValues } from "./shownValues";
import { folded } from "./textOrder";

/** A text that is looked for in some columns of a view. */
export type CellSearch = Pick<FindQuestion, "view" | "columns" | "text">;

interface RowViewsOptions {
  readonly rowCount: number;
  readonly pages: readonly LoadedPage[];
  /** Undefined for columns that nobody knows. */
  readonly pathOf: (columnKey: string) => readonly string[] | undefined;
}

interface CellCount {
  /** Folded. */
  readonly wanted: string;
  readonly paths: readonly (readonly string[])[];
  readonly shown: ShownValues;
}

/** Bytes of what is worked out about columns and kept, of each kind. */
const KEPT_BYTES = 64_000_000;
const MOST_COLUMNS = 64;
const MOST_ORDERS = 6;

/** Orders of the rows of a table that does not change; worked out when asked for, and kept. */
export class RowViews {
  private readonly entries: Recent<string, Int32Array>;
  private readonly ranks: Recent<string, Ranks>;
  private readonly chosen = new Recent<string, Int32Array>(MOST_ORDERS);
  private readonly orders = new Recent<string, Int32Array>(MOST_ORDERS);
  private readonly found = new Recent<string, Int32Array>(MOST_ORDERS);
  private shown: ShownValues | undefined;

  constructor(private readonly options: RowViewsOptions) {
    const columns = Math.floor(KEPT_BYTES / (4 * options.rowCount + 1));
    const kept = Math.min(MOST_COLUMNS, Math.max(2, columns));
    this.entries = new Recent(kept);
    this.ranks = new Recent(kept);
  }

  /** Numbers of the rows that a view leaves, in its order. */
  order(view: RowView, shown: ShownValues): Int32Array {
    if (shown !== this.shown) {
      this.shown = shown;
      this.chosen.clear();
      this.orders.clear();
      this.found.clear();
    }
    return this.orders.get(JSON.stringify(view), () => {
      const { sort, ...others } = view;
      const rows = this.chosen.get(JSON.stringify(others), () => this.choose(view, shown));
      return sort.length === 0 ? rows : this.sorted(rows, sort);
    });
  }

  /** By place in the view, how many of the columns show a text. */
  matches({ view, columns, text }: CellSearch, shown: ShownValues): Int32Array {
    const order = this.order(view, shown);
    return this.found.get(JSON.stringify([view, columns, text]), () => {
      const wanted = folded(text);
      const paths = [...new Set(columns)].map((column) => this.options.pathOf(column));
      const known = paths.filter((path) => path !== undefined);
      const counts = wanted === "" ? [] : this.countCells({ wanted, paths: known, shown });
      return order.map((row) => counts[row] ?? 0);
    });
  }

  /** Calls back for every row with the entry of its value in a column, if it has one. */
  eachValue(columnKey: string): EachValue {
    return (visit) => {
      const entries = this.entriesOf(columnKey);
      let row = 0;
      for (const page of this.options.pages) {
        const end = row + page.rows.length;
        for (; row < end; row++) {
          visit(row, page, entries[row] ?? MISSING);
        }
      }
    };
  }

  private entriesOf(columnKey: string): Int32Array {
    return this.entries.get(columnKey, () => {
      const { rowCount, pages } = this.options;
      const path = this.options.pathOf(columnKey);
      const entries = new Int32Array(rowCount);
      let at = 0;
      for (const page of pages) {
        for (const row of page.rows) {
          entries[at++] = path === undefined ? MISSING : entryOfPath(page, row, path);
        }
      }
      return entries;
    });
  }

  private ranksOf(columnKey: string): Ranks {
    return this.ranks.get(columnKey, () =>
      rankValues(this.options.rowCount, this.eachValue(columnKey)),
    );
  }

  /** By row, how many of the places show a text. */
  private countCells({ wanted, paths, shown }: CellCount): Int32Array {
    const counts = new Int32Array(this.options.rowCount);
    let first = 0;
    for (const page of this.options.pages) {
      const rows = candidateRows(page, wanted, shown) ?? page.rows.keys();
      for (const row of rows) {
        const entry = page.rows[row] ?? 0;
        for (const path of paths) {
          const cell = cellAt(page, entryOfPath(page, entry, path), path);
          if (textOf(shown.cell(cell, path))?.includes(wanted) === true) {
            counts[first + row] = (counts[first + row] ?? 0) + 1;
          }
        }
      }
      first += page.rows.length;
    }
    return counts;
  }

  private choose({ filters, search }: RowView, shown: ShownValues): Int32Array {
    const { rowCount } = this.options;
    const left = new Uint8Array(rowCount).fill(1);
    for (const filter of filters) {
      const passes = compileFilter(filter);
      const path = this.options.pathOf(filter.column) ?? [];
      this.eachValue(filter.column)((row, page, entry) => {
        if (left[row] === 1) {
          const cell = cellAt(page, entry, path);
          left[row] = passes(cell, shown.cell(cell, path)) ? 1 : 0;
        }
      });
    }
    return search === "" ? rowsLeft(left) : this.searched(left, folded(search), shown);
  }

  private searched(left: Uint8Array, wanted: string, shown: ShownValues): Int32Array {
    const found = new Uint8Array(left.length);
    let first = 0;
    for (const page of this.options.pages) {
      for (const row of searchPage(page, wanted, shown)) {
        found[first + row] = left[first + row] ?? 0;
      }
      first += page.rows.length;
    }
    return rowsLeft(found);
  }

  /** Stable: sorts by the last key first, each time keeping the order of what is equal. */
  private sorted(rows: Int32Array, sort: readonly SortKey[]): Int32Array {
    let sorted = rows;
    for (const { column, direction } of sort.toReversed()) {
      sorted = sortByRank(sorted, this.ranksOf(column), direction);
    }
    return sorted;
  }
}

function rowsLeft(left: Uint8Array): Int32Array {
  const rows = new Int32Array(left.length);
  let count = 0;
  for (let row = 0; row < left.length; row++) {
    if (left[row] === 1) {
      rows[count++] = row;
    }
  }
  return rows.slice(0, count);
}

/** By counting: ranks are small numbers without gaps. Rows without a value stay last. */
function sortByRank(
  rows: Int32Array,
  { ranks, none }: Ranks,
  direction: SortKey["direction"],
): Int32Array {
  const keyOf = (row: number): number => {
    const rank = ranks[row] ?? none;
    return rank === none || direction === "ascending" ? rank : none - 1 - rank;
  };
  const starts = new Int32Array(none + 2);
  for (const row of rows) {
    starts[keyOf(row) + 1] = (starts[keyOf(row) + 1] ?? 0) + 1;
  }
  for (let key = 1; key < starts.length; key++) {
    starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  }
  const sorted = new Int32Array(rows.length);
  for (const row of rows) {
    const key = keyOf(row);
    const at = starts[key] ?? 0;
    sorted[at] = row;
    starts[key] = at + 1;
  }
  return sorted;
}
