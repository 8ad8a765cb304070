import * as vscode from "vscode";
import { KNOWN_SCHEME, SOURCE_CONTROL } from "../manifest";

/** The only line until the view is seen; nothing can be opened under its name. */
const LINE = vscode.Uri.from({ scheme: KNOWN_SCHEME, path: "/…" });

/**
 * Providers of source control for folders with payloads, until their view is seen: then the editor
 * asks for the letter beside the one line that they have. It tells of that view in no other way, and
 * a view of ours in there begins collapsed, so that it is not asked for what it shows.
 */
export class UnseenChanges implements vscode.Disposable {
  private readonly controls = new Map<string, vscode.SourceControl>();
  private readonly letters: vscode.Disposable;
  private isOver = false;

  /** `open` is done when the true providers are there. */
  constructor(private readonly open: () => Promise<void>) {
    this.letters = vscode.window.registerFileDecorationProvider({
      provideFileDecoration: (uri) => {
        if (uri.scheme === LINE.scheme && uri.path === LINE.path) {
          this.seen();
        }
        return undefined;
      },
    });
  }

  /** The folders that have payloads now. */
  show(folders: readonly vscode.WorkspaceFolder[]): void {
    const names = new Set(folders.map(({ uri }) => uri.toString()));
    for (const [name, control] of this.controls) {
      if (!names.has(name)) {
        control.dispose();
        this.controls.delete(name);
      }
    }
    for (const { uri } of this.isOver ? [] : folders) {
      if (!this.controls.has(uri.toString())) {
        this.controls.set(uri.toString(), unread(uri));
      }
    }
  }

  /** The true providers are there, or nobody wants any. */
  dispose(): void {
    this.isOver = true;
    this.letters.dispose();
    this.controls.forEach((control) => control.dispose());
    this.controls.clear();
  }

  private seen(): void {
    const over = (): void => this.dispose();
    void this.open().then(over, over);
  }
}

function unread(folder: vscode.Uri): vscode.SourceControl {
  const control = vscode.scm.createSourceControl(SOURCE_CONTROL, vscode.l10n.t("Pensions"), folder);
  control.inputBox.visible = false;
  control.count = 0;
  const group = control.createResourceGroup("changes", vscode.l10n.t("Changes"));
  group.resourceStates = [
    { resourceUri: LINE, decorations: { tooltip: vscode.l10n.t("Listing payloads"), faded: true } },
  ];
  return control;
}
