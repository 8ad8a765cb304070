import { Worker } from "node:worker_threads";
import { isAppError } from "../../../platform/base/errors";
import { createMasking } from "./masking";

/** What the program of the thread is given. */
export interface MaskWork {
  readonly text: string;
  readonly key: Uint8Array;
}

/** Longer texts, in UTF-16 units, are masked in a thread of their own. */
export const MASK_THREAD_LENGTH = 100_000;

interface MaskBodyOptions {
  readonly key: Uint8Array;
  /** Path of the thread's program. */
  readonly worker: string;
}

/**
 * The bytes of a JSON text with masks for values, as UTF-8. Undefined for what is not JSON: of
 * that nobody can say what is private.
 */
export async function maskBody(
  bytes: Uint8Array,
  options: MaskBodyOptions,
): Promise<Uint8Array | undefined> {
  const text = decode(bytes);
  if (text === undefined) {
    return undefined;
  }
  const { key, worker } = options;
  const masked =
    text.length > MASK_THREAD_LENGTH ? await maskInThread(worker, { text, key }) : mask(text, key);
  return masked === undefined ? undefined : new TextEncoder().encode(masked);
}

function mask(text: string, key: Uint8Array): string | undefined {
  try {
    return createMasking(key).maskJson(text);
  } catch (error) {
    if (isAppError(error)) {
      return undefined;
    }
    throw error;
  }
}

/** A thread that breaks gives nothing: an answer is rather not shown than shown unmasked. */
async function maskInThread(program: string, work: MaskWork): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  // Nothing of the environment, where secrets may be, and no flags meant for another program.
  const worker = new Worker(program, {
    ...{ name: "masking", env: {}, execArgv: [], workerData: work },
  });
  worker.once("message", resolve);
  worker.once("error", () => resolve(undefined));
  worker.once("exit", () => resolve(undefined));
  try {
    return await promise;
  } finally {
    await worker.terminate();
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
