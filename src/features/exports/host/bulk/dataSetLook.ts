import { l10n } from "vscode";
import type { DataSetProgress } from "../../common/bulk/dataSet";
import type { DataSetManifest } from "../../common/bulk/dataSetManifest";
import type { ExportRecord } from "../../common/exportRecords";
import type { ExportLook } from "../exportItem";
import { nameRow, SHAPES, SHORT } from "../exportLook";
import type { ItemState } from "../persistedExport";
import { bytesWords, countWords, rowsWords, tailWords } from "../exportWords";
import { exactMoment } from "../../../../platform/vscode/formats";

interface DataSetLookFacts {
  /** Its `pages` are the clients that are done. */
  readonly record: ExportRecord;
  readonly state: ItemState;
  readonly refused: number;
  readonly manifest: DataSetManifest | undefined;
  /** What it waits for, while it runs. */
  readonly waiting: DataSetProgress | undefined;
  /** Milliseconds until the end, where they can be told. */
  readonly left: number | undefined;
}

/** How a data set of many clients is shown in the view. */
export function dataSetLook(facts: DataSetLookFacts): ExportLook {
  const { record, manifest } = facts;
  const status = describe(facts);
  const lines = [
    record.title,
    status,
    ...(record.connection === undefined ? [] : [l10n.t("Connection: {0}", record.connection)]),
    l10n.t("Folder: {0}", record.part),
    ...(record.isMasked ? [l10n.t("Masked: values are pseudonyms.")] : []),
    l10n.t("Began {0}", exactMoment(Date.parse(record.createdAt))),
    ...(manifest === undefined
      ? []
      : [l10n.t("SHA-256 of its journal {0}", manifest.journal.sha256)]),
  ];
  const { context, click, ...shape } = SHAPES[facts.state];
  // Its manifest is written in a moment: there is nothing to stop.
  const acts = facts.state === "finishing" || context === undefined ? {} : { context };
  const named = nameRow({ title: record.title, status, record, hidesFiles: false });
  const look = { ...named, tooltip: lines.join("\n"), ...shape, ...acts };
  return manifest?.isWhole === false ? { ...look, ...SHORT } : { ...look, ...(click && { click }) };
}

function describe({ record, state, refused, waiting, left }: DataSetLookFacts): string {
  const clients = clientsWords(record.pages);
  const holds = [
    rowsWords(record.rows),
    bytesWords(record.bytes),
    ...(refused === 0 ? [] : [l10n.t("{0} refused", countWords(refused))]),
  ];
  const after = (words: string): string => [words, ...holds].join(" · ");
  switch (state) {
    case "running":
      // What matters most comes first: side bars are narrow.
      return [ofAll(record), ...tailWords(waiting, left), ...holds].join(" · ");
    case "finishing":
      return after(l10n.t("writing the manifest"));
    case "pausing":
    case "paused":
      return after(l10n.t("paused after {0}", clients));
    case "interrupted":
      return after(l10n.t("interrupted after {0}", clients));
    case "stopped":
      return after(l10n.t("stopped after {0}", clients));
    case "failed":
      return after(l10n.t("failed after {0}", clients));
    case "elsewhere":
      return after(l10n.t("runs in another window · {0}", ofAll(record)));
    case "finished":
      return after(clients);
  }
}

/** "1 client", "1,200 clients". */
export function clientsWords(clients: number): string {
  return rowsWords(clients, "listClients");
}

function ofAll({ pages, claimed }: ExportRecord): string {
  return claimed === undefined || claimed < pages
    ? clientsWords(pages)
    : l10n.t("{0} of {1}", countWords(pages), clientsWords(claimed));
}

interface HeldDataSet {
  readonly record: ExportRecord;
  /** Known to hold nothing. */
  readonly isEmpty: boolean;
}

/** "Its folder holds 1,200 rows of 37 clients." */
export function holdingWords({ record, isEmpty }: HeldDataSet): string {
  const { rows, pages } = record;
  return rows === 0 && pages === 0
    ? isEmpty
      ? l10n.t("Nothing has been exported yet.")
      : l10n.t("Its folder holds what was exported before.")
    : l10n.t("Its folder holds {0} of {1}.", rowsWords(rows), clientsWords(pages));
}
