import { readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { l10n, Uri } from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { ExportSpec, ExportTarget } from "../common/export";
import { type ExportManifest, MANIFEST_ENDING } from "../common/exportManifest";
import type { ExportRecord } from "../common/exportRecords";
import { partGone } from "../common/partErrors";
import type { PartFacts, RunningExport } from "../common/exports";
import { connectionName } from "../../../platform/vscode/words";
import type { ExportServices } from "./exportServices";
import { exportSource } from "./exportStart";
import { hasFile, isHere, partsFolder, targetBeside, targetName } from "./exportTarget";
import { callWords, rowsWords } from "./exportWords";

/** An export that can go on from its part. */
export interface ResumedExport {
  readonly running: RunningExport;
  readonly target: ExportTarget;
  /** What was there when it was asked where to: that alone may be written over. */
  readonly mayReplace: boolean;
}

/** Takes an export up from its part; undefined when the user declined. Throws `AppError`. */
export async function resumeExport(
  services: ExportServices,
  { id, part }: Pick<ExportRecord, "id" | "part">,
  onChange: () => void,
): Promise<ResumedExport | undefined> {
  const engine = await services.engine();
  const { spec } = await engine.readPart(part);
  if (spec.id !== id) {
    // Another one lies there by now, which nobody asked for.
    throw partGone();
  }
  const connectionId = await connectionFor(services, spec.query);
  const target = connectionId && (await targetFor(services, spec.target, part));
  if (connectionId === undefined || target === undefined || target === "") {
    return undefined;
  }
  const source = exportSource(services, { spec, connectionId, part, panel: undefined, onChange });
  const mayReplace = await hasFile(target);
  return { running: await engine.resume(part, source), target, mayReplace };
}

/** That of the part, or where this machine does not have it, one that the user says is the same. */
export async function connectionFor(
  services: Pick<ExportServices, "connection" | "connections" | "dialogs">,
  { connectionId, connectionLabel, environment }: ExportSpec["query"],
): Promise<string | undefined> {
  if (services.connection(connectionId) !== undefined) {
    return connectionId;
  }
  const items = services.connections().map(({ id, label, environment: other }) => ({
    label: connectionName({ label, environment: other }),
    description: other === environment ? "" : l10n.t("another environment"),
    id,
  }));
  const wanted = connectionName({ label: connectionLabel, environment });
  const title = l10n.t("The export was begun with {0}. Which connection is that here?", wanted);
  return (await services.dialogs.pick(title, items))?.id;
}

/** A part from elsewhere says itself what is asked for: nothing is before the user has seen it. */
export async function mayResume(
  { connection, dialogs, privacy: { masking } }: ExportServices,
  { spec: { query }, rows }: PartFacts,
): Promise<boolean> {
  const pathTemplate = query.pathTemplate.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
    masking.maskLabel(query.path[name] ?? whole, "id"),
  );
  const call = masking.maskText(callWords({ ...query, pathTemplate }));
  const { connectionId, connectionLabel: label, environment } = query;
  const name = connectionName(connection(connectionId) ?? { label, environment });
  return dialogs.confirm({
    message: l10n.t("Resume the export of this part? It holds {0}.", rowsWords(rows)),
    detail: l10n.t("The rest is asked for with {0}: {1}", name, call),
    button: l10n.t("Resume"),
  });
}

/** What is in its place is not written over without a question, nor what a part says is elsewhere. */
async function targetFor(
  { dialogs, folder }: Pick<ExportServices, "dialogs" | "folder">,
  before: ExportTarget,
  part: string,
): Promise<ExportTarget | undefined> {
  const target = targetBeside(before, part);
  if (target.kind !== "file") {
    return target;
  }
  const isOurs = isHere(target) || dirname(part) === partsFolder(folder);
  if (isOurs && !(await hasFile(target))) {
    return target;
  }
  const chosen = await dialogs.saveFile(targetName(target));
  return chosen && { kind: "file", uri: chosen.toString() };
}

/** Whether a part that is gone became its file: then the manifest there says when it began. */
export async function wasPlaced({ part, target, createdAt }: ExportRecord): Promise<boolean> {
  const manifest = join(dirname(part), target + MANIFEST_ENDING);
  return (await readFile(manifest, "utf8").catch(() => "")).includes(createdAt);
}

/** The part that was given to the command, else one that is picked. */
export async function pickPart(
  { dialogs }: Pick<ExportServices, "dialogs">,
  given: unknown,
): Promise<string | undefined> {
  const uri =
    given instanceof Uri ? given : await dialogs.openFile(l10n.t("Part of an export"), ["part"]);
  if (uri !== undefined && uri.scheme !== "file") {
    throw new AppError("input", "exports/partElsewhere");
  }
  return uri?.fsPath;
}

/** Deletes the part; asks first where it has rows. False when the user declined. */
export async function discardPart(
  { dialogs, engine }: Pick<ExportServices, "dialogs" | "engine">,
  record: ExportRecord,
  title: string,
): Promise<boolean> {
  const { id, rows, part, scope } = record;
  const isWanted =
    rows === 0 ||
    scope !== "all" ||
    (await dialogs.confirm({
      message: l10n.t("Remove the export of {0}?", title),
      detail: l10n.t("What was exported so far ({0}) would be deleted.", rowsWords(rows)),
      button: l10n.t("Delete Part"),
    }));
  if (isWanted) {
    await (await engine()).discard(part, id);
    await removeStrayManifest(record);
  }
  return isWanted;
}

/** A kill may come between the manifest and its file: then it tells of one that is not there. */
async function removeStrayManifest({ part, target, createdAt }: ExportRecord): Promise<void> {
  const file = join(dirname(part), target);
  const manifest = file + MANIFEST_ENDING;
  const said = await readFile(manifest, "utf8").then(parseOwn, () => undefined);
  const there = await stat(file).catch(() => undefined);
  if (said?.startedAt === createdAt && said.file?.bytes !== there?.size) {
    await rm(manifest, { force: true });
  }
}

function parseOwn(text: string): Partial<ExportManifest> | undefined {
  try {
    return JSON.parse(text) as Partial<ExportManifest>;
  } catch {
    return undefined;
  }
}
