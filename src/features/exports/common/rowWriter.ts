import { crc32 } from "node:zlib";
import { AppError } from "../../../platform/base/errors";
import { PagingAudit } from "../../lists/common/audit";
import { withHeaders } from "../../lists/common/headerEnvelope";
import type { PageQuery } from "../../lists/common/envelope";
import type { ListRules } from "../../lists/common/listRules";
import { hashRows, isSameRows, KnownRows, type RowHashes } from "../../lists/common/rowHashes";
import { TimeSlicer } from "../../../platform/base/timeSlicer";
import { placeLines } from "./cutPage";
import type {
  Committed,
  FinishedLines,
  LinesCalls,
  OpenedLines,
  TakenPage,
} from "./exportMessages";
import type { JournalPage } from "./journal";
import { linesOfPage, type ListShape, type PageLines } from "./pageLines";
import { PartFile } from "./partFile";

type Parameters<Name extends keyof LinesCalls> = LinesCalls[Name]["parameters"];

/** Masks the text of one row. */
type MaskRow = (row: string) => string;

interface WaitingPage {
  readonly lines: PageLines;
  readonly asked: PageQuery;
  readonly at: string;
  readonly requestId: string | undefined;
  readonly resolve: (taken: TakenPage) => void;
  readonly reject: (error: unknown) => void;
}

/** Where the rows of a file are, and those of its last page. */
interface Found {
  shape: ListShape | undefined;
  last: RowHashes | undefined;
}

/** What is written soon, when nothing more comes. */
const SOON_MILLISECONDS = 200;

/** The rows of one list on their way into a file. */
export class RowWriter {
  /** Pages that came before their turn. */
  private readonly waiting = new Map<number, WaitingPage>();
  private known = new KnownRows();
  private last: RowHashes | undefined;
  private shape: ListShape | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  private constructor(
    private readonly file: PartFile,
    private readonly rules: ListRules,
    private readonly mask: MaskRow | undefined,
    /** Knows which page comes next, and behind which one none is taken. */
    private readonly audit: PagingAudit,
  ) {}

  /** Opens the file; of one that is gone on with all rows are read again, to know them. */
  static async open(
    { path, head, isResumed, rules, pageSize }: Parameters<"open">,
    mask: MaskRow | undefined,
  ): Promise<{ readonly lines: RowWriter; readonly opened: OpenedLines }> {
    const audit = new PagingAudit(pageSize, rules);
    if (isResumed !== true) {
      const lines = new RowWriter(PartFile.create(path, head), rules, mask, audit);
      return { lines, opened: { pages: [], runs: [] } };
    }
    const found: Found = { shape: undefined, last: undefined };
    const known = new KnownRows();
    const slicer = new TimeSlicer();
    const { file, journal } = await PartFile.open(path, head, async (bytes, page) => {
      found.shape = page.shape ?? found.shape;
      const hashes = hashesOf(bytes, found.shape);
      known.add(hashes, isIdentified(found.shape));
      found.last = hashes;
      await slicer.yieldIfDue();
    });
    const { runs, refusedPage } = journal;
    // A part of an earlier version does not say which of its rows are the same record.
    const pages = journal.pages.map((page) => ({ sameRecords: page.repeatedRows, ...page }));
    pages.forEach((page) => audit.add({ ...page, asked: { pageNumber: page.page, pageSize } }));
    const lines = new RowWriter(file, rules, mask, audit);
    lines.remember(known, found);
    return { lines, opened: { pages, runs, ...(refusedPage && { refusedPage }) } };
  }

  /** Reads a page, and takes its lines in its turn. Rejects as `PageReader.finish` does. */
  async page({ page, at, requestId, ...bytes }: Parameters<"page">): Promise<TakenPage> {
    const read = await linesOfPage(bytes, this.rules, this.shape);
    const { asked, headers } = bytes;
    const facts = { rows: read.hashes.rows.length, asked, rules: this.rules };
    const lines = { ...read, envelope: withHeaders(read.envelope, headers, facts) };
    const { promise, resolve, reject } = Promise.withResolvers<TakenPage>();
    this.waiting.set(page, { lines, asked, at, requestId, resolve, reject });
    this.writeWaiting();
    return { ...(await promise), spare: bytes.bytes };
  }

  /** What is in the file already. */
  private remember(known: KnownRows, { last, shape }: Found): void {
    this.known = known;
    this.last = last;
    this.shape = shape;
  }

  private writeWaiting(): void {
    for (let one = this.nextWaiting(); one !== undefined; one = this.nextWaiting()) {
      this.waiting.delete(one.asked.pageNumber);
      try {
        one.resolve(this.commit(one));
      } catch (error) {
        one.reject(error);
      }
    }
  }

