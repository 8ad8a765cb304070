import { AppError } from "../../../../platform/base/errors";
import type { HeaderList } from "../../../../platform/base/headers";
import { type DecodedText, decodeText, type TextEncoding } from "../../../../platform/http/text";
import {
  entryAtOffset,
  type IndexedText,
  lengthAt,
  memberAt,
  NUMBER_TYPE,
  sourceAt,
  typeAt,
} from "../../../../platform/json/entryReading";
import { beginScan, scanPrefix } from "../../../../platform/json/scan";
import { rootOf } from "../../../../platform/json/jsonText";
import { answerError, asAnswerError } from "../../../../platform/service/answerJson";
import { type Envelope, type PageQuery, readEnvelope } from "../envelope";
import { withHeaders } from "../headerEnvelope";
import type { ListRules } from "../listRules";
import { findRows, type FoundRows, rowEntries } from "../page";
import { FIRST_BLOCK } from "./byteBlocks";
import { RowPaths } from "./rowPaths";
import type { PageOptions } from "./rowTables";
import { TimeSlicer } from "../../../../platform/base/timeSlicer";

/** Bytes after which the first rows are looked for, and again at twice as many. */
const FIRST_LOOK = FIRST_BLOCK;
/** Where the list has not begun by then, it is waited for to the end. */
const LAST_LOOK = 8_388_608;
/** Of the longest character in any encoding; what is cut at the end is no bad byte. */
const LONGEST_CHARACTER = 8;

const ROWS_AT_ONCE = 256;
/** Digits that a double holds exactly. */
const MOST_DIGITS = 15;

/** A page of a list as text with entries; no object is made of any row. */
export interface LoadedPage extends IndexedText {
  readonly asked: PageQuery;
  /** The entry of each row. */
  readonly rows: Int32Array;
  readonly paths: RowPaths;
}

/** A page that has come whole. */
export interface WholePage extends LoadedPage {
  readonly envelope: Envelope;
  readonly listPath: readonly string[];
  readonly encoding: TextEncoding;
  /** As they came; absent where the text in UTF-8 is the same bytes. */
  readonly bytes: Uint8Array | undefined;
}

export type PageQuestion = Pick<PageOptions, "asked" | "rules">;

/** The body of one answer as it comes, and the rows in it. */
export class PageReading {
  private readonly parts: Uint8Array[] = [];
  private size = 0;
  private nextLook: number;
  private isGone = false;

  constructor(
    private readonly question: PageQuestion,
    looksForFirst: boolean,
  ) {
    this.nextLook = looksForFirst ? FIRST_LOOK : Infinity;
  }

  /** Takes some more; gives the first rows, once, as soon as there are any. */
  add(bytes: Uint8Array): LoadedPage | undefined {
    this.parts.push(bytes);
    this.size += bytes.length;
    if (this.size < this.nextLook || this.nextLook > LAST_LOOK) {
      return undefined;
    }
    const found = this.firstRows();
    this.nextLook = found === undefined ? this.nextLook * 2 : Infinity;
    return found;
  }

  /** Nobody wants it any more. */
  abandon(): void {
    this.isGone = true;
  }

  /** Reads the whole body in slices. Throws what `PageReader.finish` rejects with. */
  async finish(contentType: string | undefined, headers: HeaderList = []): Promise<WholePage> {
    const { text, encoding, bytes } = this.decode(contentType);
    const slicer = new TimeSlicer();
    const page = { text, entries: await this.scan(text, slicer) };
    const root = rootOf(text, page.entries);
    const found = findRows(root, this.question.rules);
    if (found === undefined) {
      throw answerError("answer/notAList", { type: root.type }, undefined);
    }
    const rows = rowEntries(page.entries, found);
    const paths = await this.collect(page, rows, slicer);
    const { asked, rules } = this.question;
    const facts = { rows: rows.length, asked, rules };
    const envelope = withHeaders(this.envelope(page, found, rows.length), headers, facts);
    return { ...page, asked, rows, paths, encoding, bytes, envelope, listPath: found.path };
  }

