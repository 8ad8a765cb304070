import { rename } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { isRecord } from "../base/shapes";

/** Milliseconds before each further try: together longer than a small file is read. */
const WAITS = [10, 20, 50, 100, 200];
/** What Windows answers while another window or a virus scanner has one of the files open. */
const PASSING: ReadonlySet<unknown> = new Set(["EPERM", "EACCES", "EBUSY"]);

/** Gives a file its name, in the place of what has it; waits for whoever has that open. */
export async function renameFile(from: string, to: string): Promise<void> {
  for (const wait of WAITS) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isRecord(error) || !PASSING.has(error["code"])) {
        throw error;
      }
    }
    await pause(wait);
  }
  await rename(from, to);
}