  private nextWaiting(): WaitingPage | undefined {
    const { audit } = this;
    return audit.isOver || this.isClosed ? undefined : this.waiting.get(audit.nextPage);
  }

  /** One that repeats the page before it is left out. */
  private commit({ lines: cut, asked, at, requestId }: WaitingPage): Committed {
    const news = this.news(cut);
    const { lines: masked, hashes } = this.masked(cut);
    const repeatsPage = isSameRows(this.last, hashes);
    const repeatedRows = this.known.countRepeated(hashes, isIdentified(this.shape));
    this.known.add(hashes, isIdentified(this.shape));
    this.last = hashes;
    const lines = repeatsPage ? masked.subarray(0, 0) : masked;
    const { isExact, envelope } = cut;
    const end = this.file.end + lines.length;
    // Rows without an id may just be equal.
    const sameRecords = isIdentified(this.shape) ? repeatedRows : 0;
    const facts = {
      ...{ rows: hashes.rows.length, end, envelope, repeatsPage, repeatedRows, sameRecords },
      isExact,
    };
    const entry: JournalPage = {
      ...{ page: asked.pageNumber, at, print: crc32(lines) },
      ...(requestId === undefined ? {} : { requestId }),
      ...facts,
      ...news,
    };
    this.file.add(lines, entry);
    this.audit.add({ ...facts, asked });
    this.flushSoon();
    return { ...facts, bytes: lines.length };
  }

  note({ entry }: Parameters<"note">): void {
    this.file.note(entry);
    this.flushSoon();
  }

  /** Lines of rows that are there already; each ends with a line feed. */
  add({ text }: Parameters<"lines">): { readonly rows: number; readonly end: number } {
    const rows = text.split("\n").length - 1;
    this.file.add(this.mask === undefined ? Buffer.from(text) : maskedLines(text, this.mask));
    return { rows, end: this.file.end };
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.file.flush();
  }

  /** All is on the disk. */
  finish(): FinishedLines {
    clearTimeout(this.timer);
    const sha256 = this.file.finish();
    const { watchedRows } = this.known;
    const bytes = this.file.end;
    return { bytes, sha256, ...(watchedRows === undefined ? {} : { watchedRows }) };
  }

  /** Writes what waits, if that can be: what is missing is asked for again by who goes on. */
  close(): void {
    if (!this.isClosed) {
      this.isClosed = true;
      this.waiting.forEach(({ reject }) => reject(new AppError("canceled", "canceled/disposed")));
      this.flushQuietly();
      this.file.close();
    }
  }

  /** Where rows are otherwise than before, the journal says so. */
  private news({ path, idMember, isIdentified, hashes }: PageLines): Pick<JournalPage, "shape"> {
    const { shape } = this;
    if (hashes.rows.length === 0 || (shape !== undefined && isSamePath(shape.path, path))) {
      return {};
    }
    this.shape = {
      path,
      ...(idMember === undefined ? {} : { idMember }),
      ...(isIdentified === undefined ? {} : { isIdentified }),
    };
    return { shape: this.shape };
  }

  /** Known by what is written: that is all there is when it is gone on with. */
  private masked({ lines, hashes }: PageLines): Pick<PageLines, "lines" | "hashes"> {
    if (this.mask === undefined) {
      return { lines, hashes };
    }
    const masked = maskedLines(Buffer.from(lines).toString(), this.mask);
    return { lines: masked, hashes: hashesOf(masked, this.shape) };
  }

  private flushSoon(): void {
    this.timer ??= setTimeout(() => this.flushQuietly(), SOON_MILLISECONDS);
  }

  private flushQuietly(): void {
    try {
      this.flush();
    } catch {
      // It is not written next time either, where somebody hears of it.
    }
  }
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

function maskedLines(text: string, mask: MaskRow): Uint8Array<ArrayBuffer> {
  const rows = text.split("\n").slice(0, -1);
  return Buffer.from(rows.map((row) => `${mask(row).replace(/[\r\n]/g, " ")}\n`).join(""));
}

function hashesOf(lines: Uint8Array, shape: ListShape | undefined): RowHashes {
  const idMember = shape?.idMember;
  return hashRows(lines, placeLines(lines, idMember), idMember !== undefined);
}

/** Journals of earlier versions name the member that holds the id alone. */
function isIdentified(shape: ListShape | undefined): boolean {
  return shape?.isIdentified === true || shape?.idMember !== undefined;
}
