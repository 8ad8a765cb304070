import type { FindQuestion, RowView, TableFacts } from "../../messages/listQuestions";
import type { ListCell, ListColumn } from "../../messages/listTable";
import type { Guess } from "../guess";
import type { WholePage } from "./pageReading";
import type { ShownValues } from "./shownValues";

/** A text that is looked for in some columns of a view. */
export type CellSearch = Pick<FindQuestion, "view" | "columns" | "text">;

/** The rows of a table as questions read them; rows by their number in the order of arrival. */
export interface TableData {
  /** Grows with every change of what is loaded. */
  readonly revision: number;
  readonly rowCount: number;
  readonly columns: readonly ListColumn[];
  /** Names of the members that lead from a row to the values of a column. */
  pathOf(columnKey: string): readonly string[];
  /** The whole value, unmasked; `missing` for columns that nobody knows. */
  cell(row: number, columnKey: string): ListCell;
  /**
   * JSON as it came, unmasked, of a row or one value of it; undefined where there is none. An array of
   * those of a name that stands more than once.
   */
  source(row: number, columnKey?: string): string | undefined;
  /** The same, each for itself. */
  sources(row: number, columnKey: string): readonly string[];
  /** Numbers of the rows that a view leaves, in its order; what is masked is searched masked. */
  order(view: RowView, shown: ShownValues): Int32Array;
  /** By place in the view, how many of the columns show a text; none shows an empty one. */
  matches(search: CellSearch, shown: ShownValues): Int32Array;
  /** The id of a row, found by its shape over all of them. */
  identity(row: number): Guess<string> | undefined;
}

/** What a question has to work with. */
export interface QuestionContext {
  readonly table: TableData;
  readonly facts: TableFacts;
  /** How values are shown: masked in privacy mode. All that leaves goes through it. */
  readonly shown: ShownValues;
  /** Another table of the thread; undefined when it is not there any more. */
  other(id: number): TableData | undefined;
  /** A page as it came; the bytes only where the text in UTF-8 is not the same. */
  page(pageNumber: number): Pick<WholePage, "text" | "entries" | "bytes"> | undefined;
}
