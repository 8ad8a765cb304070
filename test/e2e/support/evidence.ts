import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";

/** The ticket in the one file of evidence that a folder has. */
export function ticketOfEvidence(folder: string): string {
  const [name = assert.fail("no evidence"), ...others] = readdirSync(folder).filter((file) =>
    file.endsWith(".zip"),
  );
  assert.deepEqual(others, []);
  const files = unzipSync(readFileSync(join(folder, name)));
  return strFromU8(files["ticket.md"] ?? assert.fail("no ticket"));
}
