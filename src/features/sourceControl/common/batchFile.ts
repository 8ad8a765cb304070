import { appendFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import {
  hasOnly,
  isAmount,
  isFlag,
  isListOf,
  isMoment,
  isText,
  oneOf,
} from "../../../platform/base/shapes";
import { isUuid } from "../../../platform/base/uuid";
import { replaceFile } from "../../../platform/files/replaceFile";
import type { PensionKey } from "../../pensions/common/writing/records";
import type { Batch, BatchRow, EarlierTry, EncryptedWords } from "./batch";
import type { BegunRow } from "./leftBehind";

/** A batch as it is kept. */
interface KeptBatch {
  readonly batch: Batch;
  /** The row that began last. */
  readonly begun: BegunRow | undefined;
}

/** One row as it is now, written behind the batch; with what it began from where it begins. */
export interface RowLine {
  readonly index: number;
  readonly row: BatchRow;
  readonly begun?: Omit<BegunRow, "index">;
}

/** What the service said of a PUT, written behind the rows. */
interface SaidLine {
  readonly said: EncryptedWords;
}

const VERSION = 1;
/** PUTs of a batch of which the service's words are kept: more were sent in vain than anybody reads. */
const MOST_SAID = 50;
const LONGEST = 20_000_000;
const SUFFIX = ".batch.jsonl";

/**
 * Batches on disk, a file each: the whole of it in the first line, then a line for each change of a
 * row, so that a thousand of them do not write a thousand rows each time. No body is in it, and what
 * the service said of one only encrypted.
 */
export class BatchFiles {
  constructor(private readonly folder: string) {}

  /** Ids of all that are there. */
  async ids(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch(() => []);
    const ids = names.filter((name) => name.endsWith(SUFFIX));
    return ids.map((name) => name.slice(0, -SUFFIX.length)).filter(isUuid);
  }

  /** Undefined for one that is gone, or that cannot be read. */
  async get(id: string): Promise<KeptBatch | undefined> {
    const text = await readFile(this.path(id), "utf8").catch(() => "");
    const kept = text.length > LONGEST ? undefined : decode(text);
    return kept?.batch.id === id ? kept : undefined;
  }

  /** The whole of it, in the place of what was there. Throws what the disk throws. */
  async put(batch: Batch): Promise<void> {
    const line = JSON.stringify({ v: VERSION, batch });
    await replaceFile(this.folder, `${batch.id}${SUFFIX}`, `${line}\n`);
  }

  /** Throws what the disk throws. */
  async append(id: string, line: RowLine | SaidLine): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await appendFile(this.path(id), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }

  async remove(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  private path(id: string): string {
    return `${this.folder}/${id}${SUFFIX}`;
  }
}

/** Both forms of a batch that are alike are alike to the character. */
export function encodeBatch(batch: Batch): string {
  return JSON.stringify(inOrder(batch));
}

function decode(text: string): KeptBatch | undefined {
  const [first = "", ...lines] = text.split("\n");
  const head = parse(first);
  if (!hasOnly(head, { v: (value) => value === VERSION, batch: isBatch }, {})) {
    return undefined;
  }
  const batch = inOrder(head["batch"] as Batch);
  const rows = [...batch.rows];
  let said = batch.said ?? [];
  let begun: BegunRow | undefined;
  for (const line of lines.map(parse)) {
    if (isSaidLine(line)) {
      said = withSaid(said, wordsInOrder(line.said));
      continue;
    }
    // The end of what a window wrote while it ended.
    if (!isLine(line) || line.index >= rows.length) {
      break;
    }
    rows[line.index] = rowInOrder(line.row);
    begun = line.begun === undefined ? begun : { ...line.begun, index: line.index };
  }
  return { batch: { ...batch, rows, ...(said.length > 0 && { said }) }, begun };
}

/** The last of them stay. */
export function withSaid(
  said: readonly EncryptedWords[],
  more: EncryptedWords,
): readonly EncryptedWords[] {
  return [...said, more].slice(-MOST_SAID);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Every member, also those that JSON leaves out. */
function inOrder(batch: Batch): Batch {
  const { id, folder, isOfStaged, plannedAt, traceId, state, rows, said } = batch;
  return {
    ...{ id, folder, isOfStaged, plannedAt, traceId, state, rows: rows.map(rowInOrder) },
    ...(said === undefined ? {} : { said: said.map(wordsInOrder) }),
  };
}

function wordsInOrder({ actionId, encrypted }: EncryptedWords): EncryptedWords {
  return { actionId, encrypted };
}

function rowInOrder(row: BatchRow): BatchRow {
  const { file, place, pension, effect, changes, bodyHash } = row;
  return {
    ...{ file, place, pension: pension && keyInOrder(pension) },
    ...{ effect, changes, bodyHash },
    ...tryInOrder(row),
    ...(row.earlier === undefined ? {} : { earlier: row.earlier.map(tryInOrder) }),
  };
}

function tryInOrder(one: EarlierTry): EarlierTry {
  const { outcome, problem, status, actionId, requestId, endedAt } = one;
  return {
    outcome,
    problem: problem && { kind: problem.kind, code: problem.code, status: problem.status },
    ...{ status, actionId, requestId, endedAt },
  };
}

function keyInOrder({ connectionId, clientId, pensionId }: PensionKey): PensionKey {
  return { connectionId, clientId, pensionId };
}

const EFFECTS = ["create", "replace", "unknown", "nothing", "conflict", "invalid"] as const;
const STATES = ["planned", "running", "stopping", "stopped", "finished"] as const;
const OUTCOMES = [
  ...(["waiting", "sending", "landed", "differs", "notSeen"] as const),
  ...(["refused", "changed", "failed", "unknown"] as const),
] as const;

function isBatch(value: unknown): boolean {
  const members = {
    id: (id: unknown) => isText(id) && isUuid(id),
    ...{ folder: isText, isOfStaged: isFlag, plannedAt: isMoment },
    state: (state: unknown) => oneOf(state, STATES),
    rows: (rows: unknown) => isListOf(rows, isRow),
  };
  return hasOnly(value, members, {
    traceId: isText,
    said: (said: unknown) => isListOf(said, isWords),
  });
}

function isWords(value: unknown): boolean {
  return hasOnly(value, { actionId: isText, encrypted: isText }, {});
}

function isSaidLine(value: unknown): value is SaidLine {
  return hasOnly(value, { said: isWords }, {});
}

function isLine(value: unknown): value is RowLine {
  const begun = (one: unknown): boolean =>
    hasOnly(one, { mayHaveLanded: isFlag }, { lastActionId: isText });
  return hasOnly(value, { index: isAmount, row: isRow }, { begun });
}

function isRow(value: unknown): boolean {
  const members = {
    ...{ file: isText, place: isText, bodyHash: isText, ...TRY },
    effect: (effect: unknown) => oneOf(effect, EFFECTS),
  };
  const optional = {
    ...{ pension: isPension, changes: isAmount, ...OF_TRY },
    earlier: (earlier: unknown) => isListOf(earlier, (one) => hasOnly(one, TRY, OF_TRY)),
  };
  return hasOnly(value, members, optional);
}

const TRY = { outcome: (outcome: unknown) => oneOf(outcome, OUTCOMES) };
const OF_TRY = {
  ...{ problem: isProblem, status: isAmount },
  ...{ actionId: isText, requestId: isText, endedAt: isMoment },
};

function isPension(value: unknown): boolean {
  const members = { connectionId: isText, clientId: isText, pensionId: isText };
  return hasOnly(value, members, {});
}

function isProblem(value: unknown): boolean {
  return hasOnly(value, { kind: isText, code: isText }, { status: isAmount });
}
