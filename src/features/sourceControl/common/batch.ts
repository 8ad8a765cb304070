import * as v from "valibot";
import type { AskChallenge } from "../../../platform/guard/guard";
import type { Connection } from "../../../platform/base/connection";
import type { ServiceClient } from "../../../platform/service/client";
import type { RetryWait } from "../../../platform/http/retry";
import type { BodyProblem } from "../../../platform/http/refusals/problemList";
import type { PayloadTarget } from "../../pensions/common/target";
import { isUuid } from "../../../platform/base/uuid";
import { undefinable } from "../../../platform/files/decodeJson";
import type { BatchPlan, PlanRow } from "./plan";
import { PAYLOAD_EFFECTS } from "./state";
import { wholeNumber, moment } from "../../../platform/base/messageSchemas";

/**
 * What became of one payload of a batch. Taken by the service: `landed`, `differs` (not all of it is
 * there as it was sent), `notSeen` (nothing shows it). Nothing was written: `refused` (the service
 * said no), `changed` (service or file are not as planned any more), `failed` (it never left).
 * `unknown`: it may have landed.
 */
const outcomeSchema = v.picklist([
  ...(["waiting", "sending", "landed", "differs", "notSeen"] as const),
  ...(["refused", "changed", "failed", "unknown"] as const),
]);

/**
 * Why a row ended as it did: what may be kept of an error. Of `changed`: `batch/fileChanged`,
 * `batch/fileGone`, `batch/targetChanged`, `batch/serviceChanged`, `batch/connectionChanged` (address,
 * label or key). Of
 * `unknown`: what kept its end from being known, `batch/windowEnded` where that was the end of its
 * window, `batch/notThere` where the service took it and a read after that shows nothing of it. A row
 * that landed has one where only a read after a failure told so. `batch/fileGone` also of a row that
 * is not to be sent any more since it was planned again. `sourceControl/texts/errors` has their sentences.
 */
const problemSchema = v.strictObject({
  kind: v.string(),
  code: v.string(),
  status: undefinable(wholeNumber),
});

/** How a PUT of a row ended. */
const endEntries = {
  outcome: outcomeSchema,
  problem: undefinable(problemSchema),
  /** Of the PUT; undefined until it was answered. */
  status: undefinable(wholeNumber),
  actionId: undefinable(v.string()),
  requestId: undefinable(v.string()),
  /** When the outcome was known, in milliseconds since the epoch. */
  endedAt: undefinable(moment),
};

const earlierTrySchema = v.strictObject(endEntries);

/** One payload of a batch: ids, hashes and times, never a body. */
export const rowSchema = v.strictObject({
  file: v.string(),
  place: v.string(),
  pension: undefinable(
    v.strictObject({ connectionId: v.string(), clientId: v.string(), pensionId: v.string() }),
  ),
  effect: v.picklist(PAYLOAD_EFFECTS),
  /** Fields that it would change, or did; undefined where that is not known. */
  changes: undefinable(wholeNumber),
  bodyHash: v.string(),
  ...endEntries,
  /** PUTs of it that came to their end before, oldest first; absent where there was none. */
  earlier: v.exactOptional(v.pipe(v.array(earlierTrySchema), v.readonly())),
});

/** What the service said of a PUT, encrypted: its words may hold data of clients. */
export const wordsSchema = v.strictObject({
  actionId: v.string(),
  /** `BodyProblem[]` as JSON, as `EncryptedTexts` has texts. */
  encrypted: v.string(),
});

/**
 * `planned`: nobody said yes yet. `running`; `stopping`: the write on its way is the last one.
 * `stopped`: by a failure, by the user or by the end of its window, and some wait. `finished`.
 */
const stateSchema = v.picklist(["planned", "running", "stopping", "stopped", "finished"]);

/** Payloads that are written under one trace id: planned, on their way, or done. */
export const batchSchema = v.strictObject({
  id: v.pipe(v.string(), v.check(isUuid)),
  /** URI of the workspace folder. */
  folder: v.string(),
  isOfStaged: v.boolean(),
  plannedAt: moment,
  /** Of all its reads and writes, also after it was resumed; undefined until it was applied. */
  traceId: undefinable(v.string()),
  state: stateSchema,
  rows: v.pipe(v.array(rowSchema), v.readonly()),
  /** Of PUTs that were refused or of unknown outcome, the last ones; absent where nothing was said. */
  said: v.exactOptional(v.pipe(v.array(wordsSchema), v.readonly())),
});

