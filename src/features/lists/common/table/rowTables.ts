import type { ChartData, ChartQuestion } from "../../messages/listChart";
import type {
  CompareAnswer,
  CompareCopyQuestion,
  CompareNextAnswer,
  CompareNextQuestion,
  CompareQuestion,
} from "../../messages/listComparison";
import type {
  ColumnSummary,
  CopyQuestion,
  FindAnswer,
  FindQuestion,
  RowsAnswer,
  RowsQuestion,
  RowView,
  SummaryQuestion,
  TableFacts,
  ValueQuestion,
} from "../../messages/listQuestions";
import type { HeaderList } from "../../../../platform/base/headers";
import type { TextEncoding } from "../../../../platform/http/text";
import type { Envelope, PageQuery } from "../envelope";
import type { ListRules } from "../listRules";
import type { PageShapes } from "../shapes";

/** Questions to a loaded table and what each gives; all about what is shown, masked if it is, but for `lines`. */
export interface TableQuestions {
  readonly rows: { readonly parameters: RowsQuestion; readonly result: RowsAnswer };
  /** The same as JSON: one text goes on to a panel as it is, cells are copied one by one at each hop. */
  readonly rowsJson: {
    readonly parameters: RowsQuestion;
    readonly result: { readonly text: string };
  };
  readonly summary: { readonly parameters: SummaryQuestion; readonly result: ColumnSummary };
  readonly find: { readonly parameters: FindQuestion; readonly result: FindAnswer };
  readonly copy: {
    readonly parameters: CopyQuestion;
    readonly result: { readonly text: string; readonly rows: number };
  };
  readonly chart: { readonly parameters: ChartQuestion; readonly result: ChartData };
  /** JSON as it came. */
  readonly value: {
    readonly parameters: ValueQuestion;
    readonly result: { readonly text: string; readonly name: string };
  };
  readonly lines: { readonly parameters: LinesQuestion; readonly result: LinesAnswer };
  /** Whole rows of a view as one array of JSON. */
  readonly rowsText: {
    readonly parameters: { readonly view: RowView };
    readonly result: { readonly text: string };
  };
  /** The bytes of a page as they came, masked text in privacy mode. */
  readonly page: {
    readonly parameters: { readonly pageNumber: number };
    readonly result: { readonly bytes: Uint8Array };
  };
  /** All rows as one JSON text, laid out; names in each object sorted when `isSorted`. */
  readonly laidOut: {
    readonly parameters: { readonly isSorted: boolean };
    readonly result: { readonly bytes: Uint8Array; readonly isMasked: boolean };
  };
  /** What else in the answer of a page could be its list and its total; asked for rarely. */
  readonly shapes: {
    readonly parameters: { readonly pageNumber: number };
    readonly result: PageShapes;
  };
  readonly facts: {
    readonly parameters: Readonly<Record<string, never>>;
    readonly result: TableFacts;
  };
  /** This table on the left, another one of the thread on the right. */
  readonly compare: {
    readonly parameters: CompareQuestion & OtherTable;
    readonly result: CompareAnswer;
  };
  readonly compareNext: {
    readonly parameters: CompareNextQuestion & OtherTable;
    readonly result: CompareNextAnswer;
  };
  readonly compareCopy: {
    readonly parameters: CompareCopyQuestion & OtherTable;
    readonly result: { readonly text: string; readonly rows: number };
  };
  /** What all rows add up to. */
  readonly totals: {
    readonly parameters: Readonly<Record<string, never>>;
    readonly result: TableTotals;
  };
}

/** Exact sums of the columns of numbers, the most telling column first. */
export interface TableTotals {
  readonly rows: number;
  /** Masks leave no number behind where it is on. */
  readonly isMasked: boolean;
  readonly columns: readonly ColumnTotals[];
}

export interface ColumnTotals {
  readonly key: string;
  readonly label: string;
  /** By currency or unit, "" for values without; `sum` is null where it has too many digits. */
  readonly units: readonly { readonly unit: string; readonly sum: string | null }[];
}

/** Whole rows of a view for a file of their own; of a panel's no question, as it masks nothing. */
export interface LinesQuestion {
  readonly view: RowView;
  /** Place in the view. */
  readonly from: number;
}

export interface LinesAnswer {
  /** JSON lines as they came, each ended by a line feed. */
  readonly text: string;
  /** The first row that is not among them, in a view of `total`. */
  readonly next: number;
  readonly total: number;
}

/** Which other table of the thread a table is compared with. */
export interface OtherTable {
  readonly other: number;
}

/** All tables of a window, in a thread of their own: the one that asks is never kept busy. */
export interface RowTables {
  open(options?: TableOptions): RowTable;
  /** Values are shown masked with this key, or as they are; what was answered stays. */
  setMask(key: Uint8Array | undefined): void;
  /** Ends the thread; what waits for it ends as canceled. */
  dispose(): Promise<void>;
}

export interface TableOptions {
  /** What comes is pseudonyms already: masked once more they would be others. */
  readonly isMasked: boolean;
}

/** Rows of one or more pages of a list. */
export interface RowTable {
  /** Of the thread's tables, for questions about two of them. */
  readonly id: number;
  /** The thread that had its rows has broken or ended: they are gone until others come. */
  readonly isLost: boolean;
  /**
   * Begins a page. Rows of other pages stay until it has come whole; then it takes their place,
   * or follows them where `isAdded`: there a page that repeats the one before it is left out.
   */
  receive(options: PageOptions): PageReader;
  /** @throws AppError kind `canceled` after `dispose`, `internal` when the thread has broken */
  ask<K extends keyof TableQuestions>(
    name: K,
    parameters: TableQuestions[K]["parameters"],
  ): Promise<TableQuestions[K]["result"]>;
  /** Another table with the rows that there are now, whatever becomes of this one. */
  copy(): RowTable;
  clear(): void;
  dispose(): void;
}

export interface PageOptions {
  readonly asked: PageQuery;
  readonly rules: ListRules;
  readonly isAdded: boolean;
  /** The first rows are there and can be asked for, while the rest is still coming. */
  readonly onFirstRows?: ((facts: TableFacts) => void) | undefined;
}

/** Takes the body of one answer as it comes. */
export interface PageReader {
  /** Decoded bytes of the body; they are copied. */
  add(bytes: Uint8Array): void;
  /**
   * The body has come whole: reads the list in it. Rejects with kind `answer`: `answer/notJson`
   * with `{line, column, reason}`, `answer/tooDeep`, `answer/notAList` with `{type}`.
   * @param headers those that may say something of the list
   */
  finish(contentType: string | undefined, headers?: HeaderList): Promise<ReadPage>;
  /** It did not; rows that were there before stay. */
  abandon(): void;
}

/** What is known of a page that was read; everything of the envelope is a guess. */
export interface ReadPage extends Envelope {
  readonly facts: TableFacts;
  /** Rows of this page. */
  readonly rows: number;
  /** Names of the members that lead to the list; empty for a bare array. */
  readonly listPath: readonly string[];
  readonly encoding: TextEncoding;
  /** The same rows, byte for byte, as the page that was read before it; empty ones never. */
  readonly repeatsPage: boolean;
  /** Rows of which the same row, byte for byte, or the same id came with an earlier page. */
  readonly repeatedRows: number;
  /** Those of them that are the same record by an id, and not just equal. */
  readonly sameRecords: number;
}
