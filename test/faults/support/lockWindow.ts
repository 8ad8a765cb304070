import { existsSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { createFileLocks } from "../../../src/platform/files/locks/fileLocks";
import { SYSTEM_CLOCK } from "../../../src/platform/base/clock";

/**
 * A process that adds to a shared number under the lock, again and again: read, wait, write. Two
 * at once would lose an addition and be seen. One that is told to die does so holding the lock.
 */
const { FOLDER = "", TURNS = "", DIES = "" } = process.env;
const [numberFile, inside] = [`${FOLDER}/number`, `${FOLDER}/inside`];
const quiet = (): void => undefined;
const log = { trace: quiet, info: quiet, warn: quiet, error: quiet };
const locks = createFileLocks({ folder: `${FOLDER}/locks`, clock: SYSTEM_CLOCK, log });

void run();

async function run(): Promise<void> {
  let meetings = 0;
  for (let turn = 0; turn < Number(TURNS); turn++) {
    await locks.withLock("number", async () => {
      // Left by one that died is no meeting: its process is gone.
      meetings += existsSync(inside) && isAlive(Number(readFileSync(inside, "utf8"))) ? 1 : 0;
      writeFileSync(inside, String(process.pid));
      const before = Number(readFileSync(numberFile, "utf8"));
      await delay(turn % 3);
      if (turn === Number(TURNS) - 1 && DIES === "yes") {
        process.kill(process.pid, "SIGKILL");
        await delay(60_000);
      }
      writeFileSync(numberFile, String(before + 1));
      unlinkSync(inside);
    });
  }
  process.send?.({ meetings }, () => process.disconnect());
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}
