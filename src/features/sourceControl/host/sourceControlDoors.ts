import * as vscode from "vscode";
import { KNOWN_SCHEME, SOURCE_CONTROL } from "../../../manifest";

/** First part of the addresses that stand for what was not looked for yet. */
const LOOKING = "looking";

interface Door {
  readonly folder: vscode.WorkspaceFolder;
  readonly control: vscode.SourceControl;
}

/**
 * Stands for the payloads of folders in the view of source control until somebody looks there. No
 * event tells of that: the editor asks how a row is decorated when it draws it, and not before.
 */
export class SourceControlDoors implements vscode.Disposable {
  private readonly doors = new Map<string, Door>();
  private decorating: vscode.Disposable | undefined;
  private isOpen = false;

  constructor(private readonly seen: () => void) {}

  /** One for each of these folders, for as long as nobody has looked. */
  show(folders: readonly vscode.WorkspaceFolder[]): void {
    if (this.isOpen) {
      return;
    }
    const names = new Set(folders.map(({ uri }) => uri.toString()));
    for (const [name, { control }] of this.doors) {
      if (!names.has(name)) {
        control.dispose();
        this.doors.delete(name);
      }
    }
    for (const folder of folders) {
      const name = folder.uri.toString();
      this.doors.set(name, this.doors.get(name) ?? { folder, control: doorOf(folder) });
    }
    if (this.doors.size > 0) {
      this.decorating ??= vscode.window.registerFileDecorationProvider({
        provideFileDecoration: ({ scheme, authority }) => {
          if (scheme === KNOWN_SCHEME && authority === LOOKING) {
            this.seen();
          }
          return undefined;
        },
      });
    }
  }

  /** What it stood for is there. */
  open(): void {
    this.isOpen = true;
    this.dispose();
  }

  dispose(): void {
    this.decorating?.dispose();
    this.decorating = undefined;
    this.doors.forEach(({ control }) => control.dispose());
    this.doors.clear();
  }
}

function doorOf({ uri }: vscode.WorkspaceFolder): vscode.SourceControl {
  const label = vscode.l10n.t("Pensions");
  const control = vscode.scm.createSourceControl(SOURCE_CONTROL, label, uri);
  control.inputBox.visible = false;
  control.count = 0;
  const group = control.createResourceGroup(LOOKING, vscode.l10n.t("Changes"));
  const path = `/${vscode.l10n.t("Looking for payloads…")}`;
  // Another one for each folder: what is decorated already is not asked for again.
  const query = uri.toString();
  const place = { scheme: KNOWN_SCHEME, authority: LOOKING, path, query };
  group.resourceStates = [{ resourceUri: vscode.Uri.from(place) }];
  return control;
}