export type RowOutcome = v.InferOutput<typeof outcomeSchema>;
export type RowProblem = Readonly<v.InferOutput<typeof problemSchema>>;
/** A PUT of a row that was sent again after it. */
export type EarlierTry = Readonly<v.InferOutput<typeof earlierTrySchema>>;
export type BatchRow = Readonly<v.InferOutput<typeof rowSchema>>;
export type EncryptedWords = Readonly<v.InferOutput<typeof wordsSchema>>;
export type BatchState = v.InferOutput<typeof stateSchema>;
export type Batch = Readonly<v.InferOutput<typeof batchSchema>>;

/** The user's side of a batch. */
export interface BatchDialog {
  /** One question that lists every target; false ends as canceled, nothing was sent. */
  readonly confirm: (rows: readonly PlanRow[]) => Promise<boolean>;
  /** What the guard asks to be typed before the first write of an unlock. */
  readonly challenge: (row: PlanRow, connection: Connection) => AskChallenge;
  /** Called before a wait for a retry. */
  readonly onWait?: ((row: PlanRow, wait: RetryWait) => void) | undefined;
}

/** What a payload file has, and where it is meant to go. */
export interface FileNow {
  readonly text: string;
  /** Undefined where no pension is named for it. */
  readonly target: PayloadTarget | undefined;
}

export interface BatchSurroundings {
  readonly open: (
    connectionId: string,
  ) => Promise<{ readonly connection: Connection; readonly client: ServiceClient }>;
  /** A payload file as it is now; undefined where it is gone. */
  readonly fileOf: (file: string) => Promise<FileNow | undefined>;
  /** Fingerprint of a connection's key: with another one than was confirmed nothing is written. */
  readonly keyOf: (connectionId: string) => string | undefined;
}

/** The batches of a workspace, newest first; kept over restarts, the last 20, stopped ones longest. */
export interface Batches {
  readonly all: readonly Batch[];
  get(id: string): Batch | undefined;
  /** What a batch was planned from; undefined after a restart: then it is planned anew. */
  planOf(id: string): BatchPlan | undefined;
  /**
   * What the service said of a PUT that it refused, or whose outcome is not known; secrets are out,
   * what is private is not. After a restart it is there once `readSaid` is done.
   */
  said(actionId: string): readonly BodyProblem[];
  /** Reads what was said of a batch in other windows, or before a restart. */
  readSaid(id: string): Promise<void>;
  onDidChange(listener: (id: string) => void): { dispose(): void };
  /**
   * Reads those that were kept. What was on its way when its window ended is told by the records;
   * what another window writes stays as it was when that began.
   */
  restore(): Promise<void>;
  /** A new batch, not applied yet; one of the same folder that was never applied goes. */
  add(plan: BatchPlan): Promise<Batch>;
  /**
   * The rows that were not taken yet, planned anew: the same batch, the same trace id. One of unknown
   * outcome that the plan's reading found as it was sent has landed. `planned` stays so, anything
   * else is `stopped`, or `finished` where nothing is left to be sent. Throws `refused/batchRunning`,
   * `refused/batchElsewhere` (another window writes it), `input/batchGone`.
   */
  planAgain(id: string, plan: BatchPlan): Promise<Batch>;
  /**
   * Asks once, then writes row by row through the one pipeline; stops at the first that was not
   * taken. Throws kind `canceled` where the user declined, `refused/…` where a connection may not be
   * written to, as `planAgain` does, `input/batchNotPlanned` where there is no plan of it here, or
   * another window went on with it since, `input/batchNothingToSend`; of single rows the batch tells.
   */
  apply(id: string, dialog: BatchDialog): Promise<Batch>;
  /**
   * The write on its way is the last one. Of one that is not written here what came of it is shown;
   * throws `refused/batchElsewhere` while another window writes it, `input/batchGone`.
   */
  stop(id: string): Promise<void>;
  /** Throws `refused/batchRunning`, `refused/batchElsewhere`. */
  remove(id: string): Promise<void>;
  /** The writes on their way are the last ones; done when they are over. */
  dispose(): Promise<void>;
}
