import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import { decodeHeader, decodeLine, type HistoryHeader } from "./actionLine";
import type { Action } from "../../../platform/base/action";

interface HistoryReaderOptions {
  readonly path: string;
  readonly onActions: (actions: readonly Action[]) => void;
  /** The file was emptied since it was last read: all that began until then. */
  readonly onCleared: (at: number) => void;
}

/** A header is shorter. */
const HEADER_BYTES = 512;
/** Many times what the windows write; more has come from elsewhere, and would fill the memory. */
const LONGEST_FILE = 64_000_000;
/** Reading long files, the rest of the window gets its turn after so many lines. */
const LINES_AT_ONCE = 50;

/** Reads what was added to the file since the last time, or all of it where it is another one. */
export class HistoryReader {
  /** Of all actions in the file, as far as it was read. */
  readonly ids = new Set<string>();
  private header: HistoryHeader | undefined;
  /** Bytes that were read and understood; always the beginning of a line. */
  private offset = 0;
  /** Bytes of the file when it was last looked at. */
  size = 0;

  constructor(private readonly options: HistoryReaderOptions) {}

  get hasHeader(): boolean {
    return this.header !== undefined;
  }

  get clearedAt(): number {
    return this.header?.clearedAt ?? 0;
  }

  get isAtLineEnd(): boolean {
    return this.offset === this.size;
  }

  async catchUp(): Promise<void> {
    const file = await openQuietly(this.options.path);
    if (file === undefined) {
      this.restart(undefined, 0);
      return;
    }
    try {
      this.size = (await file.stat()).size;
      if (this.size > LONGEST_FILE) {
        this.offset = this.size;
        return;
      }
      await this.compareHeader(file);
      await this.readRest(file);
    } finally {
      await file.close();
    }
  }

  /** Passes over what this window has just added itself; others may have, where no lock held. */
  async skipOwn(text: string, actions: readonly Action[]): Promise<void> {
    const expected = this.size + Buffer.byteLength(text);
    const file = await openQuietly(this.options.path);
    const size = (await file?.stat())?.size;
    await file?.close();
    if (size === expected) {
      this.size = size;
      this.offset = size;
      actions.forEach(({ id }) => this.ids.add(id));
    }
  }

  /** The file is now one of so many bytes with these actions, by this window, which knows them. */
  replaced(header: HistoryHeader, size: number, ids: readonly string[]): void {
    this.restart(header, size);
    ids.forEach((id) => this.ids.add(id));
  }

  private restart(header: HistoryHeader | undefined, size: number): void {
    this.header = header;
    this.size = size;
    this.offset = size;
    this.ids.clear();
  }

  private async compareHeader(file: FileHandle): Promise<void> {
    const [line = ""] = (await readText(file, 0, Math.min(this.size, HEADER_BYTES))).split("\n", 1);
    const header = decodeHeader(line);
    const before = this.header;
    if (header !== undefined && header.generation === before?.generation) {
      return;
    }
    const { size } = this;
    this.restart(header, size);
    // Also without a header its lines are read: they are kept when it is written anew.
    this.offset = header === undefined ? 0 : Buffer.byteLength(line) + 1;
    if (before !== undefined && header !== undefined && header.clearedAt > before.clearedAt) {
      this.options.onCleared(header.clearedAt);
    }
  }

  private async readRest(file: FileHandle): Promise<void> {
    if (this.size <= this.offset) {
      return;
    }
    const bytes = await readBytes(file, this.offset, this.size - this.offset);
    const end = bytes.lastIndexOf(0x0a) + 1;
    this.offset += end;
    const found: Action[] = [];
    const lines = bytes.toString("utf8", 0, end).split("\n");
    for (const [index, line] of lines.entries()) {
      const read = decodeLine(line);
      if (read.kind === "action") {
        this.ids.add(read.action.id);
        found.push(read.action);
      }
      if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) {
        await turn();
      }
    }
    if (found.length > 0) {
      this.options.onActions(found);
    }
  }
}

/** The whole text; undefined where there is no file, or one that is longer than it can be. */
export async function readWhole(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).size > LONGEST_FILE ? undefined : await readFile(path, "utf8");
  } catch (error) {
    return absent(error);
  }
}

async function openQuietly(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    return absent(error);
  }
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
    throw error;
  }
}

async function readText(file: FileHandle, from: number, length: number): Promise<string> {
  return (await readBytes(file, from, length)).toString("utf8");
}

async function readBytes(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, from);
  return buffer.subarray(0, bytesRead);
}
