import { SYSTEM_CLOCK } from "../base/clock";
import { WorkerRpc } from "../workers/workerRpc";
import { type JsonIndexCalls, WORKER_BYTES } from "./indexer";
import { layOut } from "./layOut";

/**
 * The bytes of a JSON text as `layOut` writes them, in UTF-8; long ones come from a thread of their
 * own. Undefined for what is no JSON in UTF-8, would be far longer, or is too much for the thread.
 * @param worker path of `jsonIndexWorker.js`
 */
export async function layOutBody(
  bytes: Uint8Array,
  worker: string,
): Promise<Uint8Array | undefined> {
  const text = decode(bytes);
  if (text === undefined) {
    return undefined;
  }
  const laidOut = bytes.length > WORKER_BYTES ? await layOutInThread(worker, text) : layOut(text);
  return laidOut === undefined ? undefined : new TextEncoder().encode(laidOut);
}

async function layOutInThread(program: string, text: string): Promise<string | undefined> {
  const rpc = new WorkerRpc<JsonIndexCalls>({
    program,
    name: "json layout",
    clock: SYSTEM_CLOCK,
    idleMilliseconds: 0,
    crashError: () => new Error("the JSON layout thread crashed"),
  });
  try {
    return await rpc.call("layOut", text);
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
