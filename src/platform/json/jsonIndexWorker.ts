import { parentPort } from "node:worker_threads";
import { serve } from "../workers/serve";
import type { JsonIndexCalls } from "./indexer";
import { layOutBytes } from "./layOutBody";
import { scanJson } from "./scan";

serve<JsonIndexCalls>(parentPort, {
  index: (text, { transfer }) => {
    const entries = scanJson(text);
    transfer.push(entries.buffer);
    return entries;
  },
  layOut: (bytes, { transfer }) => {
    const laidOut = layOutBytes(bytes);
    if (laidOut !== undefined) {
      transfer.push(laidOut.buffer);
    }
    return laidOut;
  },
});
