import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** The file system's own. */
export const { rename } = fs;

/** Has the renames of everybody run through this, to answer as Windows does; `rename` undoes it. */
export function onRename(run: typeof rename): void {
  Object.assign(fs, { rename: run });
  syncBuiltinESMExports();
}
