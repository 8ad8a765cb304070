import type * as vscode from "vscode";
import type { TypedMemento } from "../../host/state";

/** Which payload files are staged: a mark on a file, kept for its workspace, whatever it holds. */
export class Staging {
  private readonly files: Set<string>;

  constructor(private readonly state: TypedMemento) {
    this.files = new Set(state.get("pensions.staged"));
  }

  has(uri: vscode.Uri): boolean {
    return this.files.has(uri.toString());
  }

  async stage(uris: readonly vscode.Uri[]): Promise<void> {
    uris.forEach((uri) => this.files.add(uri.toString()));
    await this.keep();
  }

  async unstage(uris: readonly vscode.Uri[]): Promise<void> {
    uris.forEach((uri) => this.files.delete(uri.toString()));
    await this.keep();
  }

  /** Marks of files that are gone: one that comes again under the name of another is not staged. */
  async forgetAllBut(uris: readonly vscode.Uri[]): Promise<void> {
    const present = new Set(uris.map((uri) => uri.toString()));
    const gone = [...this.files].filter((file) => !present.has(file));
    if (gone.length > 0) {
      gone.forEach((file) => this.files.delete(file));
      await this.keep();
    }
  }

  private async keep(): Promise<void> {
    await this.state.set("pensions.staged", [...this.files]);
  }
}
