import { parentPort } from "node:worker_threads";
import { serve } from "../../../platform/workers/serve";
import { findByPath, findInRows } from "../common/jsonPath";
import type { JsonPathCalls } from "../common/jsonPathClient";

serve<JsonPathCalls>(parentPort, {
  find: ({ text, query }, { transfer }) => {
    const found = findByPath(text, query);
    if (found.places.buffer instanceof ArrayBuffer) {
      transfer.push(found.places.buffer);
    }
    return found;
  },
  findInRows: ({ text, query, columns }) => findInRows(text, query, columns),
});
