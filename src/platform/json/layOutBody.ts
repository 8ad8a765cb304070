import { SYSTEM_CLOCK } from "../base/clock";
import { WorkerRpc } from "../workers/workerRpc";
import type { JsonIndexCalls } from "./indexer";
import { layOut } from "./layOut";

/** Longer texts, in bytes, are laid out in a thread of their own. */
export const LAY_OUT_THREAD_LENGTH = 250_000;

/**
 * The bytes of a JSON text as `layOut` writes them, in UTF-8; long ones come from a thread of their
 * own. Undefined for what is no JSON in UTF-8, would be far longer, or is too much for the thread.
 * @param worker path of `jsonIndexWorker.js`
 */
export async function layOutBody(
  bytes: Uint8Array,
  worker: string,
): Promise<Uint8Array | undefined> {
  // A copy, since it goes over as a whole; decoding a long text here would stall the thread.
  return bytes.length > LAY_OUT_THREAD_LENGTH
    ? await layOutInThread(worker, new Uint8Array(bytes))
    : layOutBytes(bytes);
}

/** The same, in the thread that calls it. */
export function layOutBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const text = decode(bytes);
  const laidOut = text === undefined ? undefined : layOut(text);
  return laidOut === undefined ? undefined : new TextEncoder().encode(laidOut);
}

async function layOutInThread(
  program: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array | undefined> {
  const rpc = new WorkerRpc<JsonIndexCalls>({
    program,
    name: "json layout",
    clock: SYSTEM_CLOCK,
    idleMilliseconds: 0,
    crashError: () => new Error("the JSON layout thread crashed"),
  });
  try {
    return await rpc.call("layOut", bytes, { transfer: [bytes.buffer] });
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
