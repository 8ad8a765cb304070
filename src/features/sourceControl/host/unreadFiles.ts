import type * as vscode from "vscode";

/** Whether a file is one of what a look could not read, or is below it. */
export function isUnread(file: string, unread: readonly vscode.Uri[]): boolean {
  return unread.some((uri) => file === uri.toString() || file.startsWith(`${uri.toString()}/`));
}

/** Of what is not there nothing is missing. */
export function noteUnread(unread: vscode.Uri[], uri: vscode.Uri, error: unknown): void {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (!ABSENT.has(code)) {
    unread.push(uri);
  }
}

/** Of this machine's files, and as the editor has them. */
const ABSENT = new Set<unknown>(["ENOENT", "ENOTDIR", "FileNotFound", "FileNotADirectory"]);
