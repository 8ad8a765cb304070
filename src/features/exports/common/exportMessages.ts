import type { HeaderList } from "../../../platform/base/headers";
import type { Envelope, PageQuery } from "../../lists/common/envelope";
import type { ListRules } from "../../lists/common/listRules";
import type { ExportForm } from "./export";
import type { Converted, PartFacts } from "./exports";
import type { JournalHead, JournalPage, JournalRun } from "./journal";

/** How the lines of one list are to be kept. */
interface LinesOptions {
  /** Path of the file of lines. */
  readonly path: string;
  /** The first line of the journal beside it; without one it cannot be taken up again. */
  readonly head?: JournalHead;
  /** Goes on with what is there. */
  readonly isResumed?: boolean;
  readonly rules: ListRules;
  /** Rows per page that are asked for. */
  readonly pageSize: number;
  /** Rows are masked under it before they are written. */
  readonly maskingKey?: Uint8Array | undefined;
}

/** What was found of a file of lines that is gone on with; all empty for a new one. */
export interface OpenedLines {
  readonly pages: readonly JournalPage[];
  readonly runs: readonly JournalRun[];
  /** The page behind the end, where it was refused. */
  readonly refusedPage?: number;
}

/** A page whose lines were taken, in its turn. */
export interface Committed {
  readonly rows: number;
  readonly envelope: Envelope;
  readonly repeatsPage: boolean;
  readonly repeatedRows: number;
  /** Those of them that are the same record by an id; earlier versions did not tell. */
  readonly sameRecords?: number;
  readonly isExact: boolean;
  /** Bytes of its lines, and of all up to their end. */
  readonly bytes: number;
  readonly end: number;
}

/** A page whose rows were taken. Pages behind the last one are not. */
export interface TakenPage extends Committed {
  /** Room for another page: memory that goes back and forth is asked for once. */
  readonly spare?: Uint8Array<ArrayBuffer>;
}

/** All lines of a list are on the disk. */
export interface FinishedLines {
  readonly bytes: number;
  readonly sha256: string;
  /** Rows up to which repeated ones were looked for; absent where all were. */
  readonly watchedRows?: number;
}

/** What is asked of the thread, each about one file of lines. */
export interface LinesCalls {
  /** What a part holds; opens nothing. */
  readonly read: { readonly parameters: { readonly path: string }; readonly result: PartFacts };
  readonly open: { readonly parameters: LinesOptions; readonly result: OpenedLines };
  /** Reads a page and takes its lines in its turn. A zero byte follows its bytes. */
  readonly page: {
    readonly parameters: {
      readonly page: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly length: number;
      readonly contentType: string | undefined;
      /** Those that say something of the list. */
      readonly headers: HeaderList;
      readonly asked: PageQuery;
      readonly at: string;
      readonly requestId: string | undefined;
    };
    readonly result: TakenPage;
  };
  /** A line of the journal. */
  readonly note: { readonly parameters: { readonly entry: object }; readonly result: unknown };
  /** Lines of rows that are there already. */
  readonly lines: {
    readonly parameters: { readonly text: string };
    readonly result: { readonly rows: number; readonly end: number };
  };
  readonly flush: { readonly parameters: object; readonly result: unknown };
  readonly finish: { readonly parameters: object; readonly result: FinishedLines };
  /** Makes another file of the lines, which are finished. */
  readonly convert: {
    readonly parameters: { readonly to: string; readonly form: ExportForm };
    readonly result: Converted;
  };
  /**
   * Writes what waits, and lets go of the files. `isUnwanted`: what was made of the lines goes, also
   * where it was whole by the time that the user stopped it.
   */
  readonly close: {
    readonly parameters: { readonly isUnwanted?: boolean };
    readonly result: unknown;
  };
}

export type LinesCall = keyof LinesCalls;