  private decode(contentType: string | undefined): DecodedText & Pick<WholePage, "bytes"> {
    const body = joined(this.parts, this.size);
    this.parts.length = 0;
    const { text, encoding } = decodeText(body, contentType);
    const isSame = encoding.exact && encoding.name === "utf-8" && !hasMark(body);
    return { text, encoding, bytes: isSame ? undefined : body };
  }

  private async collect(
    page: IndexedText,
    rows: Int32Array,
    slicer: TimeSlicer,
  ): Promise<RowPaths> {
    const paths = new RowPaths();
    for (let index = 0; index < rows.length; index++) {
      paths.add(page, rows[index] ?? 0);
      if (index % ROWS_AT_ONCE === 0) {
        await this.yieldIfDue(slicer);
      }
    }
    return paths;
  }

  private async scan(text: string, slicer: TimeSlicer): Promise<IndexedText["entries"]> {
    try {
      const scan = beginScan(text);
      while (!scan.advance()) {
        await this.yieldIfDue(slicer);
      }
      return scan.finish();
    } catch (error) {
      throw asAnswerError(error, undefined);
    }
  }

  private async yieldIfDue(slicer: TimeSlicer): Promise<void> {
    await slicer.yieldIfDue();
    if (this.isGone) {
      throw new AppError("canceled", "canceled/abandoned");
    }
  }

  private envelope(page: IndexedText, found: FoundRows, rows: number): Envelope {
    const { asked, rules } = this.question;
    const envelope = readEnvelope({ text: page.text, around: found.around, rows, asked });
    return totalByRule(page, envelope, rules);
  }

  /** Complete rows of the list that is still open at the end of what has come. */
  private firstRows(): LoadedPage | undefined {
    const { text, encoding } = decodeText(joined(this.parts, this.size), undefined);
    const { badByteOffset = this.size } = encoding;
    const prefix = badByteOffset < this.size - LONGEST_CHARACTER ? undefined : scanPrefix(text);
    if (prefix === undefined || prefix.entries.length === 0) {
      return undefined;
    }
    const page = { text, entries: prefix.entries };
    const found = findRows(rootOf(text, page.entries), this.question.rules);
    const list = found && entryAtOffset(page.entries, found.list.offset);
    const depth = list === undefined ? -1 : prefix.open.indexOf(list);
    if (found === undefined || depth < 0) {
      return undefined;
    }
    const all = rowEntries(page.entries, found);
    const rows = depth + 1 < prefix.open.length ? all.subarray(0, -1) : all;
    if (rows.length === 0) {
      return undefined;
    }
    const paths = new RowPaths();
    rows.forEach((row) => paths.add(page, row));
    return { ...page, asked: this.question.asked, rows, paths };
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    return only;
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function hasMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/** What the envelope says, with the total from where the user said that it is, or without one. */
function totalByRule(page: IndexedText, envelope: Envelope, rules: ListRules): Envelope {
  const { total: path } = rules;
  if (path === undefined) {
    return envelope;
  }
  const value = path === null ? undefined : integerAtPath(page, path);
  const others = Object.entries(envelope).filter(([name]) => name !== "total");
  const total = value === undefined ? {} : { total: { value, from: path?.join(".") ?? "" } };
  return { ...Object.fromEntries(others), ...total };
}

function integerAtPath(page: IndexedText, path: readonly string[]): number | undefined {
  let entry = 0;
  for (const name of path) {
    const value = memberAt(page, entry, name);
    if (value === undefined) {
      return undefined;
    }
    entry = value;
  }
  const isNumber = typeAt(page.entries, entry) === NUMBER_TYPE;
  const isShort = lengthAt(page.entries, entry) <= MOST_DIGITS;
  const source = isNumber && isShort ? sourceAt(page, entry) : "";
  return /^\d+$/.test(source) ? Number(source) : undefined;
}
