import { parentPort } from "node:worker_threads";
import { serve } from "../../../platform/workers/serve";
import { exportHandlers } from "../common/exportProgram";

serve(parentPort, exportHandlers());
