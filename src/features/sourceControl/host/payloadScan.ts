import { readdir, readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { TimeSlicer } from "../../../platform/base/timeSlicer";
import { payloadPatterns } from "../../pensions/host/payloadPatterns";
import { anywhere } from "../../pensions/common/editing/patterns";
import { PAYLOAD_FOLDER, PAYLOAD_SUFFIX } from "../../../manifest";
import type { PayloadTargets } from "../../pensions/host/targets";
import { folderListing, placeIn } from "./listedPayloads";
import { noteUnread } from "./unreadFiles";

/** A payload file as it is on disk. */
export interface ScannedPayload {
  readonly uri: vscode.Uri;
  readonly folder: vscode.WorkspaceFolder;
  /** Within its folder, with slashes. */
  readonly place: string;
  readonly text: string;
}

/** What a look at all of them found. */
export interface Scan {
  readonly payloads: readonly ScannedPayload[];
  /** Files and folders that are there, as far as anybody knows, and could not be read. */
  readonly unread: readonly vscode.Uri[];
}

interface Kept {
  /** By which another content is told, as it was before this was read; undefined at first. */
  readonly stamp: string | undefined;
  readonly payload: ScannedPayload;
}

/** Files that are read at the same time. */
const READERS = 16;

/**
 * The payload files of the open folders: `pensions/{clientId}/*.pension.json`, those with a chosen
 * target, and those that the setting names where the editor can search.
 */
export class PayloadScan {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly targets: PayloadTargets) {}

  /** All of them, in the order of their folders and places; only what is new is read. */
  async all(): Promise<Scan> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const unread: vscode.Uri[] = [];
    const listed = await Promise.all(folders.map((folder) => this.list(folder, unread)));
    const uris = new Map(listed.flat().map((uri) => [uri.toString(), uri]));
    for (const name of this.kept.keys()) {
      if (!uris.has(name)) {
        this.kept.delete(name);
      }
    }
    const read = await readAll([...uris.values()], (uri) => this.one(uri, false, unread));
    return { payloads: read.sort(byPlace), unread };
  }

  /** One as it is on disk now; undefined where it is gone, not to be read, or none of these. */
  async one(
    uri: vscode.Uri,
    isChanged = false,
    unread: vscode.Uri[] = [],
  ): Promise<ScannedPayload | undefined> {
    const name = uri.toString();
    const folder = folderListing(this.targets, uri);
    if (folder === undefined) {
      return undefined;
    }
    try {
      const kept = this.kept.get(name);
      // Of what was never read nothing is to be spared: it is not looked at twice.
      const stamp = kept && stampOf(await vscode.workspace.fs.stat(uri));
      if (!isChanged && kept !== undefined && kept.stamp === stamp) {
        return kept.payload;
      }
      const text = await textOf(uri, kept?.payload.text);
      const payload = { uri, folder, place: placeIn(folder, uri), text };
      this.kept.set(name, { stamp, payload });
      return payload;
    } catch (error) {
      // Gone between the listing and this, or not to be read.
      this.kept.delete(name);
      noteUnread(unread, uri, error);
      return undefined;
    }
  }

  /** What was read before, these files of it read again, gone or new. */
  async again(
    before: readonly ScannedPayload[],
    files: readonly vscode.Uri[],
  ): Promise<readonly ScannedPayload[]> {
    const changed = new Set(files.map((uri) => uri.toString()));
    const read = await readAll(files, (uri) => this.one(uri, true));
    const others = before.filter(({ uri }) => !changed.has(uri.toString()));
    return [...others, ...read].sort(byPlace);
  }

  private async list(folder: vscode.WorkspaceFolder, unread: vscode.Uri[]): Promise<vscode.Uri[]> {
    const root = vscode.Uri.joinPath(folder.uri, PAYLOAD_FOLDER);
    const clients = await namesIn(root, vscode.FileType.Directory, unread);
    const below = await Promise.all(
      clients.map(async (client) => {
        const inside = vscode.Uri.joinPath(root, client);
        const files = await namesIn(inside, vscode.FileType.File, unread);
        return files
          .filter((file) => file.endsWith(PAYLOAD_SUFFIX))
          .map((file) => vscode.Uri.joinPath(inside, file));
      }),
    );
    const found = [...below.flat(), ...this.targets.chosenFiles(), ...(await searched(folder))];
    // Of folders within each other a file is the inner one's.
    return found.filter(
      (uri) => folderListing(this.targets, uri)?.uri.toString() === folder.uri.toString(),
    );
  }
}

