import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../../../../platform/base/errors";
import { MANIFEST_ENDING } from "../exportManifest";
import { readManifest } from "./readManifest";
import type { Snapshot } from "./snapshot";

/** Manifests that are read, the last written first, and bytes of one: of a thousand pages 200 KB. */
const MOST_MANIFESTS = 500;
const MOST_BYTES = 8_000_000;
const AT_ONCE = 8;

/** What a folder holds; other files in it are nobody's business. */
export interface FoundSnapshots {
  /** Newest first. */
  readonly snapshots: readonly Snapshot[];
  /** Names of manifests that cannot be read, or whose file is not beside them. */
  readonly damaged: readonly string[];
  /** Older manifests that were not looked at. */
  readonly omitted: number;
}

/** Looks through a folder, not below it. @throws AppError kind `input`: `snapshots/folderGone` */
export async function findSnapshots(folder: string): Promise<FoundSnapshots> {
  const manifests = await manifestsIn(folder);
  const looked = manifests.slice(0, MOST_MANIFESTS);
  const found: (Snapshot | string | undefined)[] = [];
  for (let at = 0; at < looked.length; at += AT_ONCE) {
    const some = looked.slice(at, at + AT_ONCE);
    found.push(...(await Promise.all(some.map((name) => readSnapshot(folder, name)))));
  }
  return {
    snapshots: found
      .filter((one) => typeof one === "object")
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    damaged: found.filter((one) => typeof one === "string").sort(),
    omitted: manifests.length - looked.length,
  };
}

/** The export of which this is the file; undefined where no manifest that can be read is beside. */
export async function snapshotOf(file: string): Promise<Snapshot | undefined> {
  const name = path.basename(file) + MANIFEST_ENDING;
  const found = await readSnapshot(path.dirname(file), name).catch(() => undefined);
  return typeof found === "object" ? found : undefined;
}

/** Names of manifests, the last written first. */
async function manifestsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new AppError("input", "snapshots/folderGone", {
      values: { name: path.basename(folder) },
      cause: error,
    });
  });
  const written = await Promise.all(
    names
      .filter((name) => name.endsWith(MANIFEST_ENDING))
      .map(async (name) => ({ name, at: await writtenAt(path.join(folder, name)) })),
  );
  return written.sort((one, other) => other.at - one.at).map(({ name }) => name);
}

async function writtenAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** Undefined for what cannot be compared, the name for what is damaged. */
async function readSnapshot(folder: string, name: string): Promise<Snapshot | string | undefined> {
  const facts = readManifest(await textOf(path.join(folder, name)));
  if (facts === undefined || facts === "noRows") {
    return facts === undefined ? name : undefined;
  }
  // What a manifest calls its file counts for nothing: another folder could be named there.
  const own = name.slice(0, -MANIFEST_ENDING.length);
  const file = path.join(folder, own);
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  return isThere ? { ...facts, name: own, path: file } : name;
}

async function textOf(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    return size > MOST_BYTES ? "" : await readFile(file, "utf8");
  } catch {
    return "";
  }
}
