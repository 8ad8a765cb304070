import type { PagingFact } from "../../lists/common/findings";
import type { ExportForm, ExportQuery, ExportScope } from "./export";

export const MANIFEST_ENDING = ".manifest.json";

/** What lies beside an exported file and says what it is, how it came and how far to trust it. */
export interface ExportManifest {
  readonly manifestVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** Ids and subject are pseudonyms where `isMasked`. */
  readonly query: Omit<ExportQuery, "connectionId">;
  readonly scope: ExportScope;
  readonly form: ExportForm;
  readonly isMasked: boolean;
  /** ISO 8601, UTC: when it began, and when its last byte was written. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** One for each run: an export that was resumed in another window has several. */
  readonly traceIds: readonly string[];
  readonly file: {
    /** Without folders. */
    readonly name: string;
    readonly bytes: number;
    /** Of the whole file, lower case hexadecimal. */
    readonly sha256: string;
    readonly rows: number;
  };
  /** In order, of `scope` `all`. */
  readonly pages: readonly ManifestPage[];
  /** What the pages have shown, compared with what the service says of its list. */
  readonly audit: ManifestAudit;
  /** Of CSV and Markdown: how values became cells. */
  readonly flattening?: ManifestFlattening;
}

export interface ManifestPage {
  readonly page: number;
  readonly rows: number;
  /** Of the rows as JSON Lines. */
  readonly bytes: number;
  readonly requestId?: string;
  /** Rows of the whole list, as this page said. */
  readonly total?: number;
}

export interface ManifestAudit {
  /** False where the walk was not whole: stopped, or rows that a panel had. */
  readonly isWhole: boolean;
  /** Rows of which the same, byte for byte or by its id, came with an earlier page. */
  readonly repeatedRows: number;
  /** Rows up to which repeated ones were looked for; absent where all were. */
  readonly watchedRows?: number;
  /** All totals that pages said, each once, in order. */
  readonly totals: readonly number[];
  /** Pages with bytes that were not valid in their encoding: those became U+FFFD. */
  readonly inexactPages: readonly number[];
  readonly findings: readonly PagingFact[];
}

export interface ManifestFlattening {
  /** Between the names of a path. */
  readonly separator: string;
  /** Names that may follow each other; an object below as many is its JSON. */
  readonly depth: number;
  readonly arrays: "json";
  readonly nulls: "empty";
  readonly missing: "empty";
  readonly columns: readonly { readonly name: string; readonly path: readonly string[] }[];
  /** Columns beyond the limit, at least; the lossless formats have them. */
  readonly omittedColumns: number;
  /**
   * Where rows have a name more than once in one object: a cell has all the values of it, ` | ` between
   * them, a null as `null`, nothing for what one of them lacks.
   */
  readonly repeatedNames?: "joined";
  /** How many rows have. */
  readonly repeatedNameRows?: number;
}
