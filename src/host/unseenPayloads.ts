import * as vscode from "vscode";
import { KNOWN_SCHEME, SOURCE_CONTROL } from "../manifest";

/** Not the one of the provider that comes: its buttons need what is loaded with it. */
const ID = `${SOURCE_CONTROL}.unseen`;

/**
 * Stands for the payloads of folders in source control until that view is seen. The editor does not
 * tell when a view of its own is opened; but it asks for the decoration of a row when it draws it.
 */
export class UnseenPayloads implements vscode.Disposable {
  private readonly controls = new Map<string, vscode.SourceControl>();
  private readonly registration: vscode.Disposable;
  private readonly row = vscode.Uri.from({
    scheme: KNOWN_SCHEME,
    path: `/${vscode.l10n.t("Looking for payloads…")}`,
  });
  private seen: Promise<void> | undefined;

  constructor(private readonly onSeen: () => Promise<void>) {
    this.registration = vscode.window.registerFileDecorationProvider({
      provideFileDecoration: (uri) => {
        if (uri.toString() === this.row.toString()) {
          this.seen ??= this.see();
        }
        return undefined;
      },
    });
  }

  /** What was seen stands for itself. */
  show(folders: readonly vscode.WorkspaceFolder[]): void {
    const byName = new Map(folders.map((folder) => [folder.uri.toString(), folder]));
    for (const [name, control] of this.controls) {
      if (!byName.has(name)) {
        control.dispose();
        this.controls.delete(name);
      }
    }
    for (const [name, { uri }] of this.seen === undefined ? byName : []) {
      if (!this.controls.has(name)) {
        this.controls.set(name, this.make(uri));
      }
    }
  }

  dispose(): void {
    this.show([]);
    this.registration.dispose();
  }

  private make(folder: vscode.Uri): vscode.SourceControl {
    const label = vscode.l10n.t("Pensions");
    const control = vscode.scm.createSourceControl(ID, label, folder);
    control.inputBox.visible = false;
    control.count = 0;
    const group = control.createResourceGroup("changes", vscode.l10n.t("Changes"));
    group.resourceStates = [{ resourceUri: this.row }];
    return control;
  }

  /** Its place is taken at once: the view is never without payloads. */
  private async see(): Promise<void> {
    try {
      await this.onSeen();
    } catch {
      // What kept them from being listed is in the log; a command that needs them says so.
    }
    this.show([]);
  }
}
