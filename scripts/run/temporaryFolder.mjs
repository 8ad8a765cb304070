// Temporary folders that go away with the process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guardExit } from "./processGroup.mjs";

/** A folder that goes away with this process. Its name is short: sockets in it may have 107 bytes. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "fpx-"));
  // First, so that what uses the folder is ended before it goes.
  guardExit();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
