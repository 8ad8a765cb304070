import { WorkerRpc } from "../../../../platform/workers/workerRpc";
import { AppError, isAppError } from "../../../../platform/base/errors";
import type { Clock } from "../../../../platform/base/clock";
import { throwIfAborted } from "../../../../platform/base/scope";
import type { Log } from "../../../../platform/base/log";
import type { DefinitionChange } from "../changes/changes";
import type { DocumentPosition, ImportedDocument } from "./document";
import { LONGEST_TEXT, refusal } from "./source";

/** A thread that nobody needs ends after this long: it holds what a long document left behind. */
const IDLE_MILLISECONDS = 10_000;

/** Reads OpenAPI documents in a thread of its own, so that a long one keeps nobody waiting. */
export interface DefinitionReader {
  /**
   * Throws `AppError` kind `input`, codes `definition/…` with `line` and `column` where they help;
   * kind `canceled` at an abort, which ends the work too.
   */
  read(text: string, signal?: AbortSignal): Promise<ImportedDocument>;
  /** Where a JSON Pointer of a note leads to in the text as it came, or as near as it leads. */
  positionOf(text: string, pointer: string, signal?: AbortSignal): Promise<DocumentPosition>;
  /** As `compareDefinitions`, with its errors; for texts that were read here before. */
  compare(before: string, after: string, prefix: string): Promise<readonly DefinitionChange[]>;
  /** Ends the thread; what waits for it ends as canceled. */
  dispose(): Promise<void>;
}

/**
 * What the thread is asked: to read a text, where in it a JSON Pointer leads, or what changed from
 * one text to another.
 */
export interface ReaderQuestion {
  readonly text: string;
  readonly pointer?: string;
  readonly later?: { readonly text: string; readonly prefix: string };
}

/** What it answers, or why it refuses the text. */
export type ReaderAnswer =
  | { readonly document: ImportedDocument }
  | { readonly position: DocumentPosition }
  | { readonly changes: readonly DefinitionChange[] }
  | { readonly code: string; readonly values: Readonly<Record<string, string | number>> };

interface DefinitionReaderOptions {
  /** Path of the thread's program, `definitionWorker.js`. */
  readonly worker: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts no thread before the first document comes. */
export function createDefinitionReader({
  worker,
  clock,
  log,
}: DefinitionReaderOptions): DefinitionReader {
  const thread = new WorkerRpc<ReaderQuestion, ReaderAnswer>({
    program: worker,
    name: "definitions",
    clock,
    idleMilliseconds: IDLE_MILLISECONDS,
    onAbort: { kind: "end" },
  });
  const ask = (question: ReaderQuestion, signal?: AbortSignal): Promise<ReaderAnswer> =>
    askThread(thread, question, { signal, log });
  return {
    read: async (text, signal) => {
      const answer = await ask({ text }, signal);
      return "document" in answer ? answer.document : refuse(answer);
    },
    positionOf: async (text, pointer, signal) => {
      const answer = await ask({ text, pointer }, signal);
      return "position" in answer ? answer.position : refuse(answer);
    },
    compare: async (before, after, prefix) => {
      const answer = await ask({ text: before, later: { text: after, prefix } });
      if ("code" in answer) {
        // What the store keeps was read before: that it cannot be read now is nobody's mistake.
        throw new AppError("internal", answer.code, { values: answer.values });
      }
      return "changes" in answer ? answer.changes : refuse(answer);
    },
    dispose: () => thread.dispose(),
  };
}

async function askThread(
  thread: WorkerRpc<ReaderQuestion, ReaderAnswer>,
  question: ReaderQuestion,
  { signal, log }: { readonly signal: AbortSignal | undefined; readonly log: Log },
): Promise<ReaderAnswer> {
  throwIfAborted(signal);
  if (question.text.length > LONGEST_TEXT) {
    throw refusal("definition/tooLarge", { limit: LONGEST_TEXT });
  }
  try {
    return await thread.ask(question, signal);
  } catch (error) {
    if (isAppError(error)) {
      throw error;
    }
    const reason = error instanceof Error ? error.name : "unknown";
    log.warn("definitions: the thread that reads them failed", { reason });
    throw refusal("definition/readerEnded");
  }
}

function refuse(answer: ReaderAnswer): never {
  throw "code" in answer
    ? new AppError("input", answer.code, { values: answer.values })
    : refusal("definition/readerEnded");
}
