import { isAppError } from "../../../src/platform/base/errors";
import { type BatchOrder, openBatchWindow, YES } from "./pensions/batchWindow";

/** A window that goes on with a batch; it is killed on the way from outside. */
const order = JSON.parse(process.env["ORDER"] ?? "{}") as BatchOrder;

void run();

async function run(): Promise<void> {
  const { batches, plan, close } = openBatchWindow(order);
  await batches.restore();
  let code = "";
  try {
    const { batchId, files } = order;
    await batches.planAgain(batchId, await plan(files, batches.get(batchId)));
    await batches.apply(batchId, YES);
  } catch (error) {
    code = isAppError(error) ? error.code : String(error);
  }
  process.send?.({ code }, () => process.disconnect());
  await close();
}
