import { parentPort } from "node:worker_threads";
import { serve } from "../../../platform/workers/serve";
import { createMasking } from "../../privacy/common/masking";
import { tableHandlers } from "../common/table/tableProgram";

const handlers = tableHandlers((key) => {
  const masking = createMasking(key);
  return {
    value: (fact) => masking.maskValue(fact),
    json: (text, of) => masking.maskJson(text, of),
  };
});

serve(parentPort, handlers);
