import { parentPort } from "node:worker_threads";
import { serve } from "../../../platform/workers/serve";
import type { TypesCalls } from "../common/types/types";
import { writeTypes } from "../common/types/writeTypes";

serve<TypesCalls>(parentPort, { write: writeTypes });
