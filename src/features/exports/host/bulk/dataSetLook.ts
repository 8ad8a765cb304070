import { l10n } from "vscode";
import type { DataSetProgress } from "../../common/bulk/dataSet";
import type { DataSetManifest } from "../../common/bulk/dataSetManifest";
import type { ExportNote } from "../../common/exportNotes";
import type { ExportLook } from "../exportItem";
import { nameRow, SHAPES, SHORT } from "../exportLook";
import type { ItemState } from "../persistedExport";
import { bytesWords, countWords, rowsWords, tailWords } from "../exportWords";

interface DataSetLookFacts {
  /** Its `pages` are the clients that are done. */
  readonly note: ExportNote;
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
  const { note, manifest } = facts;
  const status = describe(facts);
  const lines = [
    note.title,
    status,
    ...(note.connection === undefined ? [] : [l10n.t("Connection: {0}", note.connection)]),
    l10n.t("Folder: {0}", note.part),
    ...(note.isMasked ? [l10n.t("Masked: values are pseudonyms.")] : []),
    l10n.t("Began {0}", new Date(note.createdAt).toLocaleString()),
    ...(manifest === undefined
      ? []
      : [l10n.t("SHA-256 of its journal {0}", manifest.journal.sha256)]),
  ];
  const { context, click, ...shape } = SHAPES[facts.state];
  // Its manifest is written in a moment: there is nothing to stop.
  const acts = facts.state === "finishing" || context === undefined ? {} : { context };
  const named = nameRow({ title: note.title, status, note, hidesFiles: false });
  const look = { ...named, tooltip: lines.join("\n"), ...shape, ...acts };
  return manifest?.isWhole === false ? { ...look, ...SHORT } : { ...look, ...(click && { click }) };
}

function describe({ note, state, refused, waiting, left }: DataSetLookFacts): string {
  const clients = clientsWords(note.pages);
  const holds = [
    rowsWords(note.rows),
    bytesWords(note.bytes),
    ...(refused === 0 ? [] : [l10n.t("{0} refused", countWords(refused))]),
  ];
  const after = (words: string): string => [words, ...holds].join(" · ");
  switch (state) {
    case "running":
      // What matters most comes first: side bars are narrow.
      return [ofAll(note), ...tailWords(waiting, left), ...holds].join(" · ");
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
      return after(l10n.t("runs in another window · {0}", ofAll(note)));
    case "finished":
      return after(clients);
  }
}

/** "1 client", "1,200 clients". */
export function clientsWords(clients: number): string {
  return rowsWords(clients, "listClients");
}

function ofAll({ pages, claimed }: ExportNote): string {
  return claimed === undefined || claimed < pages
    ? clientsWords(pages)
    : l10n.t("{0} of {1} clients", countWords(pages), countWords(claimed));
}