function stampOf({ mtime, size }: vscode.FileStat): string {
  return `${mtime} ${size}`;
}

/** Not there everywhere: where the editor cannot search, those that are open or changed are found. */
async function searched(folder: vscode.WorkspaceFolder): Promise<readonly vscode.Uri[]> {
  const found = await Promise.all(
    payloadPatterns().map((pattern) =>
      Promise.resolve(
        vscode.workspace.findFiles(new vscode.RelativePattern(folder, anywhere(pattern))),
      ).catch(() => []),
    ),
  );
  return found.flat();
}

/** Files of this machine are read directly: each call of `workspace.fs` is one to another process. */
const LOCAL = "file";

async function namesIn(
  folder: vscode.Uri,
  wanted: vscode.FileType,
  unread: vscode.Uri[],
): Promise<readonly string[]> {
  try {
    if (folder.scheme === LOCAL) {
      return await localNamesIn(folder, wanted, unread);
    }
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries.filter(([, type]) => (type & wanted) !== 0).map(([name]) => name);
  } catch (error) {
    noteUnread(unread, folder, error);
    return [];
  }
}

/** Links are looked at by the editor, which knows what they lead to. */
async function localNamesIn(
  folder: vscode.Uri,
  wanted: vscode.FileType,
  unread: vscode.Uri[],
): Promise<readonly string[]> {
  const entries = await readdir(folder.fsPath, { withFileTypes: true });
  const names = await Promise.all(
    entries.map(async (entry) => {
      const isWanted = entry.isSymbolicLink()
        ? await leadsTo(vscode.Uri.joinPath(folder, entry.name), wanted, unread)
        : wanted === vscode.FileType.Directory
          ? entry.isDirectory()
          : entry.isFile();
      return isWanted ? [entry.name] : [];
    }),
  );
  return names.flat();
}

async function leadsTo(
  link: vscode.Uri,
  wanted: vscode.FileType,
  unread: vscode.Uri[],
): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(link)).type & wanted) !== 0;
  } catch (error) {
    noteUnread(unread, link, error);
    return false;
  }
}

/** Bytes that are no text become half a character, which the checks of payloads refuse and show. */
async function textOf(uri: vscode.Uri, before: string | undefined): Promise<string> {
  const bytes =
    uri.scheme === LOCAL ? await readFile(uri.fsPath) : await vscode.workspace.fs.readFile(uri);
  const text = decoded(bytes) ?? decoder.decode(bytes).replaceAll("\uFFFD", "\uD800");
  // The same object as before: comparing it later costs nothing.
  return text === before ? before : text;
}

const decoder = new TextDecoder();
const exact = new TextDecoder("utf-8", { fatal: true });

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return exact.decode(bytes);
  } catch {
    return undefined;
  }
}

async function readAll(
  uris: readonly vscode.Uri[],
  read: (uri: vscode.Uri) => Promise<ScannedPayload | undefined>,
): Promise<ScannedPayload[]> {
  const found: ScannedPayload[] = [];
  const waiting = uris.values();
  const slicer = new TimeSlicer();
  const readers = Array.from({ length: READERS }, async () => {
    for (const uri of waiting) {
      const payload = await read(uri);
      await slicer.yieldIfDue();
      if (payload !== undefined) {
        found.push(payload);
      }
    }
  });
  await Promise.all(readers);
  return found;
}

function byPlace(one: ScannedPayload, other: ScannedPayload): number {
  const order = one.folder.index - other.folder.index;
  return order === 0 ? comparePlaces(one.place, other.place) : order;
}

/** As code units stand: the same on every machine. */
function comparePlaces(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
