import * as vscode from "vscode";

/** Files of another machine, as far as the editor can tell. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly all = new Map<string, Uint8Array>();
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  stat({ path }: vscode.Uri): vscode.FileStat {
    if (path === "/") {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.get(path).length };
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    return this.get(path);
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    this.all.set(path, content);
  }

  delete({ path }: vscode.Uri): void {
    this.all.delete(path);
  }

  rename(from: vscode.Uri, to: vscode.Uri): void {
    this.all.set(to.path, this.get(from.path));
    this.all.delete(from.path);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [...this.all.keys()].map((path) => [path.slice(1), vscode.FileType.File]);
  }

  createDirectory(): void {
    // There is one folder alone.
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  private get(path: string): Uint8Array {
    const found = this.all.get(path);
    if (found === undefined) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return found;
  }
}
