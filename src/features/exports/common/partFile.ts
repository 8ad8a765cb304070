import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";
import { AppError } from "../../../platform/base/errors";
import {
  type Journal,
  JOURNAL_ENDING,
  type JournalHead,
  type JournalPage,
  readJournal,
} from "./journal";
import { partDamaged, partError, partGone } from "./partErrors";

/** Bytes that are written at once. */
const BATCH = 1_048_576;
const LEAST = 65_536;
/** Bytes of a journal that can be read: those of half a million pages. */
const MOST_NOTES = 256 * 1_048_576;

/** Told of the bytes of each page that is found again, in order. */
type OnPage = (lines: Uint8Array, page: JournalPage) => Promise<void>;

/**
 * Lines in a file, page by page, and beside it a journal that says which are whole. Data first,
 * then its line of the journal: after a kill all that the journal has is there.
 */
export class PartFile {
  /** Lines that wait to be written. */
  private batch = new Uint8Array(0);
  private waitingBytes = 0;
  private notes = "";
  /** Bytes of both files that are written. */
  private written = 0;
  private noted = 0;
  private failure: Error | undefined;
  private readonly hash: Hash = createHash("sha256");

  private constructor(
    private readonly path: string,
    private readonly data: number,
    private readonly journal: number | undefined,
  ) {}

  /** A new one. Without a head it has no journal, and cannot be taken up again. */
  static create(path: string, head: JournalHead | undefined): PartFile {
    const journal = head === undefined ? undefined : path + JOURNAL_ENDING;
    if (journal !== undefined && existsSync(journal)) {
      throw new AppError("input", "exports/partThere");
    }
    try {
      return attempt(() => PartFile.begin(path, journal, head));
    } catch (error) {
      // What has no whole journal could not be taken up again.
      rmSync(path, { force: true });
      rmSync(path + JOURNAL_ENDING, { force: true });
      throw error;
    }
  }

