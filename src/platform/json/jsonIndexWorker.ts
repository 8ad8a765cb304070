import { parentPort } from "node:worker_threads";
import { serve } from "../workers/serve";
import type { JsonIndexCalls } from "./indexer";
import { layOut } from "./layOut";
import { scanJson } from "./scan";

serve<JsonIndexCalls>(parentPort, {
  index: (text, { transfer }) => {
    const entries = scanJson(text);
    transfer.push(entries.buffer);
    return entries;
  },
  layOut: (text) => layOut(text),
});
