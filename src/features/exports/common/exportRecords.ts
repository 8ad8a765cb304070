import { hostname } from "node:os";
import * as v from "valibot";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { SerialQueue } from "../../../platform/base/serialQueue";
import { isRecord } from "../../../platform/base/shapes";
import { isUuid } from "../../../platform/base/uuid";
import { decodeJson } from "../../../platform/files/decodeJson";
import { RecordFolder } from "../../../platform/files/recordFolder";
import { EXPORT_SCOPES } from "./export";
import { wholeNumber } from "../../../platform/base/messageSchemas";

/** A failure as it was told. */
const failureSchema = v.strictObject({
  what: v.string(),
  requestId: v.exactOptional(v.string()),
  traceId: v.exactOptional(v.string()),
});

const recordSchema = v.strictObject({
  version: v.literal(1),
  id: v.pipe(v.string(), v.check(isUuid)),
  /** One list, or a data set of many clients. */
  kind: v.picklist(["list", "clients"]),
  /** Path of the part; of a data set its folder. */
  part: v.pipe(v.string(), v.nonEmpty()),
  /** What is exported: "Holdings". */
  title: v.string(),
  /** Whose it is; a pseudonym where it is masked, absent for lists of nobody. */
  subject: v.exactOptional(v.string()),
  /** What it is asked with, as it is called; records of earlier versions do not say. */
  connection: v.exactOptional(v.string()),
  /** Name of the file that it is to become; "" where it becomes none. */
  target: v.string(),
  scope: v.picklist(EXPORT_SCOPES),
  isMasked: v.boolean(),
  /** `interrupted`: it ran when its window ended, and the user was told. */
  state: v.picklist(["running", "paused", "stopped", "failed", "interrupted"]),
  pages: wholeNumber,
  rows: wholeNumber,
  bytes: wholeNumber,
  claimed: v.exactOptional(wholeNumber),
  /** Why it failed, in the words and with the ids that the user was told. */
  failure: v.optional(failureSchema),
  /** ISO 8601, UTC: when it began. */
  createdAt: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
  /** Which window it is of. */
  window: v.strictObject({ process: wholeNumber, machine: v.string() }),
});

/**
 * What is kept of an export that is not finished, so that other windows and later ones know of
 * it: no rows, and no names of clients where it is masked. The part itself has all the rest.
 */
export type ExportRecord = Readonly<v.InferOutput<typeof recordSchema>>;
export type ExportFailure = Readonly<v.InferOutput<typeof failureSchema>>;

const LONGEST = 100_000;
const ENDING = ".json";

/** Records of exports in a folder that all windows share: a small file for each. */
export class ExportRecords {
  private readonly files: RecordFolder<ExportRecord>;
  /** So that the newest state is the one that stays. */
  private readonly queue = new SerialQueue();

  constructor(folder: string) {
    this.files = new RecordFolder({
      ...{ folder, clock: SYSTEM_CLOCK },
      // Parts that have no better place lie in the same folder.
      isRecordName: (name) => name.endsWith(ENDING) && isUuid(name.slice(0, -ENDING.length)),
      decode: (text, name) => {
        const record = text.length > LONGEST ? undefined : decodeJson(recordSchema, text);
        return record !== undefined && record.id + ENDING === name ? record : undefined;
      },
    });
  }

  /** All that can be read, the oldest first. */
  async all(): Promise<readonly ExportRecord[]> {
    await this.queue.idle();
    const found = await this.files.all();
    return [...found.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  /** Throws what the disk says. */
  set(record: ExportRecord): Promise<void> {
    return this.queue.run(() => this.files.set(record.id + ENDING, JSON.stringify(record)));
  }

  remove(id: string): Promise<void> {
    return this.queue.run(() => this.files.remove(id + ENDING));
  }
}

/** This window, as its records name it. */
export function thisWindow(): ExportRecord["window"] {
  return { process: process.pid, machine: hostname() };
}

/** Whether the window of a record can still be at work: `own` says which exports are this one's. */
export function isAtWork({ id, state, window }: ExportRecord, own: ReadonlySet<string>): boolean {
  const here = thisWindow();
  if (state !== "running" || window.machine !== here.machine) {
    // Another machine with the same home folder: nobody here can tell.
    return state === "running";
  }
  // A process that came to the number of one that ended is none that exports.
  return window.process === here.process ? own.has(id) : isAlive(window.process);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one all the same.
    return isRecord(error) && error["code"] === "EPERM";
  }
}
