import { parentPort } from "node:worker_threads";
import { serve } from "../../../platform/workers/serve";
import { type MaskCalls, maskJson } from "../common/maskBody";

serve<MaskCalls>(parentPort, { mask: ({ text, key }) => maskJson(text, key) });
