import type * as vscode from "vscode";
// First: it stands in for the editor.
import { FileSystemError, workspace, type WorkspaceEdit } from "../../../../fakes/editorSurfaces";

/** A document of the editor; its offsets are its positions. */
export class OpenDocument {
  isClosed = false;
  isDirty = false;

  constructor(
    readonly uri: { readonly scheme: string; toString(): string },
    private content: string,
  ) {}

  get isUntitled(): boolean {
    return this.uri.scheme === "untitled";
  }

  getText(): string {
    return this.content;
  }

  positionAt(offset: number): number {
    return offset;
  }

  type(content: string): void {
    this.content = content;
    this.isDirty = true;
  }

  /** As the editor takes it. */
  get asDocument(): vscode.TextDocument {
    return this as unknown as vscode.TextDocument;
  }
}

/** Documents of one window, and the files that they are of. */
export class OpenDocuments {
  readonly files = new Map<string, string>();
  private readonly open: OpenDocument[] = [];
  private readonly onSaved = new Set<(document: OpenDocument) => unknown>();
  private readonly onClosed = new Set<(document: OpenDocument) => unknown>();

  constructor() {
    Object.assign(workspace, {
      ...{ fs: this.fileSystem(), textDocuments: this.open },
      openTextDocument: (uri: OpenDocument["uri"]) => this.show(uri),
      applyEdit: (edit: WorkspaceEdit) => this.apply(edit),
      onDidSaveTextDocument: listenersOf(this.onSaved),
      onDidCloseTextDocument: listenersOf(this.onClosed),
    });
  }

  /** How many listen to what becomes of documents. */
  get listening(): number {
    return this.onSaved.size + this.onClosed.size;
  }

  async show(uri: OpenDocument["uri"]): Promise<OpenDocument> {
    const name = uri.toString();
    const text = uri.scheme === "untitled" ? "" : this.files.get(name);
    const known = this.open.find((one) => one.uri.toString() === name);
    const document = known ?? (text === undefined ? undefined : new OpenDocument(uri, text));
    if (document === undefined) {
      throw new Error("no such file");
    }
    if (known === undefined) {
      this.open.push(document);
    }
    return Promise.resolve(document);
  }

  /** What was typed and not saved is gone; the object keeps it. */
  close(document: OpenDocument): void {
    document.isClosed = true;
    this.open.splice(this.open.indexOf(document), 1);
    this.onClosed.forEach((told) => void told(document));
  }

  /** Done when all who were told are. */
  async save(document: OpenDocument): Promise<void> {
    this.files.set(document.uri.toString(), document.getText());
    document.isDirty = false;
    await Promise.all([...this.onSaved].map((told) => told(document)));
  }

  private fileSystem(): object {
    return {
      // What git shows of another commit can only be read.
      isWritableFileSystem: (scheme: string) => scheme !== "git",
      writeFile: (uri: OpenDocument["uri"], content: Uint8Array) => {
        this.files.set(uri.toString(), new TextDecoder().decode(content));
        return Promise.resolve();
      },
      readDirectory: (uri: OpenDocument["uri"]) => {
        const below = [...this.files.keys()].filter((name) =>
          name.startsWith(`${uri.toString()}/`),
        );
        const names = below.map((name) => name.slice(uri.toString().length + 1).split("/")[0]);
        return Promise.resolve([...new Set(names)].map((name) => [name]));
      },
      stat: (uri: OpenDocument["uri"]) =>
        this.files.has(uri.toString())
          ? Promise.resolve({})
          : Promise.reject(new FileSystemError("FileNotFound")),
    };
  }

  private apply({ edits }: WorkspaceEdit): Promise<boolean> {
    for (const { uri, range, text } of edits) {
      const document = this.open.find((one) => one.uri.toString() === uri.toString());
      const before = document?.getText() ?? "";
      const [start, end] = [range.start, range.end].map(offsetOf);
      document?.type(before.slice(0, start) + text + before.slice(end));
    }
    return Promise.resolve(true);
  }
}

/** Any other place is the beginning of an empty document. */
function offsetOf(place: unknown): number {
  return typeof place === "number" ? place : 0;
}

function listenersOf<Told>(listeners: Set<(told: Told) => unknown>) {
  return (listener: (told: Told) => unknown) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
}
