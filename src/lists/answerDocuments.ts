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
    const uri = this.add(name, bytes);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
    // Services often answer in one line, and a read-only editor cannot lay it out.
    if (vscode.workspace.getConfiguration("editor", uri).get("wordWrap") === "off") {
      await vscode.commands.executeCommand("editor.action.toggleWordWrap");
    }
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
      // The editor has words of its own for a file that is gone, and only for that.
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return entry;
  }
}
