import { existsSync } from "node:fs";
import path from "node:path";
import { l10n, Uri } from "vscode";
import { snapshotName } from "../../common/snapshots/snapshotName";
import type { NodeArgument, OpenListArgument } from "../../../../manifest";
import type { ListQuery } from "../../../lists/messages/listQuery";
import type { ExportServices } from "../exportServices";
import { findingsWords } from "../exportMessages";
import { doubledRows } from "../../common/shortfall";
import { type ChosenExport, mayWalk, specOf, wantedList } from "../exportStart";
import { rowsWords } from "../exportWords";
import { openPlaced } from "../openPlaced";
import type { Placed } from "../moveIntoPlace";
import { fileNameOf } from "../../../lists/host/fileNames";
import { chooseSnapshotFolder } from "./chooseFolder";

/** What is kept of a list, without further questions; undefined when the user declined one. */
export async function snapshotExport(
  services: ExportServices,
  argument: NodeArgument | OpenListArgument | undefined,
): Promise<ChosenExport | undefined> {
  const wanted = await wantedList(services, argument);
  const folder = wanted && (await folderOf(services));
  if (wanted === undefined || folder === undefined) {
    return undefined;
  }
  const { query, panel } = wanted;
  if (!(await mayWalk(services, query, { scope: "all" }, await panel?.rows()))) {
    return undefined;
  }
  const at = new Date().toISOString();
  const target = {
    kind: "file",
    uri: Uri.file(freePath(services, folder, { query, at })).toString(),
  };
  const form = { format: "jsonl", byteOrderMark: false, guardFormulas: false } as const;
  const choice = { scope: "all", form, target: { ...target, kind: "file" } } as const;
  const spec = { ...(await specOf(services, wanted, choice)), createdAt: at };
  return { spec, panel: undefined, tellPlaced: (placed) => reportKept(services, query, placed) };
}

/** The one that is remembered while it is there. */
async function folderOf({ dialogs, snapshots }: ExportServices): Promise<string | undefined> {
  const known = snapshots.get();
  return known !== undefined && existsSync(known)
    ? known
    : chooseSnapshotFolder(dialogs, snapshots);
}

function freePath(
  { privacy }: ExportServices,
  folder: string,
  { query, at }: { readonly query: ListQuery; readonly at: string },
): string {
  const ids = Object.values(query.path).map((id) => privacy.masking.maskLabel(id, "id"));
  const named = { list: fileNameOf(query.operationId), ids, at };
  const pathOf = (name: string): string => path.join(folder, name);
  const isTaken = (name: string): boolean =>
    ["", ".part"].some((ending) => existsSync(pathOf(name + ending)));
  return pathOf(snapshotName(named, isTaken));
}

/** "Kept 37 holdings of Abernathy, Ruth." */
async function reportKept(
  services: ExportServices,
  query: ListQuery,
  placed: Placed,
): Promise<void> {
  const { dialogs, privacy, lists } = services;
  const { manifest, file } = placed;
  const doubled = doubledRows(manifest);
  const rows = rowsWords(manifest.file.rows - doubled, query.operationId);
  const { subject } = query;
  const kept =
    subject === undefined
      ? l10n.t("Kept {0}.", rows)
      : l10n.t("Kept {0} of {1}.", rows, privacy.masking.maskLabel(subject, "person"));
  const found = findingsWords(manifest);
  const [compare, open] = [l10n.t("Compare"), l10n.t("Open")];
  const severity = doubled === 0 ? "information" : "warning";
  const picked = await dialogs.notify(severity, [kept, ...found].join(" "), [compare, open]);
  if (picked === open) {
    await openPlaced(services, placed, "open");
  } else if (picked === compare && file !== undefined) {
    const snapshot = path.basename(file.uri.fsPath);
    await (await lists()).compare(query, { source: "snapshot", onlyChanges: false, snapshot });
  }
}
