import { mkdir, readdir, readFile, rm, rmdir, stat } from "node:fs/promises";
import { isRecord, isText } from "../../../../platform/base/shapes";
import { AppError } from "../../../../platform/base/errors";
import { replaceFile } from "../../../../platform/files/replaceFile";
import { partError } from "../partErrors";
import type { DataSetSpec } from "./dataSet";
import { readHead } from "./dataSetJournal";
import { tryParseJson } from "../../../../platform/json/tryParseJson";
import type { ClientLine } from "./journalLines";
import {
  DATA_SET_JOURNAL,
  DATA_SET_MANIFEST,
  DATA_SET_SPEC,
  PART_FILE,
  PARTITION,
  partitionFolder,
  UNFINISHED_PART,
} from "./partitions";

/**
 * Makes the folder, which has to be empty, and lays down what is needed to go on.
 * @throws AppError kind `input`: `exports/dataSetThere`, `exports/notWritten`
 */
export async function makeFolder(folder: string, spec: DataSetSpec): Promise<void> {
  await inWords(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) {
      throw new AppError("input", "exports/dataSetThere");
    }
    try {
      await replaceFile(folder, DATA_SET_SPEC, `${JSON.stringify(spec)}\n`);
    } catch (error) {
      await removeEmpty(folder);
      throw error;
    }
  });
}

/** @throws AppError kind `input`: `exports/dataSetGone`, `exports/dataSetDamaged` */
export async function readSpec(folder: string): Promise<DataSetSpec> {
  let text: string;
  try {
    text = await readFile(`${folder}/${DATA_SET_SPEC}`, "utf8");
  } catch (cause) {
    throw new AppError("input", "exports/dataSetGone", { cause });
  }
  const spec = tryParseJson(text);
  if (!isSpec(spec)) {
    throw new AppError("input", "exports/dataSetDamaged");
  }
  return spec;
}

/**
 * Whether a client is done with: its file is there as its line says, and the line says whether its
 * list is whole. Earlier versions did not look, so it is asked for again.
 */
export async function isDone(folder: string, { client, ...line }: ClientLine): Promise<boolean> {
  if (line.outcome !== "whole" || line.isWhole === undefined) {
    return line.outcome === "refused" || line.isWhole !== undefined;
  }
  const name = partitionFolder(client);
  try {
    return name !== undefined && (await stat(`${folder}/${name}/${PART_FILE}`)).size === line.bytes;
  } catch {
    return false;
  }
}

/** Takes away what was on its way when a kill came. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(UNFINISHED_PART)) {
      await rm(`${folder}/${name}`, { force: true });
    }
  }
}

/** Deletes the data set of that id; what else lies there stays, and the folder with it. */
export async function removeDataSet(folder: string, id: string): Promise<void> {
  await inWords(async () => {
    const isThere = (await stat(folder).catch(() => undefined)) !== undefined;
    // A later one gets the name of a folder that was deleted.
    if (!isThere || ((await idOf(folder)) ?? id) !== id) {
      return;
    }
    await removeUnfinished(folder);
    for (const name of await readdir(folder)) {
      if (name.startsWith(`${PARTITION}=`)) {
        await rm(`${folder}/${name}/${PART_FILE}`, { force: true });
        await removeEmpty(`${folder}/${name}`);
      }
    }
    const own = [DATA_SET_MANIFEST, DATA_SET_JOURNAL, DATA_SET_SPEC];
    for (const name of await readdir(folder)) {
      // A kill may leave a draft of one of them.
      const isDraft = own.some((one) => name.startsWith(`${one}.`) && name.endsWith(".tmp"));
      if (own.includes(name) || isDraft) {
        await rm(`${folder}/${name}`, { force: true });
      }
    }
    await removeEmpty(folder);
  });
}

/** What the system refuses, in words of ours. */
export async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw partError(error);
  }
}

/** Which data set lies there; undefined where nothing says so. One that is whole has no spec. */
async function idOf(folder: string): Promise<string | undefined> {
  const head = await readHead(`${folder}/${DATA_SET_JOURNAL}`).catch(() => undefined);
  return head?.id ?? (await readSpec(folder).catch(() => undefined))?.id;
}

async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch {
    // Somebody else has put something there.
  }
}

function isSpec(spec: unknown): spec is DataSetSpec {
  return (
    isRecord(spec) &&
    isText(spec["id"]) &&
    isText(spec["createdAt"]) &&
    isRecord(spec["query"]) &&
    isText(spec["query"]["clientParameter"]) &&
    isText(spec["query"]["connectionId"]) &&
    isRecord(spec["query"]["path"]) &&
    isRecord(spec["clients"])
  );
}
