import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import { demandIdentity, type PayloadTarget, type PensionIdentity } from "../common/target";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { Privacy } from "../../../platform/vscode/privacy";
import { openDiff } from "../../../platform/vscode/surfaces";
import {
  existingOrUntitled,
  exists,
  newPayloadFile,
  placesWithoutFolder,
  writableFolders,
} from "./payloadFiles";
import type { PayloadTargets } from "./targets";
import { warningText } from "../../../platform/texts/warnings";
import { translate } from "../../../platform/vscode/translate";
import { PENSION_WARNINGS } from "../texts/warnings";

export interface CreateServices {
  readonly dialogs: Dialogs;
  readonly targets: PayloadTargets;
}

/**
 * Makes the payload of a pension and returns its document: a file in a workspace folder, or, where
 * none takes it, an untitled one that is written only when the user saves it. An existing file is
 * never overwritten: its document is returned.
 */
export async function createPayload(
  services: CreateServices,
  target: PayloadTarget,
  content: string,
): Promise<vscode.TextDocument> {
  const file = await createPayloadFile(services, target, content);
  return file ?? (await createUntitled(services, target, content));
}

/** The same for a file alone: undefined where no workspace folder takes it. */
export async function createPayloadFile(
  { dialogs, targets }: CreateServices,
  target: PayloadTarget,
  content: string,
): Promise<vscode.TextDocument | undefined> {
  const folder = await chooseFolder(dialogs);
  const uri = folder && (await newPayloadFile(folder, target));
  if (uri === undefined || !(await writeNew(uri, content))) {
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  // What was chosen for a file that was there before is not for this one.
  await targets.remember(document.uri, target);
  return document;
}

/** The folder to write to, undefined for none. A refusal to choose throws kind `canceled`. */
async function chooseFolder(dialogs: Dialogs): Promise<vscode.Uri | undefined> {
  const writable = writableFolders();
  if (writable.length < 2) {
    return writable[0]?.uri;
  }
  const items = writable.map(({ name, uri }) => ({ label: name, description: uri.path, uri }));
  const picked = await dialogs.pick(vscode.l10n.t("Folder for the payload"), items);
  if (picked === undefined) {
    throw new AppError("canceled", "canceled/byUser");
  }
  return picked.uri;
}

/** Writes a file that is not there yet. False where its folder or disk does not take it. */
async function writeNew(uri: vscode.Uri, content: string): Promise<boolean> {
  try {
    if (!(await exists(uri))) {
      await writeWhole(uri, content);
    }
    return true;
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) {
      throw error;
    }
    return false;
  }
}

/** What a full disk took of it is deleted: it would be opened later as the payload. */
async function writeWhole(uri: vscode.Uri, content: string): Promise<void> {
  const { fs } = vscode.workspace;
  try {
    await fs.writeFile(uri, new TextEncoder().encode(content));
  } catch (error) {
    await fs.delete(uri).then(undefined, () => undefined);
    throw error;
  }
}

async function createUntitled(
  { dialogs, targets }: CreateServices,
  target: PayloadTarget,
  content: string,
): Promise<vscode.TextDocument> {
  const { workspaceFolders = [] } = vscode.workspace;
  if (workspaceFolders.length > 0) {
    void dialogs.notify(
      "information",
      warningText(PENSION_WARNINGS["pensions/folderNotWritable"], translate),
    );
  }
  const document = await openUntitled(target, content);
  await targets.remember(document.uri, target);
  return document;
}

/** What it was saved as already is opened in its place. */
async function openUntitled(target: PayloadTarget, content: string): Promise<vscode.TextDocument> {
  const { file, untitled } = await placesWithoutFolder(target);
  if (await exists(file)) {
    return vscode.workspace.openTextDocument(file);
  }
  const document = await vscode.workspace.openTextDocument(untitled);
  if (document.getText() === "") {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), content);
    await vscode.workspace.applyEdit(edit);
  }
  return document;
}

export interface WrittenServices extends CreateServices {
  readonly privacy: Pick<Privacy, "isOn">;
  readonly showAnswer: (name: string, bytes: Uint8Array) => vscode.Uri;
}

/** A text that is to be the payload of a pension, and what it is called beside the one there. */
interface GivenText {
  readonly text: string;
  /** "sent": part of a file name. */
  readonly kind: string;
  /** Title of the comparison. */
  readonly title: string;
}

/** Opens the payload of a pension with what was sent to it once. */
export async function openWrittenPayload(
  services: WrittenServices,
  identity: PensionIdentity,
  text: string,
): Promise<void> {
  const title = vscode.l10n.t("{0}: as it was sent ↔ payload now", identity.pensionId);
  await openPayloadWith(services, identity, { text, kind: "sent", title });
}

/**
 * Opens the payload of a pension with a text. A payload file that says something else is not
 * overwritten: both are shown side by side, the file to be edited. True where it was made.
 */
export async function openPayloadWith(
  services: WrittenServices,
  target: PayloadTarget,
  { text, kind, title }: GivenText,
): Promise<boolean> {
  demandIdentity(target);
  const { showAnswer, privacy } = services;
  const uri = await existingOrUntitled(target);
  const document =
    uri === undefined
      ? await createPayload(services, target, text)
      : await vscode.workspace.openTextDocument(uri);
  if (document.getText() === text) {
    await vscode.window.showTextDocument(document, { preview: false });
    return uri === undefined;
  }
  const encode = (content: string): Uint8Array => new TextEncoder().encode(content);
  const given = showAnswer(`${target.pensionId}-${kind}.json`, encode(text));
  // Beside a masked text everything in the file would look changed: a masked copy does not.
  const now = privacy.isOn
    ? showAnswer(`${target.pensionId}.json`, encode(document.getText()))
    : document.uri;
  await openDiff(given, now, title);
  return false;
}
