import * as v from "valibot";
import * as vscode from "vscode";
import { SharedValue, type SharedValueOptions } from "../../../platform/files/sharedValue";
import {
  isClientId,
  isPensionId,
  type PayloadTarget,
  type PensionIdentity,
  samePension,
  stayingTarget,
} from "../common/target";
import type { TypedMemento } from "../../../platform/vscode/state";
import { isRecord } from "../../../platform/base/shapes";
import { targetOfUri } from "./payloadFiles";

type Targets = Readonly<Record<string, PayloadTarget>>;
/** Pure: it may run more than once, on what other windows chose meanwhile. */
type Edit = (targets: Targets) => Targets;

const targetSchema = v.strictObject({
  clientId: v.pipe(v.string(), v.check(isClientId)),
  pensionId: v.pipe(v.string(), v.check(isPensionId)),
  connectionId: v.exactOptional(v.string()),
});

const KEY = "pensions.targets";

/** What the windows of a workspace share it by. */
type SharedTargetsOptions = Pick<SharedValueOptions<Targets>, "folder" | "locks" | "clock" | "log">;

/** A document under its name before, and what was chosen for it then. */
export interface NamedBefore {
  readonly uri: vscode.Uri;
  readonly chosen: PayloadTarget | undefined;
}

interface Rename {
  readonly oldUri: vscode.Uri;
  readonly newUri: vscode.Uri;
}

/**
 * Which pension a payload document is for, and through what: by its path, or as was chosen. What was
 * chosen for files all windows of the workspace share; untitled documents are their window's own.
 */
