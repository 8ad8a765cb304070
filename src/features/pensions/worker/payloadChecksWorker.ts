import { parentPort } from "node:worker_threads";
import { serve } from "../../../platform/workers/serve";
import { checkPayload } from "../common/checks/checkPayload";
import type { CheckCalls } from "../common/checks/payloadChecks";

serve<CheckCalls>(parentPort, { check: ({ text, context }) => checkPayload(text, context) });
