import { decodeText } from "../../../platform/http/text";
import { type IndexedText, sourceAt } from "../../../platform/json/entryReading";
import { beginScan } from "../../../platform/json/scan";
import { rootOf } from "../../../platform/json/jsonText";
import { answerError, asAnswerError } from "../../../platform/service/answerJson";
import { type Envelope, type PageQuery, readEnvelope } from "../../lists/common/envelope";
import type { ListRules } from "../../lists/common/listRules";
import { findRows, rowEntries } from "../../lists/common/page";
import { hashRows, type RowHashes } from "../../lists/common/rowHashes";
import { identifiedBy, type RowIdentification } from "../../lists/common/table/identity";
import { TimeSlicer } from "../../../platform/base/timeSlicer";
import { type CutRows, cutRows, placeLines, type RowPlaces } from "./cutPage";
import { makeLines } from "./rowLines";

/** The body of an answer; a zero byte follows its `length` bytes. */
interface PageBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly length: number;
  readonly contentType: string | undefined;
  readonly asked: PageQuery;
}

/** What the first page of a list has shown of all. */
export interface ListShape extends RowIdentification {
  readonly path: readonly string[];
}

/** The rows of one page as lines. */
export interface PageLines extends ListShape {
  readonly lines: Uint8Array<ArrayBuffer>;
  readonly hashes: RowHashes;
  readonly envelope: Envelope;
  /** False where bytes that mean nothing in their encoding became U+FFFD. */
  readonly isExact: boolean;
}

/**
 * Makes lines of the rows of a page: of text in UTF-8, where the shape of the list is known, as
 * the bytes they are; of all other by reading it whole. Rejects as `PageReader.finish` does.
 */
export async function linesOfPage(
  page: PageBytes,
  rules: ListRules,
  known: ListShape | undefined,
): Promise<PageLines> {
  const cut = known === undefined ? undefined : cutAsBytes(page, known);
  return cut !== undefined && known !== undefined
    ? await linesOfBytes(page, { rules, shape: known, cut })
    : await linesOfText(page, rules, known);
}

function cutAsBytes(
  { bytes, length, contentType }: PageBytes,
  shape: ListShape,
): CutRows | undefined {
  const isDeclared = decodeText(new Uint8Array(0), contentType).encoding.name === "utf-8";
  const { path, idMember } = shape;
  return isDeclared ? cutRows(bytes, length, { path, idMember }) : undefined;
}

interface CutPage {
  readonly rules: ListRules;
  readonly shape: ListShape;
  readonly cut: CutRows;
}

async function linesOfBytes(page: PageBytes, { rules, shape, cut }: CutPage): Promise<PageLines> {
  const { bytes, asked } = page;
  const { rows } = cut;
  const around = await scanned(skeletonOf(page, cut), new TimeSlicer());
  const found = findRows(rootOf(around.text, around.entries), { rows: shape.path });
  const question = { text: around.text, around: found?.around ?? [], rows: rows.count };
  const envelope = readEnvelope({ ...question, asked, rules });
  const lines = makeLines(bytes, rows);
  const hashes = hashRows(lines, rows, shape.idMember !== undefined);
  return { ...shape, lines, hashes, envelope, isExact: true };
}

/** The text without its rows, of which the envelope is read. */
function skeletonOf({ bytes, length }: PageBytes, { from, to }: CutRows): string {
  const decoder = new TextDecoder();
  const before = decoder.decode(bytes.subarray(0, from));
  return `${before}[]${decoder.decode(bytes.subarray(to, length))}`;
}

async function linesOfText(
  page: PageBytes,
  rules: ListRules,
  known: ListShape | undefined,
): Promise<PageLines> {
  const { bytes, length, contentType, asked } = page;
  const { text, encoding } = decodeText(bytes.subarray(0, length), contentType);
  const slicer = new TimeSlicer();
  const indexed = await scanned(text, slicer);
  const root = rootOf(text, indexed.entries);
  const same = known === undefined ? undefined : findRows(root, { rows: known.path });
  const found = same ?? findRows(root, rules);
  if (found === undefined) {
    throw answerError("answer/notAList", { type: root.type }, undefined);
  }
  const rows = rowEntries(indexed.entries, found);
  const shape = shapeOf(indexed, { rows, path: found.path, known });
  const cut = encoding.exact ? cutAsBytes(page, shape) : undefined;
  if (cut?.rows.count === rows.length) {
    return await linesOfBytes(page, { rules, shape, cut });
  }
  const envelope = readEnvelope({ text, around: found.around, rows: rows.length, asked, rules });
  const { lines, places } = await linesOf(indexed, { rows, shape, slicer });
  const hashes = hashRows(lines, places, shape.idMember !== undefined);
  return { ...shape, lines, hashes, envelope, isExact: encoding.exact };
}

async function scanned(text: string, slicer: TimeSlicer): Promise<IndexedText> {
  try {
    const scan = beginScan(text);
    while (!scan.advance()) {
      await slicer.yieldIfDue();
    }
    return { text, entries: scan.finish() };
  } catch (error) {
    throw asAnswerError(error, undefined);
  }
}

interface FoundShape {
  readonly rows: Int32Array;
  readonly path: readonly string[];
  readonly known: ListShape | undefined;
}

function shapeOf(page: IndexedText, { rows, path, known }: FoundShape): ListShape {
  return known?.idMember === undefined
    ? { path, ...identifiedBy({ ...page, rows }) }
    : { ...known, path, isIdentified: true };
}

interface TextRows {
  readonly rows: Int32Array;
  readonly shape: ListShape;
  readonly slicer: TimeSlicer;
}

const ROWS_AT_ONCE = 256;

async function linesOf(
  page: IndexedText,
  { rows, shape, slicer }: TextRows,
): Promise<{ readonly lines: Uint8Array<ArrayBuffer>; readonly places: RowPlaces }> {
  const texts: string[] = [];
  for (let index = 0; index < rows.length; index++) {
    texts.push(`${sourceAt(page, rows[index] ?? 0).replace(/[\r\n]/g, " ")}\n`);
    if (index % ROWS_AT_ONCE === 0) {
      await slicer.yieldIfDue();
    }
  }
  const lines = Buffer.from(texts.join(""));
  return { lines, places: placeLines(lines, shape.idMember) };
}
