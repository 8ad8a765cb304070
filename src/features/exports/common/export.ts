import * as v from "valibot";
import { ENVIRONMENTS } from "../../../platform/base/connection";
import { isRecord } from "../../../platform/base/shapes";
import { isUuid } from "../../../platform/base/uuid";
import { parameterValues, pathValues } from "../../lists/messages/listQuery";

const namesSchema = v.pipe(v.array(v.string()), v.readonly());
const pageSizeSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** Which list is taken along; enough to ask for it again in another window, years later. */
const querySchema = v.strictObject({
  connectionId: v.string(),
  /** As the connection was called and what its key decided, when the export began. */
  connectionLabel: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  operationId: v.string(),
  /** Path template below the domain's prefix, with the values of its parameters. */
  pathTemplate: v.string(),
  path: pathValues,
  /** Whose list it is, as it was shown: a pseudonym where it is masked; absent for nobody's. */
  subject: v.exactOptional(v.string()),
  /** Query parameters beside those of paging. */
  parameters: parameterValues,
  pageSize: pageSizeSchema,
  /** `ListRules`, none of another version. */
  rules: v.pipe(
    v.custom<object>(isRecord),
    v.strictObject({
      rows: v.exactOptional(namesSchema),
      total: v.exactOptional(v.nullable(namesSchema)),
      firstPage: v.exactOptional(v.picklist([0, 1])),
      isUnpaged: v.exactOptional(v.boolean()),
      pageSize: v.exactOptional(v.nullable(pageSizeSchema)),
    }),
    v.readonly(),
  ),
});

/** `all` asks the service for every page; `loaded` and `view` are rows that a panel has. */
export const EXPORT_SCOPES = ["all", "loaded", "view"] as const;

/** `jsonl` and `json` keep rows byte for byte; `csv` and `markdown` are made of those. */
const EXPORT_FORMATS = ["jsonl", "json", "csv", "markdown"] as const;

/** How rows are written. */
const formSchema = v.strictObject({
  format: v.picklist(EXPORT_FORMATS),
  /** CSV: begins with the mark that spreadsheets know UTF-8 by. */
  byteOrderMark: v.boolean(),
  /** CSV: a text that a spreadsheet would run as a formula gets an apostrophe. */
  guardFormulas: v.boolean(),
  /** CSV and Markdown: paths of the columns, in order; absent for all that the rows have. */
  columns: v.exactOptional(v.pipe(v.array(namesSchema), v.readonly())),
});

/** Where it goes: `uri` is a whole URI of a file of any scheme. */
const targetSchema = v.variant("kind", [
  v.strictObject({
    kind: v.literal("file"),
    uri: v.pipe(v.string(), v.regex(/^[a-z][\w+.-]*:/i)),
  }),
  v.strictObject({ kind: v.literal("clipboard") }),
  v.strictObject({ kind: v.literal("editor") }),
]);

/** All that is decided before the first byte; kept with the part, so that it can be resumed. */
const specSchema = v.strictObject({
  id: v.pipe(v.string(), v.check(isUuid)),
  query: v.pipe(querySchema, v.readonly()),
  scope: v.picklist(EXPORT_SCOPES),
  form: v.pipe(formSchema, v.readonly()),
  target: v.pipe(targetSchema, v.readonly()),
  /** Values are pseudonyms, made before anything is written. Decided once, at the start. */
  isMasked: v.boolean(),
  /** ISO 8601, UTC. */
  createdAt: v.string(),
});

export type ExportQuery = Readonly<v.InferOutput<typeof querySchema>>;
export type ExportScope = (typeof EXPORT_SCOPES)[number];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportForm = Readonly<v.InferOutput<typeof formSchema>>;
export type ExportTarget = Readonly<v.InferOutput<typeof targetSchema>>;
export type ExportSpec = Readonly<v.InferOutput<typeof specSchema>>;

/** Whether it is one of this version: a part may come from anywhere, and its id names files. */
export function isResumableSpec(value: unknown): boolean {
  // Rows that a panel had nobody could bring again.
  return v.is(specSchema, value) && value.scope === "all";
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
