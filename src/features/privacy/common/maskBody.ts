import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { isAppError } from "../../../platform/base/errors";
import { WorkerRpc } from "../../../platform/workers/workerRpc";
import { createMasking } from "./masking";

/** What the thread is asked; undefined for what is not JSON. */
export interface MaskCalls {
  readonly mask: {
    readonly parameters: { readonly text: string; readonly key: Uint8Array };
    readonly result: string | undefined;
  };
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
    text.length > MASK_THREAD_LENGTH
      ? await maskInThread(worker, { text, key })
      : maskJson(text, key);
  return masked === undefined ? undefined : new TextEncoder().encode(masked);
}

/** The JSON text with masks for values; undefined for what is not JSON. */
export function maskJson(text: string, key: Uint8Array): string | undefined {
  try {
    return createMasking(key).maskJson(text);
  } catch (error) {
    if (isAppError(error)) {
      return undefined;
    }
    throw error;
  }
}

/** A thread for this text alone; where it crashes an answer is rather not shown than unmasked. */
async function maskInThread(
  program: string,
  work: MaskCalls["mask"]["parameters"],
): Promise<string | undefined> {
  const rpc = new WorkerRpc<MaskCalls>({
    program,
    name: "masking",
    clock: SYSTEM_CLOCK,
    idleMilliseconds: 0,
    crashError: () => new Error("the masking thread crashed"),
  });
  try {
    return await rpc.call("mask", work);
  } catch {
    return undefined;
  } finally {
    await rpc.dispose();
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
