import { randomUUID } from "node:crypto";
import { copyFile, readFile, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { isRecord } from "../base/shapes";
import { renameFile } from "./renameFile";
import { replaceFile } from "./replaceFile";

/** A whole file that is to get its name, and the text that is to lie beside it. */
export interface FileToPlace {
  readonly path: string;
  readonly target: string;
  /** Path of the text, in the folder of the target. */
  readonly beside: string;
  readonly text: string;
}

/**
 * Gives a file its name, what says of it first: a kill between leaves the file under its old name
 * to do it again, never a whole one that nothing is said of. What was said of the file that stays
 * comes back where it throws, which is what the disk says.
 */
export async function placeFile({ path, target, beside, text }: FileToPlace): Promise<void> {
  const put = (said: string): Promise<void> => replaceFile(dirname(beside), basename(beside), said);
  const before = await readFile(beside, "utf8").catch(() => undefined);
  await put(text);
  try {
    await moveFile(path, target);
  } catch (error) {
    await (before === undefined ? rm(beside, { force: true }) : put(before));
    throw error;
  }
}

/** To another disk by way of a copy, which gets its name when it is whole. */
async function moveFile(path: string, target: string): Promise<void> {
  try {
    await renameFile(path, target);
  } catch (error) {
    if (!isRecord(error) || error["code"] !== "EXDEV") {
      throw error;
    }
    const copy = `${target}.${randomUUID()}.tmp`;
    try {
      await copyFile(path, copy);
      await renameFile(copy, target);
    } catch (failure) {
      await rm(copy, { force: true });
      throw failure;
    }
    await rm(path, { force: true });
  }
}
