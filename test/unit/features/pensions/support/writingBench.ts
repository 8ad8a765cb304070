import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AppError, isAppError } from "../../../../../src/platform/base/errors";
import { type Clock, SYSTEM_CLOCK } from "../../../../../src/platform/base/clock";
import { createFileLocks } from "../../../../../src/platform/files/locks/fileLocks";
import { readPayload } from "../../../../../src/features/pensions/common/payload";
import { createPensionRecords } from "../../../../../src/features/pensions/common/writing/pensionRecords";
import { createPensionWriter } from "../../../../../src/features/pensions/common/writing/pensionWriter";
import type {
  PensionKey,
  PensionRecord,
  PensionRecords,
} from "../../../../../src/features/pensions/common/writing/records";
import type {
  DeleteReview,
  PensionWriter,
  WriteDialog,
  WriteRequest,
  WriteReview,
} from "../../../../../src/features/pensions/common/writing/writer";
import {
  type Bench,
  CLIENT_ID,
  DEFINITION,
  guardOf,
  openBench,
} from "../../../platform/http/support/bench";
import { type Answer, sendJson, type Seen } from "../../../platform/http/support/servers";

export const TARGET = { clientId: CLIENT_ID, pensionId: "PEN-1" };

/** What the service does with the calls of one pension; a GET answers 404 where nothing is said. */
export interface ScriptedService {
  get?: Answer | undefined;
  put?: Answer | undefined;
  delete?: Answer | undefined;
}

/** A writer on a real network before a service that does as it is told. */
export interface WritingBench {
  readonly bench: Bench;
  readonly service: ScriptedService;
  readonly writer: PensionWriter;
  readonly records: PensionRecords;
  readonly request: (text: string) => WriteRequest;
  readonly record: () => PensionRecord | undefined;
  /** What a window finds that starts now. */
  readonly recordOnDisk: () => Promise<PensionRecord | undefined>;
  /** Calls of the pension, "GET", "PUT". */
  readonly calls: () => readonly Seen[];
  close(): Promise<void>;
}

export interface WritingBenchOptions {
  readonly isTrusted?: () => boolean;
  readonly identity?: Answer;
}

export async function openWriting(options: WritingBenchOptions = {}): Promise<WritingBench> {
  const folder = mkdtempSync(join(tmpdir(), "fp-writing-"));
  const service: ScriptedService = {};
  // Retries and pauses come at once: what they wait for is another test's.
  const schedule: Clock["schedule"] = (wait, run) => SYSTEM_CLOCK.schedule(quick(wait), run);
  const clock = { ...SYSTEM_CLOCK, schedule };
  const bench = await openBench({
    answer: (request, response) => {
      const method = request.method.toLowerCase() as keyof ScriptedService;
      (service[method] ?? notFound)(request, response);
    },
    clock,
    ...(options.identity === undefined ? {} : { identity: options.identity }),
  });
  const { connection, client, log } = bench;
  const locks = createFileLocks({ folder: join(folder, "locks"), clock: SYSTEM_CLOCK, log });
  const openRecords = (): PensionRecords =>
    createPensionRecords({
      ...{ folder: join(folder, "pensions"), locks, log, clock: SYSTEM_CLOCK },
      ...{ isLasting: () => true, bodies: () => Promise.resolve(undefined) },
    });
  const records = openRecords();
  const writer = createPensionWriter({
    guard: guardOf(bench, options.isTrusted),
    definition: () => Promise.resolve(DEFINITION),
    ...{ locks, records, clock },
  });
  const key: PensionKey = { connectionId: connection.id, ...TARGET };
  return {
    ...{ bench, service, writer, records },
    request: (text) => ({
      ...{ connection, client, target: TARGET, payload: readPayload(text) },
      ...{ title: "PUT pension", readTitle: "Read pension" },
    }),
    record: () => records.get(key),
    recordOnDisk: async () => {
      const later = openRecords();
      await later.refresh();
      return later.get(key);
    },
    calls: () => bench.service.seen.filter(({ path }) => path.endsWith("/pensions/PEN-1")),
    close: async () => {
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a user does, and what they saw. */
export interface ScriptedUser<Review> extends WriteDialog<Review> {
  readonly reviews: Review[];
  readonly readErrors: AppError[];
  readonly steps: string[];
}

export interface UserOptions<Review> {
  /** Yes to each review where nothing is said. */
  readonly says?: (review: Review, round: number) => boolean | Promise<boolean>;
  readonly goesOn?: boolean;
  readonly signal?: (step: string) => AbortSignal | undefined;
}

export function user<Review = WriteReview>(
  options: UserOptions<Review> = {},
): ScriptedUser<Review> {
  const { says = () => true, goesOn = false, signal = () => undefined } = options;
  const [reviews, readErrors, steps]: [Review[], AppError[], string[]] = [[], [], []];
  return {
    ...{ reviews, readErrors, steps },
    goOnUnread: (error) => Promise.resolve(readErrors.push(error) > 0 && goesOn),
    confirm: async (review) => says(review, reviews.push(review)),
    whileCalling: (step, task) => {
      steps.push(step);
      return task(signal(step) ?? new AbortController().signal);
    },
  };
}

export const deleter = (options: UserOptions<DeleteReview> = {}): ScriptedUser<DeleteReview> =>
  user<DeleteReview>(options);

/** Answers with these in turn, the last one again and again. */
export function inTurn(...answers: readonly Answer[]): Answer {
  let count = 0;
  return (request, response) => answers[Math.min(count++, answers.length - 1)]?.(request, response);
}

/** A pension as JSON text, with a tag where one is given. */
export function shows(text: string, tag?: string, status = 200): Answer {
  return (_request, response) => {
    const headers = { "content-type": "application/json", ...(tag && { etag: tag }) };
    response.writeHead(status, headers).end(text);
  };
}

export function status(code: number, body: unknown = {}): Answer {
  return (_request, response) => sendJson(response, code, body);
}

/** The connection ends instead of an answer. */
export const reset: Answer = (_request, response) => void response.socket?.destroy();

/** The head promises more than comes. */
export const cut: Answer = (_request, response) => {
  const headers = { "content-type": "application/json", "content-length": 100 };
  response.writeHead(200, { ...headers, "x-dt-requestid": "r-78" }).write('{"provider":');
  setImmediate(() => response.socket?.destroy());
};

/** Code of the error that the work ends with; "done" where it does not. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
}

function notFound(...[, response]: Parameters<Answer>): void {
  sendJson(response, 404, {});
}

function quick(wait: number): number {
  return wait < 10_000 ? Math.min(wait, 2) : wait;
}
