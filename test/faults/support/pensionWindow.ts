import { readFileSync } from "node:fs";
import { isAppError } from "../../../src/platform/base/errors";
import { createRedactor } from "../../../src/platform/http/redaction";
import { createFileLocks } from "../../../src/platform/files/locks/fileLocks";
import { readPayload } from "../../../src/features/pensions/common/payload";
import type { PensionRecords } from "../../../src/features/pensions/common/writing/records";
import { HistoryFile } from "../../../src/features/requests/common/historyFile";
import type { Kill, KillOrder } from "./pensions/killMessages";
import { openWindow, QUICK_CLOCK } from "./pensions/window";

/** A window that reads its payload file, writes it once, and dies on the way where it is told to. */
const order = JSON.parse(process.env["ORDER"] ?? "{}") as KillOrder;

const quiet = (): void => undefined;
const log = { trace: quiet, info: quiet, warn: quiet, error: quiet };
const history = new HistoryFile({
  folder: `${order.folder}/history`,
  locks: createFileLocks({ folder: `${order.folder}/locks`, clock: QUICK_CLOCK, log }),
  ...{ clock: QUICK_CLOCK, log, redactor: createRedactor() },
  ...{ onActions: quiet, onCleared: quiet, onRewritten: quiet },
});

void run();

async function run(): Promise<void> {
  const window = openWindow({ ...order, watch, onAction: (action) => history.write(action) });
  const { connection, client, writer } = window;
  const payload = readPayload(readFileSync(order.file, "utf8"));
  reach("asked to write");
  let code = "";
  try {
    const request = { connection, client, target: order.target, payload, title: "PUT pension" };
    await writer.write(request, {
      goOnUnread: () => Promise.resolve(true),
      confirm: () => {
        reach("confirming");
        return Promise.resolve(true);
      },
      whileCalling: async (step, task) => {
        const [begins, ends] = STEPS[step];
        reach(begins);
        const result = await task(new AbortController().signal);
        reach(ends);
        return result;
      },
    });
  } catch (error) {
    code = isAppError(error) ? error.code : String(error);
  }
  await history.flush();
  reach("over");
  process.send?.({ code }, () => process.disconnect());
  await window.close();
}

/** What is passed where a step begins and where it has ended. */
const STEPS = {
  reading: ["reading", "read"],
  sending: ["confirmed", "answered"],
  checking: ["checking", "checked"],
  deleting: ["confirmed", "answered"],
} as const;

function watch(records: PensionRecords): PensionRecords {
  const beginWrite: PensionRecords["beginWrite"] = async (...values) => {
    reach("beginning");
    await records.beginWrite(...values);
    reach("begun");
  };
  const settleWrite: PensionRecords["settleWrite"] = async (...values) => {
    reach("settling");
    await records.settleWrite(...values);
    reach("settled");
  };
  return Object.assign(Object.create(records) as PensionRecords, { beginWrite, settleWrite });
}

function reach(step: Kill): void {
  if (order.diesAt === step) {
    process.kill(process.pid, "SIGKILL");
    // The signal is on its way: nothing more may happen in this process.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  }
}