  private static begin(
    path: string,
    journal: string | undefined,
    head: object | undefined,
  ): PartFile {
    const data = createAnew(path);
    let file = new PartFile(path, data, undefined);
    try {
      if (journal !== undefined && head !== undefined) {
        file = new PartFile(path, data, openSync(journal, "wx", 0o600));
        file.note(head);
        file.flush();
      }
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** One that was left behind: cut to the last page that is whole, and gone on with. */
  static async open(
    path: string,
    head: JournalHead | undefined,
    onPage: OnPage,
  ): Promise<{ readonly file: PartFile; readonly journal: Journal }> {
    const journal = readJournalOf(path);
    if (journal.head.keyPrint !== head?.keyPrint) {
      throw new AppError("input", "exports/otherMaskingKey");
    }
    const file = attempt(() => {
      const notes = openSync(path + JOURNAL_ENDING, "r+");
      return new PartFile(path, openSync(path, "r+"), notes);
    });
    try {
      const whole = await file.verify(journal.pages, onPage);
      return { file, journal: attempt(() => file.cut(journal, whole)) };
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Bytes of all lines, those that wait to be written too. */
  get end(): number {
    return this.written + this.waitingBytes;
  }

  /** Takes a copy of lines, and what the journal says of them. */
  add(lines: Uint8Array, entry?: object): void {
    this.checkUnbroken();
    if (this.waitingBytes + lines.length > this.batch.length) {
      this.flush();
      this.makeRoom(lines.length);
    }
    this.batch.set(lines, this.waitingBytes);
    this.waitingBytes += lines.length;
    if (entry !== undefined) {
      this.note(entry);
    }
    if (this.waitingBytes >= BATCH) {
      this.flush();
    }
  }

  /** Takes a line of the journal. */
  note(entry: object): void {
    this.notes += this.journal === undefined ? "" : `${JSON.stringify(entry)}\n`;
  }

  /** Writes what waits. After a failure nothing is written any more: it would leave a hole. */
  flush(): void {
    this.checkUnbroken();
    try {
      this.writeWaiting();
    } catch (error) {
      const failure = partError(error);
      this.failure = failure instanceof Error ? failure : new Error("unknown");
      throw this.failure;
    }
  }

  /** Little at first: most of the lists of many clients are short. */
  private makeRoom(bytes: number): void {
    const more = Math.min(BATCH, Math.max(LEAST, this.batch.length * 4));
    if (more > this.batch.length || bytes > this.batch.length) {
      this.batch = Buffer.allocUnsafeSlow(Math.max(more, bytes));
    }
  }

  private checkUnbroken(): void {
    if (this.failure !== undefined) {
      throw this.failure;
    }
  }

  private writeWaiting(): void {
    this.checkThere();
    const lines = this.batch.subarray(0, this.waitingBytes);
    this.waitingBytes = 0;
    writeAll(this.data, lines, this.written);
    this.hash.update(lines);
    this.written += lines.length;
    const notes = Buffer.from(this.notes);
    this.notes = "";
    if (this.journal !== undefined && notes.length > 0) {
      writeAll(this.journal, notes, this.noted);
      this.noted += notes.length;
    }
  }

  /** All is written and on the disk itself. Gives the hash of the lines. */
  finish(): string {
    this.flush();
    attempt(() => fsyncSync(this.data));
    return this.hash.copy().digest("hex");
  }

  close(): void {
    closeSync(this.data);
    if (this.journal !== undefined) {
      closeSync(this.journal);
    }
  }

  /** What was deleted, or replaced, would be written for nobody. */
  private checkThere(): void {
    const [own, there] = [fstatSync(this.data), statSync(this.path, { throwIfNoEntry: false })];
    if (there === undefined && !existsSync(folderOf(this.path))) {
      throw new AppError("input", "exports/folderGone", { values: { reason: "ENOENT" } });
    }
    if (there === undefined || there.ino !== own.ino) {
      throw partGone();
    }
  }

  /** How many pages from the first on are there as they were written. */
  private async verify(pages: readonly JournalPage[], onPage: OnPage): Promise<number> {
    let whole = 0;
    const { size } = attempt(() => fstatSync(this.data));
    for (const page of pages) {
      if (page.end > size) {
        break;
      }
      const lines = new Uint8Array(page.end - this.written);
      const read = attempt(() => readSync(this.data, lines, 0, lines.length, this.written));
      if (read < lines.length || crc32(lines) !== page.print) {
        break;
      }
      this.hash.update(lines);
      this.written = page.end;
      whole++;
      await onPage(lines, page);
    }
    return whole;
  }

  private cut(journal: Journal, whole: number): Journal {
    const { pages, lineEnds, headEnd } = journal;
    const isAll = whole === pages.length;
    // What follows the last page of all may say that it was the last.
    this.noted = isAll ? journal.end : (lineEnds[whole - 1] ?? headEnd);
    ftruncateSync(this.data, this.written);
    if (this.journal !== undefined) {
      ftruncateSync(this.journal, this.noted);
    }
    return { ...journal, pages: pages.slice(0, whole) };
  }
}

/** What the journal of a part says. Throws `exports/partGone`, `exports/partDamaged`. */
export function readJournalOf(path: string): Journal {
  const text = attempt(() => {
    const files = [path, path + JOURNAL_ENDING].map((file) =>
      lstatSync(file, { throwIfNoEntry: false }),
    );
    if (files.includes(undefined)) {
      throw partGone();
    }
    // What is cut and written has to be the part itself, not what it leads to.
    const isOurs = files.every((file) => file?.isFile()) && (files[1]?.size ?? 0) <= MOST_NOTES;
    return isOurs ? readFileSync(path + JOURNAL_ENDING, "utf8") : "";
  });
  const journal = readJournal(text);
  if (journal === undefined) {
    throw partDamaged();
  }
  return journal;
}

/** In the place of what is there, which may be readable by others, or lead elsewhere. */
function createAnew(path: string): number {
  rmSync(path, { force: true });
  return openSync(path, "wx+", 0o600);
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(file, bytes, at, bytes.length - at, position + at);
  }
}

function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, "");
}

function attempt<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw partError(error);
  }
}
