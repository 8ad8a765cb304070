import type { RowView, TableFacts } from "../../messages/listQuestions";
import type { ListCell, ListColumn } from "../../messages/listTable";
import { memberAt, sourceAt, stringAt } from "../../../../platform/json/entryReading";
import type { Guess } from "../guess";
import { cellAt, entryOfPath, MISSING, sourcesAt, THROUGH_NULL } from "./cells";
import { columnsOf, type PathColumn } from "./columns";
import { idMemberOf } from "./identity";
import type { LoadedPage, WholePage } from "./pageReading";
import type { RowPaths } from "./rowPaths";
import { type CellSearch, RowViews } from "./rowViews";
import type { ShownValues } from "./shownValues";

interface LoadedRowsOptions {
  readonly revision: number;
  readonly pages: readonly LoadedPage[];
  /** Those of all the pages. */
  readonly paths: RowPaths;
  readonly isGrowing: boolean;
}

const NO_COLUMNS: ReturnType<typeof columnsOf> = { columns: [], omitted: 0 };

/**
 * What is loaded at one time; never changes, so what was worked out about it stays true. Rows by
 * their number in the order of arrival, values unmasked.
 */
export class LoadedRows {
  /** Grows with every change of what is loaded. */
  readonly revision: number;
  readonly rowCount: number;
  readonly pages: readonly LoadedPage[];
  readonly facts: TableFacts;
  /** The number of the first row of each page. */
  private readonly starts: Int32Array;
  private readonly views: RowViews;
  private readonly shown = new WeakMap<ShownValues, ShownValues>();
  private idMember: { readonly name: string | undefined } | undefined;
  private readonly byKey: ReadonlyMap<string, PathColumn>;

  constructor({ revision, pages, paths, isGrowing }: LoadedRowsOptions) {
    this.revision = revision;
    this.pages = pages;
    this.starts = new Int32Array(pages.length);
    let rows = 0;
    for (const [index, page] of pages.entries()) {
      this.starts[index] = rows;
      rows += page.rows.length;
    }
    this.rowCount = rows;
    // Without a row there is nothing that a column could be of.
    const { columns, omitted } = rows === 0 ? NO_COLUMNS : columnsOf(paths);
    this.byKey = new Map(columns.map((column) => [column.key, column]));
    const pathOf = (key: string): readonly string[] | undefined => this.byKey.get(key)?.path;
    this.views = new RowViews({ rowCount: rows, pages, pathOf });
    const told = columns.map(({ key, label, isNumeric, kind }) => ({
      key,
      label,
      isNumeric,
      kind,
    }));
    this.facts = { revision, rows, columns: told, omittedColumns: omitted, isGrowing };
  }

  get columns(): readonly ListColumn[] {
    return this.facts.columns;
  }

  /** Names of the members that lead from a row to the values of a column. */
  pathOf(columnKey: string): readonly string[] {
    return this.byKey.get(columnKey)?.path ?? [];
  }

  /** How values of these columns leave the thread; the same each time, as views are kept by it. */
  shownBy(shown: ShownValues): ShownValues {
    const known = this.shown.get(shown);
    const own = known ?? shown.ofColumns([...this.byKey.values()].map(({ path }) => path));
    this.shown.set(shown, own);
    return own;
  }

  /** The whole value; `missing` for columns that nobody knows. */
  cell(row: number, columnKey: string): ListCell {
    const place = this.placeOf(row);
    const column = this.byKey.get(columnKey);
    return place === undefined || column === undefined
      ? { kind: "missing" }
      : cellAt(place.page, entryOfPath(place.page, place.entry, column.path), column.path);
  }

  /**
   * JSON as it came of a row or one value of it; undefined where there is none. An array of those
   * of a name that stands more than once.
   */
  source(row: number, columnKey?: string): string | undefined {
    const place = this.placeOf(row);
    if (place === undefined || columnKey === undefined) {
      return place && sourceAt(place.page, place.entry);
    }
    const [first, ...others] = this.sources(row, columnKey);
    // In the order in which they came: as one text they say whether something changed.
    return others.length === 0 ? first : `[${[first, ...others].join(",")}]`;
  }

  /** The same, each for itself. */
  sources(row: number, columnKey: string): readonly string[] {
    const place = this.placeOf(row);
    const path = this.byKey.get(columnKey)?.path;
    if (place === undefined || path === undefined) {
      return [];
    }
    const { page } = place;
    return sourcesAt(page, entryOfPath(page, place.entry, path), path).flatMap((entry) =>
      entry === MISSING ? [] : [entry === THROUGH_NULL ? "null" : sourceAt(page, entry)],
    );
  }

  /** Numbers of the rows that a view leaves, in its order; what is masked is searched masked. */
  order(view: RowView, shown: ShownValues): Int32Array {
    return this.views.order(view, shown);
  }

  /** By place in the view, how many of the columns show a text; none shows an empty one. */
  matches(search: CellSearch, shown: ShownValues): Int32Array {
    return this.views.matches(search, shown);
  }

  /** The id of a row, found by its shape over all of them. */
  identity(row: number): Guess<string> | undefined {
    const place = this.placeOf(row);
    const name = (this.idMember ??= { name: this.pages[0] && idMemberOf(this.pages[0]) }).name;
    if (place === undefined || name === undefined) {
      return undefined;
    }
    const entry = memberAt(place.page, place.entry, name);
    return entry === undefined ? undefined : { value: stringAt(place.page, entry), from: name };
  }

  private placeOf(row: number): { readonly page: LoadedPage; readonly entry: number } | undefined {
    if (row < 0 || row >= this.rowCount) {
      return undefined;
    }
    let [low, high] = [0, this.pages.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.starts[middle] ?? 0) <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    const page = this.pages[low];
    return page && { page, entry: page.rows[row - (this.starts[low] ?? 0)] ?? 0 };
  }
}

/** What a question has to work with. */
export interface QuestionContext {
  readonly table: LoadedRows;
  readonly facts: TableFacts;
  /** How values are shown: masked in privacy mode. All that leaves goes through it. */
  readonly shown: ShownValues;
  /** Another table of the thread; undefined when it is not there any more. */
  other(id: number): LoadedRows | undefined;
  /** Compares with that table; aborted once nobody wants it any more. */
  compareWith<T>(id: number, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** A page as it came; the bytes only where the text in UTF-8 is not the same. */
  page(pageNumber: number): Pick<WholePage, "text" | "entries" | "bytes"> | undefined;
}
