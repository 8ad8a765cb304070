import type { Environment } from "../../../platform/base/connection";
import type { ParameterValues } from "../../lists/messages/listQuery";
import type { ListRules } from "../../lists/common/listRules";

/** Which list is taken along; enough to ask for it again in another window, years later. */
export interface ExportQuery {
  readonly connectionId: string;
  /** As the connection was called and what its key decided, when the export began. */
  readonly connectionLabel: string;
  readonly environment: Environment;
  readonly operationId: string;
  /** Path template below the domain's prefix, with the values of its parameters. */
  readonly pathTemplate: string;
  readonly path: Readonly<Record<string, string>>;
  /** Whose list it is, as it was shown: a pseudonym where it is masked; absent for nobody's. */
  readonly subject?: string;
  /** Query parameters beside those of paging. */
  readonly parameters: ParameterValues;
  readonly pageSize: number;
  readonly rules: ListRules;
}

export const EXPORT_SCOPES = ["all", "loaded", "view"] as const;
/** `all` asks the service for every page; `loaded` and `view` are rows that a panel has. */
export type ExportScope = (typeof EXPORT_SCOPES)[number];

export const EXPORT_FORMATS = ["jsonl", "json", "csv", "markdown"] as const;
/** `jsonl` and `json` keep rows byte for byte; `csv` and `markdown` are made of those. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How rows are written. */
export interface ExportForm {
  readonly format: ExportFormat;
  /** CSV: begins with the mark that spreadsheets know UTF-8 by. */
  readonly byteOrderMark: boolean;
  /** CSV: a text that a spreadsheet would run as a formula gets an apostrophe. */
  readonly guardFormulas: boolean;
  /** CSV and Markdown: paths of the columns, in order; absent for all that the rows have. */
  readonly columns?: readonly (readonly string[])[];
}

/** Where it goes: `uri` is a whole URI of a file of any scheme. */
export type ExportTarget =
  | { readonly kind: "file"; readonly uri: string }
  | { readonly kind: "clipboard" }
  | { readonly kind: "editor" };

/** All that is decided before the first byte; kept with the part, so that it can be resumed. */
export interface ExportSpec {
  /** A UUID. */
  readonly id: string;
  readonly query: ExportQuery;
  readonly scope: ExportScope;
  readonly form: ExportForm;
  readonly target: ExportTarget;
  /** Values are pseudonyms, made before anything is written. Decided once, at the start. */
  readonly isMasked: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export type ExportState = "running" | "paused" | "stopped" | "failed" | "finishing" | "finished";

/** How far an export is. */
export interface ExportProgress {
  readonly state: ExportState;
  readonly pages: number;
  readonly rows: number;
  /** Of the rows, as they are written. */
  readonly bytes: number;
  /** Rows of the whole list, where the service says so and pages do not speak against it. */
  readonly claimed?: number;
  /** The last wait before a retry, in milliseconds, while it lasts; and the status before it. */
  readonly waiting?: number;
  readonly waitingAfter?: number;
  /** While it finishes: the share of the work on its file that is done, 0 to 1. */
  readonly written?: number;
}
