import { parentPort } from "node:worker_threads";
import { serve } from "../../../platform/workers/serve";
import { type MaskCalls, maskBytes } from "../common/maskBody";

serve<MaskCalls>(parentPort, {
  mask: ({ bytes, key }, { transfer }) => {
    const masked = maskBytes(bytes, key);
    if (masked !== undefined) {
      transfer.push(masked.buffer);
    }
    return masked;
  },
});
