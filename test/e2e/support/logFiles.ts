import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION_ID } from "../../../src/manifest";

/**
 * What the server and its extension hosts wrote to their logs since the server started. Without
 * the channels of the extension itself: those tell of every call that failed, as they should.
 */
export function hostLogs(folder: string): string {
  if (!existsSync(folder)) {
    return "";
  }
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".log") && !path.includes(EXTENSION_ID))
    .sort()
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("\n");
}
