import * as vscode from "vscode";
import { LONGEST_FILE } from "../../common/connectionFile";
import { type ConfirmedImport, confirmImport } from "../../common/confirmImport";
import type { FileFinding } from "../../common/fileFindings";
import { AppError } from "../../../../platform/base/errors";
import { localizer } from "../../../../platform/vscode/translate";
import { type FileMarks, rangeOf } from "./fileMarks";
import type { ConnectionSetupServices } from "./services";
import { countText } from "../../../../platform/vscode/formats";

type ImportServices = Pick<
  ConnectionSetupServices,
  "dialogs" | "stored" | "reservedLabels" | "saveAll"
>;

/** Reads connections from a file, says what would change, and changes it once that is confirmed. */
export async function importConnections(services: ImportServices, marks: FileMarks): Promise<void> {
  const { dialogs, stored, reservedLabels } = services;
  const title = vscode.l10n.t("Import connections");
  const uri = await dialogs.openFile(title, ["json"]);
  if (uri === undefined) {
    return;
  }
  const document = await openDocument(uri);
  const { connections, problems, warnings } = marks.mark(document);
  const [first] = problems;
  if (first !== undefined) {
    await show(document, first);
    throw fileError(first);
  }
  const confirmed = await confirmImport({
    ...{ connections, warnings, ...localizer },
    ground: () => ({ stored: stored(), reserved: reservedLabels() }),
    ask: (question) => dialogs.confirm(question),
  });
  if (confirmed === undefined) {
    return;
  }
  const { changes } = confirmed;
  if (changes.length > 0) {
    await services.saveAll(changes.map(({ connection }) => connection));
  }
  void dialogs.notify("information", doneWords(confirmed, connections.length));
}

/** As the editor has it, so that places and changes that are not saved yet are the user's own. */
async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size <= LONGEST_FILE) {
      return await vscode.workspace.openTextDocument(uri);
    }
  } catch {
    // Gone, not readable, or no text: the editor's own words name its path.
  }
  throw new AppError("input", "input/connectionFileUnreadable");
}

async function show(document: vscode.TextDocument, finding: FileFinding): Promise<void> {
  const { start } = rangeOf(document, finding);
  const selection = new vscode.Range(start, start);
  await vscode.window.showTextDocument(document, { selection });
}

function fileError({ path, line, column }: FileFinding): AppError {
  const values = { line, column, ...(path !== "" && { path }) };
  return new AppError("input", "input/connectionFile", { values });
}

function doneWords({ changes, declined }: ConfirmedImport, count: number): string {
  const l10n = vscode.l10n;
  if (count === 0) {
    return l10n.t("The file holds no connection; nothing was changed.");
  }
  const left = declined === 0 ? [] : [l10n.t("Left as they are: {0}.", countText(declined))];
  const added = changes.filter(({ kind }) => kind === "added").length;
  const done =
    changes.length === 0
      ? left.length > 0
        ? l10n.t("Nothing was changed.")
        : l10n.t("All connections are as in the file already; nothing was changed.")
      : added === 0
        ? l10n.t("Connections changed: {0}.", countText(changes.length))
        : l10n.t(
            "Connections added: {0}, changed: {1}. Enter the keys of the new ones.",
            countText(added),
            countText(changes.length - added),
          );
  return [done, ...left].join(" ");
}
