import { mkdir, open, realpath, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { AppError } from "../../../platform/base/errors";
import { payloadPath, type PayloadTarget } from "../../pensions/common/target";
import type { WrittenFile } from "../common/toolServices";

/** Writes a payload file that is not there yet, as the explorer names such files. */
export async function writeNewPayload(
  folder: string,
  target: PayloadTarget,
  text: string,
): Promise<WrittenFile> {
  const path = payloadPath(target);
  try {
    await makeFolders(folder, dirname(path).split("/"));
  } catch (cause) {
    throw new AppError("input", "assistants/noFolder", { cause });
  }
  try {
    await writeNew(join(folder, path), text);
  } catch (cause) {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    throw new AppError("input", isThere ? "assistants/fileThere" : "assistants/notWritten", {
      cause,
    });
  }
  return { path, outcome: "created" };
}

/** One below the other: through a link that leads out of the folder nothing may be made. */
async function makeFolders(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  let place = folder;
  for (const name of names) {
    place = join(place, name);
    // With `recursive` it is no error that one is there.
    await mkdir(place, { recursive: true });
    if (!(await realpath(place)).startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new Error("a link leads out of the folder");
    }
  }
}

/** A part that a full disk left would count as a payload that is there. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(text);
  } catch (cause) {
    await rm(path, { force: true }).catch(() => undefined);
    throw cause;
  } finally {
    await file.close();
  }
}
