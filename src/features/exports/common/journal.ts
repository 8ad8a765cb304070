import { tryParseJson } from "../../../platform/json/tryParseJson";
import {
  isAmount,
  isFlag,
  isListOf,
  isOptional,
  isRecord,
  isText,
} from "../../../platform/base/shapes";
import type { Envelope } from "../../lists/common/envelope";
import type { ExportSpec } from "./export";
import type { ListShape } from "./pageLines";

/** Follows the path of a part. */
export const JOURNAL_ENDING = ".journal";

/** The first line of a journal. */
export interface JournalHead {
  readonly journalVersion: 1;
  readonly spec: ExportSpec;
  /** Of the key of a masked export: rows under another one would not fit together. */
  readonly keyPrint?: string;
}

/** A run begins; its calls have one trace id. */
export interface JournalRun {
  readonly traceId: string;
  readonly at: string;
}

/** A page whose rows are in the part. */
export interface JournalPage {
  readonly page: number;
  readonly rows: number;
  /** Bytes of the part up to the end of its rows. */
  readonly end: number;
  /** CRC-32 of its bytes. */
  readonly print: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly requestId?: string;
  readonly envelope: Envelope;
  /** The same rows as the page before it: they were left out. */
  readonly repeatsPage: boolean;
  readonly repeatedRows: number;
  readonly sameRecords?: number;
  readonly isExact: boolean;
  /** With the first page that had rows, and with those that were otherwise. */
  readonly shape?: ListShape;
}

/** What a journal says, in its order. */
export interface Journal {
  readonly head: JournalHead;
  readonly runs: readonly JournalRun[];
  readonly pages: readonly JournalPage[];
  /** The page behind the end, where that was refused. */
  readonly refusedPage?: number;
  /** Bytes of the head, of all up to the end of each page's line, and of all lines. */
  readonly headEnd: number;
  readonly end: number;
  readonly lineEnds: readonly number[];
}

/** Reads as far as lines are whole; undefined where not even the first is. */
export function readJournal(text: string): Journal | undefined {
  const lines = text.split("\n").slice(0, -1);
  const head = lines.length === 0 ? undefined : tryParseJson(lines[0] ?? "");
  if (!isHead(head)) {
    return undefined;
  }
  const headEnd = Buffer.byteLength(lines[0] ?? "") + 1;
  const [runs, pages, lineEnds]: [JournalRun[], JournalPage[], number[]] = [[], [], []];
  let end = headEnd;
  let refusedPage: number | undefined;
  for (const line of lines.slice(1)) {
    const entry = tryParseJson(line);
    const next = end + Buffer.byteLength(line) + 1;
    // Bytes before those of the page before it would be nobody's.
    if (isPage(entry) && entry.end >= (pages.at(-1)?.end ?? 0)) {
      pages.push(entry);
      lineEnds.push(next);
    } else if (isRun(entry)) {
      runs.push(entry);
    } else if (isRecord(entry) && entry["end"] === true) {
      refusedPage = isAmount(entry["refusedPage"]) ? entry["refusedPage"] : undefined;
    } else {
      break;
    }
    end = next;
  }
  const refused = refusedPage === undefined ? {} : { refusedPage };
  return { head, runs, pages, ...refused, headEnd, end, lineEnds };
}

function isHead(value: unknown): value is JournalHead {
  return isRecord(value) && value["journalVersion"] === 1 && isRecord(value["spec"]);
}

function isRun(value: unknown): value is JournalRun {
  return isRecord(value) && isText(value["traceId"]) && isText(value["at"]);
}

function isPage(value: unknown): value is JournalPage {
  return (
    isRecord(value) &&
    ["page", "rows", "end", "print", "repeatedRows"].every((name) => isAmount(value[name])) &&
    isRecord(value["envelope"]) &&
    isText(value["at"]) &&
    isOptional(value["shape"], isShape)
  );
}

function isShape(value: unknown): boolean {
  return (
    isRecord(value) &&
    isListOf(value["path"], isText) &&
    isOptional(value["idMember"], isText) &&
    isOptional(value["isIdentified"], isFlag)
  );
}
