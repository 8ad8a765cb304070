import { dirname } from "node:path";
import { l10n } from "vscode";
import type { ExportProgress } from "../common/export";
import type { ExportRecord, ExportFailure } from "../common/exportRecords";
import { shortfallOf, doubledRows } from "../common/shortfall";
import type { ExportLook } from "./exportItem";
import { amountWords, bytesWords, countWords, progressWords, rowsWords } from "./exportWords";
import type { ItemState } from "./persistedExport";
import type { Placed } from "./moveIntoPlace";
import { cameWords, shortfallWords } from "./shortfallWords";
import { exactMoment } from "../../../platform/vscode/formats";

interface LookFacts {
  readonly record: ExportRecord;
  readonly state: ItemState;
  /** As it is shown. */
  readonly title: string;
  /** Address and parameters, as they are shown; undefined while nobody read them from the part. */
  readonly query: string | undefined;
  /** Names of files may hold those of clients. */
  readonly hidesFiles: boolean;
  readonly placed: Placed | undefined;
  /** What runs says of itself; undefined where nothing runs. */
  readonly progress: ExportProgress | undefined;
  readonly traceIds: readonly string[];
  /** Why it failed, as it may be shown now. */
  readonly failure: ExportFailure | undefined;
  /** Milliseconds until the end, where they can be told. */
  readonly left: number | undefined;
}

/** How an export of a list is shown in the view. */
export function exportLook(facts: LookFacts): ExportLook {
  const { state, title, record, hidesFiles } = facts;
  const status = describe(facts);
  const { placed } = facts;
  const isShort = placed !== undefined && shortfallOf(placed.manifest) !== undefined;
  // In the clipboard or in an editor there is no file to be opened.
  const isElsewhere = state === "finished" && placed !== undefined && placed.file === undefined;
  return {
    ...nameRow({ title, status, record, hidesFiles }),
    tooltip: tooltip(facts, status),
    ...(SHAPES[state] satisfies Pick<ExportLook, "icon" | "isBusy">),
    ...(isElsewhere ? { context: "exportPlaced", click: "showManifest" } : {}),
    ...(isShort ? SHORT : {}),
  };
}

interface NamedRow {
  readonly title: string;
  readonly status: string;
  readonly record: ExportRecord;
  readonly hidesFiles: boolean;
}

/** What tells a row apart comes first, of exports and of data sets: a narrow view cuts the end. */
export function nameRow({
  title,
  status,
  record: { target, connection = "", part },
  hidesFiles,
}: NamedRow): Pick<ExportLook, "label" | "description" | "folder"> {
  const isNamed = target !== "" && !hidesFiles;
  const parts = [status, connection, isNamed ? title : ""];
  return {
    label: isNamed ? target : title,
    description: parts.filter((text) => text !== "").join(" · "),
    ...(isNamed ? { folder: dirname(part) } : {}),
  };
}

/** Of what ended and is not proven whole: no green tick; a click says why. */
export const SHORT = {
  icon: "warning",
  color: "list.warningForeground",
  click: "showError",
} as const satisfies Partial<ExportLook>;

const BUSY = { icon: "sync~spin", isBusy: true } as const;
const WAITING = { isBusy: false, context: "exportWaiting" } as const;

/** How each state looks, of exports and of data sets. */
export const SHAPES: Readonly<
  Record<ItemState, Pick<ExportLook, "icon" | "color" | "context" | "isBusy" | "click">>
> = {
  running: { ...BUSY, context: "exportRunning" },
  finishing: { ...BUSY, context: "exportWriting" },
  elsewhere: { icon: "multiple-windows", isBusy: false, context: "exportElsewhere" },
  pausing: { ...BUSY, context: "exportPausing" },
  paused: { ...WAITING, icon: "debug-pause" },
  interrupted: { ...WAITING, icon: "debug-disconnect" },
  stopped: { ...WAITING, icon: "debug-stop" },
  failed: {
    ...{ icon: "error", color: "list.errorForeground" },
    ...{ isBusy: false, context: "exportFailed" },
  },
  finished: {
    ...{ icon: "pass", color: "charts.green", click: "open" },
    ...{ isBusy: false, context: "exportFinished" },
  },
};

function describe({ record, state, placed, progress, left }: LookFacts): string {
  const page = countWords(record.pages);
  const holds = [rowsWords(record.rows), bytesWords(record.bytes)].join(" · ");
  switch (state) {
    case "running":
    case "finishing": {
      const { pages, rows, bytes, claimed } = record;
      const counts = { pages, rows, bytes, ...(claimed === undefined ? {} : { claimed }) };
      return progressWords({ ...progress, ...counts, state }, left);
    }
    case "pausing":
      return [amountWords(record), l10n.t("pausing")].join(" · ");
    case "paused":
      return l10n.t("paused at page {0} · {1}", page, holds);
    case "interrupted":
      return l10n.t("interrupted at page {0} · {1}", page, holds);
    case "stopped":
      return l10n.t("stopped at page {0} · {1}", page, holds);
    case "failed":
      return l10n.t("failed after page {0} · {1}", page, holds);
    case "elsewhere":
      return l10n.t("runs in another window · {0}", amountWords(record));
    case "finished":
      return [
        finishedRows(record, placed),
        bytesWords(placed?.manifest.file.bytes ?? record.bytes),
      ].join(" · ");
  }
}

function shortLines(placed: Placed | undefined): readonly string[] {
  const short = placed && shortfallOf(placed.manifest);
  return short === undefined
    ? []
    : [shortfallWords(short, placed?.manifest.query.operationId ?? "")];
}

function finishedRows({ rows }: ExportRecord, placed: Placed | undefined): string {
  if (placed === undefined) {
    return rowsWords(rows);
  }
  const { manifest } = placed;
  const short = shortfallOf(manifest);
  return short === undefined
    ? rowsWords(manifest.file.rows - doubledRows(manifest))
    : cameWords(short, manifest.query.operationId);
}

function tooltip(facts: LookFacts, description: string): string {
  const { record, title, query, hidesFiles, placed, traceIds, failure } = facts;
  const hasFile = record.target !== "" && !hidesFiles;
  const lines = [
    title,
    description,
    ...(failure === undefined ? [] : [failure.what]),
    ...shortLines(placed),
    ...(record.connection === undefined ? [] : [l10n.t("Connection: {0}", record.connection)]),
    ...(query === undefined ? [] : [query]),
    ...(hasFile ? [l10n.t("File: {0}", record.target)] : []),
    ...(hasFile && placed === undefined ? [l10n.t("Part: {0}", record.part)] : []),
    ...(record.isMasked ? [l10n.t("Masked: values are pseudonyms.")] : []),
    l10n.t("Began {0}", exactMoment(Date.parse(record.createdAt))),
    ...(failure?.requestId === undefined ? [] : [l10n.t("Request {0}", failure.requestId)]),
    ...traceIds.map((id) => l10n.t("Trace {0}", id)),
    ...(placed === undefined ? [] : [`SHA-256 ${placed.manifest.file.sha256}`]),
  ];
  return lines.join("\n");
}