export class PayloadTargets implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly subscription: vscode.Disposable;
  /** A watcher may tell that a file is gone before the editor tells where it went. */
  private beforeRename: Targets = {};
  /** Files that are gone otherwise than by the editor: a change of the branch brings them back. */
  private readonly gone = new Set<string>();
  /** Of these, where the editor has just made another file. */
  private readonly replaced = new Set<string>();
  private readonly shared: SharedValue<Targets> | undefined;

  /** @param sharing absent where no workspace is open: then there is nothing to be shared */
  constructor(
    private readonly state: TypedMemento,
    sharing?: SharedTargetsOptions,
  ) {
    this.shared =
      sharing &&
      new SharedValue<Targets>({
        ...{ ...sharing, name: "targets.json", decode: targetsOf },
        // As it was kept before windows shared it.
        initial: only(this.kept, isFile),
        onChange: () => this.changed.fire(),
      });
    this.subscription = vscode.Disposable.from(
      vscode.workspace.onWillRenameFiles(() => {
        this.beforeRename = this.chosen;
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => void this.onRenamed(files)),
      vscode.workspace.onDidDeleteFiles(({ files }) => void this.onDeleted(files)),
      vscode.workspace.onDidCreateFiles(({ files }) => void this.onCreated(files)),
    );
  }

  private get kept(): Targets {
    return targetsOf(this.state.get(KEY)) ?? {};
  }

  of(uri: vscode.Uri): PayloadTarget | undefined {
    return this.chosenFor(uri) ?? targetOfUri(uri);
  }

  /** The pension that the path names, where the chosen target is another one. */
  otherOfPath(uri: vscode.Uri): PensionIdentity | undefined {
    const [target, named] = [this.of(uri), targetOfUri(uri)];
    return named === undefined || target === undefined || samePension(target, named)
      ? undefined
      : named;
  }

  async remember(uri: vscode.Uri, target: PayloadTarget): Promise<void> {
    this.gone.delete(uri.toString());
    await this.update((targets) => withTarget(targets, uri, target));
  }

  /** A file is gone; what was chosen for it stays for when it is back, or until another takes its place. */
  noteGone(uri: vscode.Uri): void {
    this.gone.add(uri.toString());
  }

  /** A file is there, by a watcher: back as it was, unless the editor made another one. */
  noteThere(uri: vscode.Uri): void {
    const file = uri.toString();
    if (!this.replaced.has(file)) {
      this.gone.delete(file);
    }
  }

  /** What was chosen for the file that had this path, where nothing was for the one that has it now. */
  isLeftOver(uri: vscode.Uri): boolean {
    return this.gone.has(uri.toString());
  }

  async forget(uri: vscode.Uri): Promise<void> {
    await this.update((targets) => without(targets, uri));
  }

  /** What was chosen for a document, whatever its path says. */
  chosenFor(uri: vscode.Uri): PayloadTarget | undefined {
    const file = uri.toString();
    const isShared = this.shared !== undefined && isFile(file);
    return (isShared ? this.shared.value : this.kept)[file];
  }

  /** The documents that something was chosen for, whatever became of them. */
  chosenFiles(): readonly vscode.Uri[] {
    return Object.keys(this.chosen).map((file) => vscode.Uri.parse(file, true));
  }

  /** The target of a document stays when it is called otherwise from now on. */
  async moveTarget({ uri, chosen }: NamedBefore, to: vscode.Uri): Promise<void> {
    this.gone.delete(to.toString());
    await this.update((targets) => moved(targets, { uri, chosen }, to));
  }

  dispose(): void {
    this.subscription.dispose();
    this.shared?.dispose();
    this.changed.dispose();
  }

  private get chosen(): Targets {
    const { kept } = this;
    return this.shared === undefined ? kept : { ...this.shared.value, ...only(kept, isUntitled) };
  }

  private async update(edit: Edit): Promise<void> {
    if (this.shared === undefined) {
      await this.state.set(KEY, edit(this.chosen));
    } else {
      const { kept } = this;
      const own = only(edit(only(kept, isUntitled)), isUntitled);
      const files = only(kept, isFile);
      await Promise.all([
        this.state.set(KEY, { ...files, ...own }),
        this.shared.change((targets) => only(edit(targets), isFile)),
      ]);
      await this.forgetShared(files);
    }
    this.changed.fire();
  }

  /** What was kept for this window alone, once it is in the file. */
  private async forgetShared(files: Targets): Promise<void> {
    if (Object.keys(files).length > 0 && this.shared?.isKept === true) {
      await this.state.set(KEY, only(this.kept, isUntitled));
    }
  }

  private async onDeleted(files: readonly vscode.Uri[]): Promise<void> {
    const deleted = files.map(String);
    const isDeleted = (file: string): boolean =>
      deleted.some((one) => file === one || file.startsWith(`${one}/`));
    await this.update((targets) => only(targets, (file) => !isDeleted(file)));
  }

  /** Save As and New File make another file than the one that is gone. */
  private async onCreated(files: readonly vscode.Uri[]): Promise<void> {
    const others = files.map(String).filter((file) => this.gone.has(file));
    if (others.length > 0) {
      others.forEach((file) => this.replaced.add(file));
      await this.update((targets) => only(targets, (file) => !others.includes(file)));
      others.forEach((file) => {
        this.replaced.delete(file);
        this.gone.delete(file);
      });
    }
  }

  /** All at once: nobody sees a file with two names. */
  private async onRenamed(renames: readonly Rename[]): Promise<void> {
    const before = this.beforeRename;
    this.beforeRename = {};
    const files = renames.flatMap((rename) => renamed(rename, { ...before, ...this.chosen }));
    const touched = new Set(files.flat().map(String));
    touched.forEach((file) => this.gone.delete(file));
    await this.update((now) => {
      // What was chosen for a file that was there before is not for the one that takes its place.
      let targets = only(now, (file) => !touched.has(file));
      for (const [from, to] of files) {
        const chosen = now[from.toString()] ?? before[from.toString()];
        targets = moved(targets, { uri: from, chosen }, to);
      }
      return targets;
    });
  }
}

function isUntitled(file: string): boolean {
  return file.startsWith("untitled:");
}

function isFile(file: string): boolean {
  return !isUntitled(file);
}

function only(targets: Targets, isWanted: (file: string) => boolean): Targets {
  return Object.fromEntries(Object.entries(targets).filter(([file]) => isWanted(file)));
}

function targetsOf(stored: unknown): Targets | undefined {
  return isRecord(stored)
    ? Object.fromEntries(
        Object.entries(stored).flatMap(([file, target]) =>
          v.is(targetSchema, target) ? [[file, target] as const] : [],
        ),
      )
    : undefined;
}

/** What the path says already needs no memory. */
function withTarget(targets: Targets, uri: vscode.Uri, target: PayloadTarget): Targets {
  const named = targetOfUri(uri);
  const isSaid = named !== undefined && samePension(named, target);
  const { clientId, pensionId, connectionId } = target;
  return isSaid && connectionId === undefined
    ? without(targets, uri)
    : {
        ...targets,
        // Ids alone are kept, whatever else the caller knows of it.
        [uri.toString()]: {
          ...{ clientId, pensionId },
          ...(connectionId !== undefined && { connectionId }),
        },
      };
}

function without(targets: Targets, uri: vscode.Uri): Targets {
  return Object.fromEntries(Object.entries(targets).filter(([file]) => file !== uri.toString()));
}

function moved(targets: Targets, { uri, chosen }: NamedBefore, to: vscode.Uri): Targets {
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
