import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { renameFile } from "./renameFile";

interface ReplaceOptions {
  /** False for what nobody misses after a power cut, which waits for no disk. */
  readonly isSynced?: boolean;
}

/** Puts a file in the place of the one before, whole or not at all, and on the disk itself. */
export async function replaceFile(
  folder: string,
  name: string,
  content: string | Uint8Array,
  { isSynced = true }: ReplaceOptions = {},
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${folder}/${name}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(content);
      if (isSynced) {
        await file.sync();
      }
    } finally {
      await file.close();
    }
    await renameFile(draft, `${folder}/${name}`);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (isSynced) {
    await syncFolder(folder);
  }
}

/** The new name is on the disk too; not every system lets a folder be opened for that. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    return;
  }
}
