import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { isAppError } from "../../../platform/base/errors";
import { WorkerRpc } from "../../../platform/workers/workerRpc";
import { createMasking } from "./masking";

/** What the thread is asked: UTF-8 goes in and comes out; undefined for what is not JSON. */
export interface MaskCalls {
  readonly mask: {
    readonly parameters: { readonly bytes: Uint8Array<ArrayBuffer>; readonly key: Uint8Array };
    readonly result: Uint8Array<ArrayBuffer> | undefined;
  };
}

/** Longer texts, in bytes, are masked in a thread of their own. */
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
  const { key, worker } = options;
  if (bytes.byteLength <= MASK_THREAD_LENGTH) {
    return maskBytes(bytes, key);
  }
  // A copy, since it goes over as a whole; decoding a long text here would stall the thread.
  return await maskInThread(worker, { bytes: new Uint8Array(bytes), key });
}

/** The same, in the thread that calls it. */
export function maskBytes(bytes: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const text = decode(bytes);
  const masked = text === undefined ? undefined : maskJson(text, key);
  return masked === undefined ? undefined : new TextEncoder().encode(masked);
}

function maskJson(text: string, key: Uint8Array): string | undefined {
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
): Promise<Uint8Array | undefined> {
  const rpc = new WorkerRpc<MaskCalls>({
    program,
    name: "masking",
    clock: SYSTEM_CLOCK,
    idleMilliseconds: 0,
    crashError: () => new Error("the masking thread crashed"),
  });
  try {
    return await rpc.call("mask", work, { transfer: [work.bytes.buffer] });
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
