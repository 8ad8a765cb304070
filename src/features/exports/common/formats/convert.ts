import { stat } from "node:fs/promises";
import type { Converted, ConvertOptions } from "../exports";
import { writeCsv } from "./csv";
import { readFacts, writeJson, writeJsonLines, type Written } from "./jsonForms";
import type { LineSource } from "./lineBlocks";
import { MadeFile } from "./madeFile";
import { writeMarkdown } from "./markdown";

/**
 * Makes a file of one form of JSON lines, which it reads a part at a time; it leaves none behind
 * where it throws: the reason of the signal, `AppError` kind `input` (`exports/linesDamaged`,
 * `exports/tooLargeForMarkdown`), or what the disk says. Where `from` is `to`, which only
 * JSON Lines may be, they are read alone.
 */
export async function convertLines(options: ConvertOptions): Promise<Converted> {
  const { from, to, signal } = options;
  const onProgress = await sharesOf(options);
  if (from === to) {
    return readFacts({ from, onProgress, signal });
  }
  const made = await MadeFile.open(to);
  try {
    const written = await write({ from, onProgress, signal }, made, options);
    return { ...written, ...(await made.finish()) };
  } catch (error) {
    await made.discard();
    throw error;
  }
}

/** Says of bytes that were read the share of all that are to be read. */
async function sharesOf({
  from,
  form: { format, columns },
  onProgress,
}: ConvertOptions): Promise<LineSource["onProgress"]> {
  if (onProgress === undefined) {
    return undefined;
  }
  const { size } = await stat(from);
  // Columns are known when all rows were read.
  const passes = format === "markdown" || (format === "csv" && columns === undefined) ? 2 : 1;
  let [before, last] = [0, 0];
  return (bytes) => {
    before += bytes <= last ? last : 0;
    last = bytes;
    onProgress(Math.min(1, (before + bytes) / (size * passes)));
  };
}

function write(
  source: LineSource,
  made: MadeFile,
  { form }: Pick<ConvertOptions, "form">,
): Promise<Written> {
  switch (form.format) {
    case "jsonl":
      return writeJsonLines(source, made);
    case "json":
      return writeJson(source, made);
    case "csv":
      return writeCsv(source, made, form);
    case "markdown":
      return writeMarkdown(source, made, form);
  }
}
