import * as vscode from "vscode";

/** Of longer documents only what is on screen, or the beginning, is looked through. */
const LONGEST_TEXT = 1_000_000;

interface SearchedText {
  /** Offset in the document. */
  readonly from: number;
  readonly text: string;
}

/** What of a document is looked through for ids. */
export function searchedText(document: vscode.TextDocument): SearchedText {
  const { end } = document.lineAt(document.lineCount - 1).range;
  if (document.offsetAt(end) <= LONGEST_TEXT) {
    // The editor's own; the text of a range would be a copy of it.
    return { from: 0, text: document.getText() };
  }
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const [from, to] = [document.positionAt(0), document.positionAt(LONGEST_TEXT)];
  const range = shown?.visibleRanges[0] ?? new vscode.Range(from, to);
  // What is on screen can be one line without an end.
  const text = document.getText(range).slice(0, LONGEST_TEXT);
  return { from: document.offsetAt(range.start), text };
}
