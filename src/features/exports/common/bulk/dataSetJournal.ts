import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { AppError } from "../../../../platform/base/errors";
import { SerialQueue } from "../../../../platform/base/serialQueue";
import { type HeadLine, type JournalLine, readLine } from "./journalLines";

/** What became of each client, a line each, added to as it happens. */
export class DataSetJournal {
  private readonly queue = new SerialQueue();

  private constructor(private readonly file: FileHandle) {}

  /** Begins one; there must be none yet. */
  static async create(path: string, head: HeadLine): Promise<void> {
    const file = await open(path, "wx", 0o600);
    try {
      await file.appendFile(textOf(head));
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Takes one up again: what a kill left half written is cut off. Lines are told in order. */
  static async open(
    path: string,
    onLine: (line: JournalLine) => void | Promise<void>,
  ): Promise<DataSetJournal> {
    const end = await readJournal(path, onLine);
    const file = await open(path, "r+");
    try {
      await file.truncate(end);
    } catch (error) {
      await file.close();
      throw error;
    }
    await file.close();
    return new DataSetJournal(await open(path, "a"));
  }

  /** Done when it is in the file; one after the other. */
  add(line: JournalLine): Promise<void> {
    return this.queue.run(() => this.file.appendFile(textOf(line)));
  }

  async close(): Promise<void> {
    await this.queue.idle();
    await this.file.sync();
    await this.file.close();
  }
}

/**
 * Tells the lines of a journal and gives where the last whole one ends.
 * @throws AppError kind `input`: `exports/dataSetDamaged` where it does not begin as one
 */
export async function readJournal(
  path: string,
  onLine: (line: JournalLine) => void | Promise<void>,
): Promise<number> {
  let end = 0;
  for await (const { text, bytes } of linesOf(path)) {
    const line = readLine(text);
    if (line === undefined || (line.kind === "dataSet") !== (end === 0)) {
      break;
    }
    await onLine(line);
    end += bytes;
  }
  if (end === 0) {
    throw new AppError("input", "exports/dataSetDamaged");
  }
  return end;
}

/** @throws AppError kind `input`: `exports/dataSetDamaged` where its first line is none */
export async function readHead(path: string): Promise<HeadLine> {
  for await (const { text } of linesOf(path)) {
    const line = readLine(text);
    if (line?.kind === "dataSet") {
      return line;
    }
    break;
  }
  throw new AppError("input", "exports/dataSetDamaged");
}

const LINE_FEED = 10;

/** Whole lines with their length in bytes, the line feed included. */
async function* linesOf(path: string): AsyncGenerator<{ text: string; bytes: number }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(LINE_FEED); to >= 0; to = bytes.indexOf(LINE_FEED, from)) {
      yield { text: bytes.toString("utf8", from, to), bytes: to + 1 - from };
      from = to + 1;
    }
    rest = bytes.subarray(from);
  }
}

function textOf(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`;
}
