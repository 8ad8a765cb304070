// Temporary folders that go away with the process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guardExit } from "./processGroup.mjs";

const folders = new Set();

/** A folder that goes away with this process. Its name is short: sockets in it may have 107 bytes. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "fpx-"));
  if (folders.size === 0) {
    // First, so that what uses the folder is ended before it goes.
    guardExit();
    process.once("exit", removeFolders);
  }
  folders.add(folder);
  return folder;
}

function removeFolders() {
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
}
