import * as vscode from "vscode";
import type { PayloadGroup } from "../../../src/features/sourceControl/common/state";
import { SOURCE_CONTROL } from "../../../src/manifest";
import { eventually, type TestHandle } from "./explorer";

/** How often a file of a folder is written until the folder is made anew; twice as often each time. */
const PROBES_AT_FIRST = 80;

type Groups = Partial<Record<PayloadGroup, readonly string[]>>;

/** A provider as the editor has it, with its groups. */
export interface MadeControl {
  readonly control: vscode.SourceControl;
  readonly groups: Map<string, vscode.SourceControlResourceGroup>;
  isDisposed: boolean;
}

const made: MadeControl[] = [];

/** Follows what is made from now on: the editor lets nobody list it. */
export function followControls(): void {
  const { scm } = vscode;
  const create = scm.createSourceControl.bind(scm);
  scm.createSourceControl = (id, ...more) => {
    const control = create(id, ...more);
    if (id === SOURCE_CONTROL) {
      made.push(followed(control));
    }
    return control;
  };
}

interface Decorated {
  /** What is said of an address by ours. */
  of(uri: vscode.Uri): vscode.FileDecoration | undefined;
  /** The document that changed lines of a file are marked against. */
  original(folder: vscode.Uri, file: vscode.Uri): Promise<vscode.Uri | undefined>;
}

/** Follows who decorates files from now on: the editor gives nobody a decoration back. */
export function followDecorations(): Decorated {
  const providers: vscode.FileDecorationProvider[] = [];
  const { window } = vscode;
  const register = window.registerFileDecorationProvider.bind(window);
  window.registerFileDecorationProvider = (provider) => {
    providers.push(provider);
    return register(provider);
  };
  const { token } = new vscode.CancellationTokenSource();
  return {
    of: (uri) =>
      providers
        .map((provider) => provider.provideFileDecoration(uri, token))
        .find((decoration) => decoration instanceof vscode.FileDecoration),
    original: async (folder, file) => {
      const provider = controlOf(folder)?.control.quickDiffProvider;
      return (await provider?.provideOriginalResource?.(file, token)) ?? undefined;
    },
  };
}

/** Runs a command of the view. */
export function change(name: string, ...values: readonly unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(`financialPlanning.changes.${name}`, ...values);
}

export function groupOf(
  folder: vscode.Uri,
  group: PayloadGroup,
): vscode.SourceControlResourceGroup | undefined {
  return controlOf(folder)?.groups.get(group);
}

/** Opens the view, as a look at it does. */
export async function openChanges({ answering }: TestHandle): Promise<void> {
  await answering.batches.getChildren();
}

/** The provider of a workspace folder; undefined while it has none. */
export function controlOf(folder: vscode.Uri): MadeControl | undefined {
  return made.find(
    ({ control, isDisposed }) => !isDisposed && control.rootUri?.toString() === folder.toString(),
  );
}

/**
 * A folder that the editor's watcher tells of. Of folders that are made within a new one at the same
 * moment it may never tell anything: they are made one after the other, until it does.
 */
export async function watchedFolder(folder: vscode.Uri): Promise<void> {
  const probe = vscode.Uri.joinPath(folder, "probe.txt");
  const watcher = vscode.workspace.createFileSystemWatcher("**/probe.txt");
  let isTold = false;
  const told = (): void => void (isTold = true);
  const listening = vscode.Disposable.from(watcher.onDidCreate(told), watcher.onDidChange(told));
  let probes = 0;
  let most = PROBES_AT_FIRST;
  try {
    await vscode.workspace.fs.createDirectory(folder);
    await eventually("news of the editor's watcher", async () => {
      if (++probes > most) {
        await vscode.workspace.fs.delete(folder, { recursive: true });
        await vscode.workspace.fs.createDirectory(folder);
        [probes, most] = [0, most * 2];
      }
      await vscode.workspace.fs.writeFile(probe, new TextEncoder().encode(" ".repeat(probes)));
      return isTold || undefined;
    });
    await vscode.workspace.fs.delete(probe);
  } finally {
    listening.dispose();
    watcher.dispose();
  }
}

/** What the groups list, by the names of the files, of those that begin with a prefix. */
export function listed(folder: vscode.Uri, prefix: string): Groups {
  const groups = [...(controlOf(folder)?.groups ?? [])].map(([id, { resourceStates }]) => {
    const names = resourceStates.map(({ resourceUri }) => nameOf(resourceUri));
    return [id, names.filter((name) => name.startsWith(prefix)).sort()] as const;
  });
  return Object.fromEntries(groups.filter(([, names]) => names.length > 0));
}

/** Waits until the groups list these. */
export async function groupsBecome(
  folder: vscode.Uri,
  prefix: string,
  wanted: Groups,
): Promise<void> {
  const text = (groups: Groups): string => JSON.stringify(Object.entries(groups).sort());
  await eventually(
    () => `${text(wanted)} in place of ${text(listed(folder, prefix))}`,
    () => text(listed(folder, prefix)) === text(wanted) || undefined,
  );
}

/** A payload as the groups have it. */
export function resourceOf(
  folder: vscode.Uri,
  name: string,
): vscode.SourceControlResourceState | undefined {
  return [...(controlOf(folder)?.groups.values() ?? [])]
    .flatMap(({ resourceStates }) => resourceStates)
    .find(({ resourceUri }) => nameOf(resourceUri) === name);
}

function nameOf({ path }: vscode.Uri): string {
  return (path.split("/").at(-1) ?? "").replace(/\.pension\.json$/, "");
}

function followed(control: vscode.SourceControl): MadeControl {
  const one: MadeControl = { control, groups: new Map(), isDisposed: false };
  const [create, dispose] = [
    control.createResourceGroup.bind(control),
    control.dispose.bind(control),
  ];
  control.createResourceGroup = (id, label) => {
    const group = create(id, label);
    one.groups.set(id, group);
    return group;
  };
  control.dispose = () => {
    one.isDisposed = true;
    dispose();
  };
  return one;
}
