import * as vscode from "vscode";
import {
  type PayloadTarget,
  type PensionIdentity,
  samePension,
  stayingTarget,
} from "../core/pensions/target";
import type { TypedMemento } from "../host/state";
import { targetOfUri } from "./payloadFiles";

type Targets = Readonly<Record<string, PayloadTarget>>;

interface Rename {
  readonly oldUri: vscode.Uri;
  readonly newUri: vscode.Uri;
}

/** Which pension a payload document is for, and through what: by its path, or as was chosen. */
export class PayloadTargets implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly subscription: vscode.Disposable;
  /** A watcher may tell that a file is gone before the editor tells where it went. */
  private beforeRename: Targets = {};

  constructor(private readonly state: TypedMemento) {
    this.subscription = vscode.Disposable.from(
      vscode.workspace.onWillRenameFiles(() => {
        this.beforeRename = this.chosen;
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => void this.follow(files)),
    );
  }

  of(uri: vscode.Uri): PayloadTarget | undefined {
    return this.chosen[uri.toString()] ?? targetOfUri(uri);
  }

  /** The pension that the path names, where the chosen target is another one. */
  otherOfPath(uri: vscode.Uri): PensionIdentity | undefined {
    const [target, named] = [this.of(uri), targetOfUri(uri)];
    return named === undefined || target === undefined || samePension(target, named)
      ? undefined
      : named;
  }

  /** What the path says already needs no memory. */
  async remember(uri: vscode.Uri, target: PayloadTarget): Promise<void> {
    const named = targetOfUri(uri);
    if (target.connectionId === undefined && named !== undefined && samePension(named, target)) {
      return this.forget(uri);
    }
    await this.keep({ ...this.chosen, [uri.toString()]: target });
  }

  /** What was chosen for a file that is gone, or is made anew, counts no longer. */
  async forget(uri: vscode.Uri): Promise<void> {
    const targets = Object.entries(this.chosen).filter(([file]) => file !== uri.toString());
    await this.keep(Object.fromEntries(targets));
  }

  /** The target of a document stays when it is called otherwise from now on. */
  async carry(from: vscode.Uri, to: vscode.Uri, chosen = this.chosen): Promise<void> {
    const stays = stayingTarget({
      chosen: chosen[from.toString()],
      before: targetOfUri(from),
      after: targetOfUri(to),
    });
    if (stays !== undefined) {
      await this.remember(to, stays);
    }
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private get chosen(): Targets {
    return this.state.get("pensions.targets");
  }

  private async keep(targets: Targets): Promise<void> {
    await this.state.set("pensions.targets", targets);
    this.changed.fire();
  }

  private async follow(renames: readonly Rename[]): Promise<void> {
    const chosen = { ...this.beforeRename, ...this.chosen };
    this.beforeRename = {};
    for (const rename of renames) {
      for (const [from, to] of renamed(rename, chosen)) {
        await this.carry(from, to, chosen);
        await this.forget(from);
      }
    }
  }
}

/** The file that was renamed, or the files with a chosen target in a folder that was. */
function renamed({ oldUri, newUri }: Rename, chosen: Targets): [vscode.Uri, vscode.Uri][] {
  const below = `${oldUri.toString()}/`;
  const files = Object.keys(chosen)
    .filter((file) => file.startsWith(below))
    .map((file) => vscode.Uri.parse(file, true));
  return [oldUri, ...files].map((from) => {
    const path = `${newUri.path}${from.path.slice(oldUri.path.length)}`;
    return [from, newUri.with({ path })];
  });
}
