import * as vscode from "vscode";
import type { OwnFiles } from "../../../../platform/vscode/readOnlyFiles";
import { SCHEMA_SCHEME } from "../../../../manifest";

/** As `jsonValidation` of the manifest and `json.schemas` have it. */
export const PAYLOAD_SCHEMA_URL = `${SCHEMA_SCHEME}:///pension.schema.json`;

/** The schema of payloads as a file that the editor's JSON service reads. */
export class SchemaFiles implements OwnFiles, vscode.Disposable {
  private readonly uri = vscode.Uri.parse(PAYLOAD_SCHEMA_URL);
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly listening: vscode.Disposable;
  /** Grows with every definition: the editor reads a file anew only when this did. */
  private modified = 0;

  constructor(
    private readonly schema: () => Promise<Uint8Array>,
    onDidChangeDefinition: vscode.Event<unknown>,
  ) {
    this.listening = onDidChangeDefinition(() => this.renew());
  }

  /** Another definition is active: the editor reads the schema anew. */
  renew(): void {
    this.modified++;
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri: this.uri }]);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: this.modified,
      size: length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    if (uri.path !== this.uri.path) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return this.schema();
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }
}
