import * as vscode from "vscode";
import { LONGEST_FILE } from "../../core/connections/connectionFile";
import type { FileFinding } from "../../core/connections/fileFindings";
import { describeFileFinding, describeImport } from "../../core/connections/fileTexts";
import { type ImportChange, planImport } from "../../core/connections/importPlan";
import { AppError } from "../../core/errors";
import type { Question } from "../../host/dialogs";
import { translate } from "../../host/translate";
import { type FileMarks, rangeOf } from "./fileMarks";
import type { ConnectionSetupServices } from "./services";

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
  const changes = planImport(connections, { stored: stored(), reserved: reservedLabels() });
  const open = changes.filter(({ kind }) => kind !== "unchanged");
  if (open.length === 0) {
    void dialogs.notify("information", nothingWords(connections.length));
  } else if (await dialogs.confirm(questionOf(changes, warnings))) {
    await services.saveAll(open.map(({ connection }) => connection));
    void dialogs.notify("information", doneWords(open));
  }
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

/** A modal grows with its text; what does not fit is counted. */
const MOST_LINES = 15;

function questionOf(changes: readonly ImportChange[], warnings: readonly FileFinding[]): Question {
  const l10n = vscode.l10n;
  const lines = [
    ...describeImport(changes, translate),
    ...warnings.map((finding) => describeFileFinding(finding, translate)),
  ];
  const shown = lines.slice(0, MOST_LINES);
  const rest = lines.length - shown.length;
  const count = changes.filter(({ kind }) => kind !== "unchanged").length;
  return {
    message:
      count === 1 ? l10n.t("Import 1 connection?") : l10n.t("Import {0} connections?", count),
    detail: [
      ...shown,
      ...(rest === 0 ? [] : [l10n.t("and {0} more.", rest)]),
      "",
      l10n.t("No secret is taken from a file; keys and client secrets are entered."),
    ].join("\n"),
    button: l10n.t("Import"),
  };
}

function nothingWords(count: number): string {
  return count === 0
    ? vscode.l10n.t("The file holds no connection; nothing was changed.")
    : vscode.l10n.t("All connections are as in the file already; nothing was changed.");
}

function doneWords(changes: readonly ImportChange[]): string {
  const added = changes.filter(({ kind }) => kind === "added").length;
  return added === 0
    ? vscode.l10n.t("Connections changed: {0}.", changes.length)
    : vscode.l10n.t(
        "Connections added: {0}, changed: {1}. Enter the keys of the new ones.",
        added,
        changes.length - added,
      );
}
