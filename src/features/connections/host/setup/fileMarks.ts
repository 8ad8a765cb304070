import * as vscode from "vscode";
import { readConnectionFile } from "../../common/connectionFile";
import type { FileFinding } from "../../common/fileFindings";
import { describeFileFinding } from "../../texts/fileTexts";
import { diagnosticAt } from "../../../../platform/vscode/surfaces";
import { localizer } from "../../../../platform/vscode/translate";

/**
 * Marks what is wrong in files that were to be imported. A marked file is read anew with each
 * change, so that the marks go as the problems do.
 */
export class FileMarks implements vscode.Disposable {
  private readonly marks = vscode.languages.createDiagnosticCollection("financialPlanning");
  private readonly subscription = vscode.Disposable.from(
    this.marks,
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (this.marks.has(document.uri)) {
        this.mark(document);
      }
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.marks.delete(uri)),
  );

  /** Reads a file and marks what is found; nothing is marked in one that is well. */
  mark(document: vscode.TextDocument): ReturnType<typeof readConnectionFile> {
    const read = readConnectionFile(document.getText());
    const { problems, warnings } = read;
    if (problems.length === 0) {
      this.marks.delete(document.uri);
    } else {
      const { Error, Warning } = vscode.DiagnosticSeverity;
      this.marks.set(document.uri, [
        ...problems.map((finding) => diagnosticOf(document, finding, Error)),
        ...warnings.map((finding) => diagnosticOf(document, finding, Warning)),
      ]);
    }
    return read;
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

/** Where something is in a file that is open. */
export function rangeOf(document: vscode.TextDocument, finding: FileFinding): vscode.Range {
  const { offset, length } = finding;
  const start = document.positionAt(offset);
  const end = document.positionAt(offset + length);
  // An object that lacks something would be underlined whole.
  return new vscode.Range(start, end.line === start.line ? end : start.translate(0, 1));
}

function diagnosticOf(
  document: vscode.TextDocument,
  finding: FileFinding,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const text = describeFileFinding(finding, localizer);
  const message = finding.path === "" ? text : `${finding.path}: ${text}`;
  const diagnostic = diagnosticAt(rangeOf(document, finding), message, severity);
  diagnostic.source = vscode.l10n.t("Import connections");
  return diagnostic;
}
