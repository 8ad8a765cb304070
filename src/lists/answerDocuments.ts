import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { AnswerStore, type StoredAnswer } from "../core/lists/answerStore";
import { ANSWER_SCHEME } from "../manifest";

/**
 * Answers of the service as read-only files, byte for byte. They live in memory only: one that
 * was let go, or came from an earlier session, says so when it is opened.
 */
export class AnswerDocuments {
  private readonly store = new AnswerStore(randomUUID);

  /** Keeps the bytes and returns the address that they can be read at. */
  add(name: string, bytes: Uint8Array): vscode.Uri {
    const { id } = this.store.put(name, bytes);
    // The id as authority: the editor shows the path to people.
    return vscode.Uri.from({ scheme: ANSWER_SCHEME, authority: id, path: `/${name}` });
  }

  /** Shows the bytes in an editor; the language follows from the name's ending. */
  async open(name: string, bytes: Uint8Array): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.add(name, bytes));
    await vscode.window.showTextDocument(document, { preview: true });
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes } = this.find(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: 0,
      size: bytes.length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.find(uri).bytes;
  }

  private find(uri: vscode.Uri): StoredAnswer {
    const entry = this.store.get(uri.authority);
    if (entry === undefined || `/${entry.name}` !== uri.path) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t("This answer is no longer kept. Load the list or record again and open it."),
      );
    }
    return entry;
  }
}
