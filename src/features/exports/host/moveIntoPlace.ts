import { rm } from "node:fs/promises";
import { basename } from "node:path";
import * as vscode from "vscode";
import { AppError, isAppError } from "../../../platform/base/errors";
import type { ExportSpec, ExportTarget } from "../common/export";
import { type ExportManifest, MANIFEST_ENDING } from "../common/exportManifest";
import {
  CLIPBOARD_BYTE_LIMIT,
  EDITOR_BYTE_LIMIT,
  exportedText,
} from "../common/formats/exportedText";
import type { ExportResult } from "../common/exports";
import { placeFile } from "../../../platform/files/placeFile";
import type { AnswerDocuments } from "../../lists/host/answerDocuments";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { exportFileName, isHere } from "./exportTarget";

/** An export that is where it was wanted. */
export interface Placed {
  /** With the name of the file, where it became one. */
  readonly manifest: ExportManifest;
  /** Absent for clipboard and editor. */
  readonly file?: { readonly uri: vscode.Uri; readonly manifest: vscode.Uri };
}

interface PlaceServices {
  readonly answers: Pick<AnswerDocuments, "open" | "openOwn">;
  readonly copy: (text: string) => Promise<void>;
}

/**
 * Puts a whole export where it was wanted, after its manifest; nothing of the part is left.
 * @throws AppError `exports/notPlaced`, `exports/tooLargeForText`; the part stays then
 */
export async function moveIntoPlace(
  services: PlaceServices,
  spec: Pick<ExportSpec, "isMasked" | "form">,
  target: ExportTarget,
  { path, manifest }: ExportResult,
): Promise<Placed> {
  try {
    if (target.kind !== "file") {
      await writeText(services, spec, { kind: target.kind, path, manifest });
      await rm(path, { force: true });
      return { manifest };
    }
    return await moveFile(vscode.Uri.parse(target.uri, true), { path, manifest });
  } catch (error) {
    throw isAppError(error) ? error : new AppError("input", "exports/notPlaced", { cause: error });
  }
}

/** Where to instead of clipboard or editor; undefined when the user declined. */
export async function askForFile(
  dialogs: Dialogs,
  { query: { operationId }, form }: Pick<ExportSpec, "query" | "form">,
): Promise<ExportTarget | undefined> {
  const isWanted = await dialogs.confirm({
    message: vscode.l10n.t("The export is complete, but too large for the clipboard or an editor."),
    detail: vscode.l10n.t("You can save it to a file, with its manifest beside it."),
    button: vscode.l10n.t("Save to File…"),
  });
  const name = exportFileName({ operationId, subject: undefined }, form, new Date());
  const uri = isWanted ? await dialogs.saveFile(name) : undefined;
  return uri && { kind: "file", uri: uri.toString() };
}

async function moveFile(uri: vscode.Uri, { path, manifest }: ExportResult): Promise<Placed> {
  const name = basename(uri.path);
  const named = { ...manifest, file: { ...manifest.file, name } };
  const beside = uri.with({ path: `${uri.path}${MANIFEST_ENDING}` });
  const text = `${JSON.stringify(named, undefined, 2)}\n`;
  if (isHere({ kind: "file", uri: uri.toString() })) {
    await placeFile({ path, target: uri.fsPath, beside: beside.fsPath, text });
  } else {
    await copyElsewhere(path, { uri, beside, text });
    await rm(path, { force: true });
  }
  return { manifest: named, file: { uri, manifest: beside } };
}

/** The manifest first; where the file cannot follow, what was said before comes back. */
async function copyElsewhere(
  path: string,
  { uri, beside, text }: Readonly<Record<"uri" | "beside", vscode.Uri> & { text: string }>,
): Promise<void> {
  const { fs } = vscode.workspace;
  const before = await fs.readFile(beside).then(
    (bytes) => bytes,
    () => undefined,
  );
  try {
    await fs.writeFile(beside, new TextEncoder().encode(text));
    await fs.copy(vscode.Uri.file(path), uri, { overwrite: true });
  } catch (error) {
    const back = before === undefined ? fs.delete(beside) : fs.writeFile(beside, before);
    await back.then(undefined, () => undefined);
    throw error;
  }
}

interface PutText extends ExportResult {
  readonly kind: "clipboard" | "editor";
}

async function writeText(
  { answers, copy }: PlaceServices,
  { isMasked, form }: Pick<ExportSpec, "isMasked" | "form">,
  { kind, path, manifest }: PutText,
): Promise<void> {
  if (kind === "clipboard") {
    await copy(await exportedText(path, CLIPBOARD_BYTE_LIMIT));
    return;
  }
  const bytes = new TextEncoder().encode(await exportedText(path, EDITOR_BYTE_LIMIT));
  const { operationId } = manifest.query;
  const name = exportFileName({ operationId, subject: undefined }, form, new Date());
  // What is masked stays so; what is not, is masked when privacy mode is turned on later.
  await (isMasked ? answers.openOwn(name, bytes) : answers.open(name, bytes));
}
