import { appendFile, mkdir } from "node:fs/promises";
import * as v from "valibot";
import type { Clock } from "../../../platform/base/clock";
import { isUuid } from "../../../platform/base/uuid";
import { decodeJson } from "../../../platform/files/decodeJson";
import { RecordFolder } from "../../../platform/files/recordFolder";
import { type Batch, batchSchema, type EncryptedWords, rowSchema, wordsSchema } from "./batch";
import type { BegunRow } from "./leftBehind";
import { wholeNumber } from "../../../platform/base/messageSchemas";
import { BATCH_SUFFIX } from "./batchNames";

/** A batch as it is kept. */
interface KeptBatch {
  readonly batch: Batch;
  /** The row that began last. */
  readonly begun: BegunRow | undefined;
}

const headSchema = v.strictObject({ v: v.literal(1), batch: batchSchema });

/** One row as it is now, written behind the batch; with what it began from where it begins. */
const rowLineSchema = v.strictObject({
  index: wholeNumber,
  row: rowSchema,
  begun: v.exactOptional(
    v.strictObject({
      /** Of the last write of its pension before; undefined where there was none. */
      lastActionId: v.optional(v.string()),
      /** An earlier try of the row was of unknown outcome. */
      mayHaveLanded: v.boolean(),
    }),
  ),
});

/** What the service said of a PUT, written behind the rows. */
const saidLineSchema = v.strictObject({ said: wordsSchema });
const lineSchema = v.union([rowLineSchema, saidLineSchema]);

export type RowLine = Readonly<v.InferOutput<typeof rowLineSchema>>;
type Line = RowLine | Readonly<v.InferOutput<typeof saidLineSchema>>;

/** PUTs of a batch of which the service's words are kept: more were sent in vain than anybody reads. */
const MOST_SAID = 50;
const LONGEST = 20_000_000;

/**
 * Batches on disk, a file each: the whole of it in the first line, then a line for each change of a
 * row, so that a thousand of them do not write a thousand rows each time. No body is in it, and what
 * the service said of one only encrypted.
 */
export class BatchFiles {
  private readonly files: RecordFolder<KeptBatch>;

  constructor(
    private readonly folder: string,
    clock: Clock,
  ) {
    const isRecordName = (name: string): boolean =>
      name.endsWith(BATCH_SUFFIX) && isUuid(name.slice(0, -BATCH_SUFFIX.length));
    this.files = new RecordFolder({ folder, isRecordName, decode, clock });
  }

  /** Ids of all that are there. */
  async ids(): Promise<readonly string[]> {
    return (await this.files.names()).map((name) => name.slice(0, -BATCH_SUFFIX.length));
  }

  /** Undefined for one that is gone, or that cannot be read. */
  get(id: string): Promise<KeptBatch | undefined> {
    return this.files.get(id + BATCH_SUFFIX);
  }

  /** The whole of it, in the place of what was there. Throws what the disk throws. */
  async set(batch: Batch): Promise<void> {
    await this.files.set(batch.id + BATCH_SUFFIX, `${JSON.stringify({ v: 1, batch })}\n`);
  }

  /** Throws what the disk throws. */
  async append(id: string, line: Line): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await appendFile(`${this.folder}/${id}${BATCH_SUFFIX}`, `${JSON.stringify(line)}\n`, {
      mode: 0o600,
    });
  }

  async remove(id: string): Promise<void> {
    await this.files.remove(id + BATCH_SUFFIX);
  }
}

/** Both forms of a batch that are alike are alike to the character. */
export function encodeBatch(batch: Batch): string {
  return JSON.stringify(v.parse(batchSchema, batch));
}

function decode(text: string, name: string): KeptBatch | undefined {
  const [first = "", ...lines] = text.length > LONGEST ? [] : text.split("\n");
  const { batch } = decodeJson(headSchema, first) ?? {};
  if (batch === undefined || batch.id + BATCH_SUFFIX !== name) {
    return undefined;
  }
  const rows = [...batch.rows];
  let said = batch.said ?? [];
  let begun: BegunRow | undefined;
  for (const text of lines) {
    const line = decodeJson(lineSchema, text);
    if (line !== undefined && "said" in line) {
      said = withSaid(said, line.said);
      continue;
    }
    // The end of what a window wrote while it ended.
    if (line === undefined || line.index >= rows.length) {
      break;
    }
    rows[line.index] = line.row;
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
