import { setTimeout as delay } from "node:timers/promises";
import { SYSTEM_CLOCK } from "../../../src/platform/base/clock";
import { createRedactor } from "../../../src/platform/http/redaction";
import { createFileLocks } from "../../../src/platform/files/locks/fileLocks";
import { HistoryFile } from "../../../src/features/requests/common/historyFile";
import { anAction, anAttempt } from "../../fakes/action";

/**
 * A window that records many actions, each in two states, written in batches of different sizes.
 * One that is told to die does so in the middle of writing; it says before what it has written.
 */
const { FOLDER = "", WINDOW = "", ACTIONS = "", DIES = "" } = process.env;
const quiet = (): void => undefined;
const log = { trace: quiet, info: quiet, warn: quiet, error: quiet };
const seen = new Set<string>();
const file = new HistoryFile({
  folder: `${FOLDER}/history`,
  locks: createFileLocks({ folder: `${FOLDER}/locks`, clock: SYSTEM_CLOCK, log }),
  ...{ clock: SYSTEM_CLOCK, log, redactor: createRedactor() },
  onActions: (actions) => actions.forEach(({ id }) => seen.add(id)),
  onCleared: quiet,
  onRewritten: quiet,
});

void run();

async function run(): Promise<void> {
  const batch = 3 + (Number(WINDOW) % 4);
  for (let index = 0; index < Number(ACTIONS); index++) {
    const id = `w${WINDOW}-${index}`;
    const first = anAttempt({ requestId: `${id}-1`, status: 503 });
    const startedAt = 1_000_000 + index;
    file.write(anAction({ id, startedAt, attempts: [first] }));
    if (index % batch === 0) {
      await file.flush();
    }
    const second = anAttempt({ number: 2, requestId: `${id}-2`, status: 200 });
    file.write(anAction({ id, startedAt, attempts: [first, second] }));
    if (index % batch === batch - 1) {
      await file.flush();
      process.send?.({ written: index + 1 });
      await delay(index % 3);
    }
    if (DIES === "yes" && index > Number(ACTIONS) / 2 && index % batch === batch - 1) {
      // Its last batch may stop anywhere: waiting, locked, half written.
      file.write(anAction({ id: `w${WINDOW}-last`, startedAt, attempts: [first] }));
      void file.flush();
      await delay(Number(WINDOW));
      process.kill(process.pid, "SIGKILL");
      await delay(60_000);
    }
  }
  await file.flush();
  await file.refresh();
  process.send?.({ written: Number(ACTIONS), seen: seen.size }, () => process.disconnect());
}
