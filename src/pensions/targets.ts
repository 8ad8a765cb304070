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

/** A document under its name before, and what was chosen for it then. */
export interface NamedBefore {
  readonly uri: vscode.Uri;
  readonly chosen: PayloadTarget | undefined;
}

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

  async remember(uri: vscode.Uri, target: PayloadTarget): Promise<void> {
    await this.keep(withTarget(this.chosen, uri, target));
  }

  /** What was chosen for a file that is gone, or is made anew, counts no longer. */
  async forget(uri: vscode.Uri): Promise<void> {
    await this.keep(without(this.chosen, uri));
  }

  /** What was chosen for a document, whatever its path says. */
  chosenFor(uri: vscode.Uri): PayloadTarget | undefined {
    return this.chosen[uri.toString()];
  }

  /** The documents that something was chosen for, whatever became of them. */
  chosenFiles(): readonly vscode.Uri[] {
    return Object.keys(this.chosen).map((file) => vscode.Uri.parse(file, true));
  }

  /** The target of a document stays when it is called otherwise from now on. */
  async carry({ uri, chosen }: NamedBefore, to: vscode.Uri): Promise<void> {
    const targets = carried(this.chosen, { uri, chosen }, to);
    if (targets !== this.chosen) {
      await this.keep(targets);
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

  /** All at once: nobody sees a file with two names. */
  private async follow(renames: readonly Rename[]): Promise<void> {
    let targets: Targets = { ...this.beforeRename, ...this.chosen };
    this.beforeRename = {};
    for (const rename of renames) {
      for (const [from, to] of renamed(rename, targets)) {
        const before = { uri: from, chosen: targets[from.toString()] };
        targets = without(carried(targets, before, to), from);
      }
    }
    await this.keep(targets);
  }
}

/** What the path says already needs no memory. */
function withTarget(targets: Targets, uri: vscode.Uri, target: PayloadTarget): Targets {
  const named = targetOfUri(uri);
  const isSaid = named !== undefined && samePension(named, target);
  return isSaid && target.connectionId === undefined
    ? without(targets, uri)
    : { ...targets, [uri.toString()]: target };
}

function without(targets: Targets, uri: vscode.Uri): Targets {
  return Object.fromEntries(Object.entries(targets).filter(([file]) => file !== uri.toString()));
}

function carried(targets: Targets, { uri, chosen }: NamedBefore, to: vscode.Uri): Targets {
  const stays = stayingTarget({ chosen, before: targetOfUri(uri), after: targetOfUri(to) });
  return stays === undefined ? targets : withTarget(targets, to, stays);
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
