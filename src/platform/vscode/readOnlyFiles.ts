import * as vscode from "vscode";

/** Documents of our own, as the features make them. */
export type OwnFiles = Pick<vscode.FileSystemProvider, "stat" | "readFile" | "onDidChangeFile">;

/** A file system that is only read; `files` is asked for with the first question. */
export function readOnlyFiles(
  files: () => Promise<OwnFiles>,
  onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>,
): vscode.FileSystemProvider {
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  return {
    onDidChangeFile,
    watch: () => ({ dispose: () => undefined }),
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}
