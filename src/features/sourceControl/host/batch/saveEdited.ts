import * as vscode from "vscode";
import { AppError } from "../../../../platform/base/errors";
import type { Dialogs } from "../../../../platform/vscode/dialogs";

/** More names than this do not fit a question. */
const NAMED_FILES = 10;

/**
 * Saves payloads that are edited, after a question: what is planned and sent is what is on disk.
 * Throws kind `canceled` where the user declined, `input/payloadNotSaved` with `name` where the editor did
 * not save one.
 */
export async function saveEdited(
  dialogs: Pick<Dialogs, "confirm">,
  files: readonly vscode.Uri[],
): Promise<void> {
  const names = new Set(files.map((file) => file.toString()));
  const edited = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && names.has(uri.toString()),
  );
  if (edited.length === 0) {
    return;
  }
  if (!(await dialogs.confirm(questionOf(edited)))) {
    throw new AppError("canceled", "canceled/byUser");
  }
  for (const document of edited) {
    if (document.isDirty && !(await document.save())) {
      throw new AppError("input", "input/payloadNotSaved", { values: { name: nameOf(document) } });
    }
  }
}

function questionOf(edited: readonly vscode.TextDocument[]): Parameters<Dialogs["confirm"]>[0] {
  const t = vscode.l10n.t;
  const more = edited.length - NAMED_FILES;
  return {
    message:
      edited.length === 1
        ? t("Save 1 edited payload and plan?")
        : t("Save {0} edited payloads and plan?", edited.length),
    detail: [
      ...edited.slice(0, NAMED_FILES).map(nameOf),
      ...(more > 0 ? [t("and {0} more", more)] : []),
      t("What is planned is what is on disk. Nothing is sent by saving."),
    ].join("\n"),
    button: t("Save and plan"),
  };
}

/** The last part: the folder has a client's id as its name. */
function nameOf({ uri }: vscode.TextDocument): string {
  return uri.path.split("/").at(-1) ?? "";
}
