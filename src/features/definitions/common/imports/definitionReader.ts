import { WorkerRpc } from "../../../../platform/workers/workerRpc";
import type { Clock } from "../../../../platform/base/clock";
import type { Log } from "../../../../platform/base/log";
import type { DefinitionChange } from "../changes/changes";
import type { DocumentPosition, ImportedDocument } from "./document";
import { LONGEST_TEXT, refusal } from "./source";

/** An idle thread ends after this long, and frees what a long document left behind. */
const IDLE_MILLISECONDS = 10_000;

/** Reads OpenAPI documents in a thread of its own, so that a long one does not block. */
export interface DefinitionReader {
  /**
   * Throws `AppError` kind `input`, codes `definition/…` with `line` and `column` where they help;
   * kind `canceled` at an abort, which ends the work too.
   */
  read(text: string, signal?: AbortSignal): Promise<ImportedDocument>;
  /** Where a JSON Pointer of a note leads to in the text as it came, or as near as it leads. */
  positionOf(text: string, pointer: string, signal?: AbortSignal): Promise<DocumentPosition>;
  /** As `compareDefinitions`, with its errors; for texts that were read here before. */
  compare(
    before: string,
    after: string,
    prefix: string,
    signal?: AbortSignal,
  ): Promise<readonly DefinitionChange[]>;
  /** Ends the thread; what waits for it ends as canceled. */
  dispose(): Promise<void>;
}

interface DefinitionReaderOptions {
  /** Path of the thread's program, `definitionWorker.js`. */
  readonly worker: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the thread is asked. */
export interface ReaderCalls {
  readonly read: { readonly parameters: string; readonly result: ImportedDocument };
  readonly positionOf: {
    readonly parameters: { readonly text: string; readonly pointer: string };
    readonly result: DocumentPosition;
  };
  readonly compare: {
    readonly parameters: {
      readonly before: string;
      readonly after: string;
      readonly prefix: string;
    };
    readonly result: readonly DefinitionChange[];
  };
}

/** Starts no thread before the first document comes. */
export function createDefinitionReader({
  worker,
  clock,
  log,
}: DefinitionReaderOptions): DefinitionReader {
  const rpc = new WorkerRpc<ReaderCalls>({
    program: worker,
    name: "definitions",
    clock,
    log,
    idleMilliseconds: IDLE_MILLISECONDS,
    crashError: () => refusal("definition/readerEnded"),
    serial: "terminate",
  });
  return {
    read: async (text, signal) => {
      checkLength(text);
      return await rpc.call("read", text, { signal });
    },
    positionOf: async (text, pointer, signal) => {
      checkLength(text);
      return await rpc.call("positionOf", { text, pointer }, { signal });
    },
    compare: async (before, after, prefix, signal) => {
      checkLength(before);
      return await rpc.call("compare", { before, after, prefix }, { signal });
    },
    dispose: () => rpc.dispose(),
  };
}

function checkLength(text: string): void {
  if (text.length > LONGEST_TEXT) {
    throw refusal("definition/tooLarge", { limit: LONGEST_TEXT });
  }
}
