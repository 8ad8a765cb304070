import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { createPayloadFile } from "../../pensions/host/createPayload";
import { existingPayload, writableFolders } from "../../pensions/host/payloadFiles";
import type { Masking } from "../../../platform/base/masking";
import type { PayloadTargets } from "../../pensions/host/targets";
import type { PayloadTarget } from "../../pensions/common/target";
import type { WrittenFile } from "../common/toolServices";

interface FileServices {
  readonly dialogs: Dialogs;
  /** Of what is shown: it masks while privacy mode is on. */
  readonly masking: Masking;
  readonly targets: PayloadTargets;
}

/**
 * Writes the payload file of a pension into the workspace, as the house names such files. One that
 * is there is replaced only if the user says yes.
 */
export async function writePayloadFile(
  services: FileServices,
  target: PayloadTarget,
  text: string,
): Promise<WrittenFile> {
  const there = await existingPayload(target);
  if (there !== undefined) {
    await replace(services, there, target, text);
    await show(await vscode.workspace.openTextDocument(there));
    return { path: relative(there), outcome: "replaced" };
  }
  const document = await createPayloadFile(services, target, text);
  if (document === undefined) {
    const hasFolder = writableFolders().length > 0;
    throw new AppError("input", hasFolder ? "assistants/notWritten" : "assistants/noFolder");
  }
  // Another program made it in the meantime, and it was left as it is.
  if (document.getText() !== text) {
    throw new AppError("input", "assistants/fileThere");
  }
  await show(document);
  return { path: relative(document.uri), outcome: "created" };
}

async function replace(
  { dialogs, masking, targets }: FileServices,
  uri: vscode.Uri,
  target: PayloadTarget,
  text: string,
): Promise<void> {
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open?.isDirty === true) {
    throw new AppError("input", "assistants/fileOpen");
  }
  const { t } = vscode.l10n;
  // The folder has a client's id as its name.
  const place = masking.maskText(relative(uri));
  const yes = await dialogs.confirm({
    message: t("Let the assistant replace the payload file {0}?", place),
    detail: t("What the file says now is lost, unless it is in source control. Nothing is sent."),
    button: t("Replace"),
  });
  if (!yes) {
    throw new AppError("canceled", "canceled/byUser");
  }
  const document = await vscode.workspace.openTextDocument(uri);
  // The user may have typed while the question stood.
  if (document.isDirty) {
    throw new AppError("input", "assistants/fileOpen");
  }
  await writeDocument(document, text);
  await targets.remember(uri, target);
}

/** Through its document: an open editor shows the new text at once, and undo brings back the old. */
async function writeDocument(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  const isTaken = await vscode.workspace.applyEdit(edit);
  if (!isTaken || (document.isDirty && !(await document.save()))) {
    throw new AppError("input", "assistants/fileNotSaved");
  }
}

/** The user sees what was written, and goes on where they were. */
async function show(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
}

function relative(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri, false).replaceAll("\\", "/");
}
