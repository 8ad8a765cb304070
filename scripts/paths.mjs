// Where the scripts find the checkout, its Node, and the cache of this user.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. Found by climbing, because bundles of the tests lie deeper than the scripts. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Per user, not per checkout: VS Code is 600 MB and survives clones. */
export const CACHE = join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  "financial-planning-api-explorer",
);

/** A short name for this checkout, to keep what belongs to it apart in the cache. */
export const CHECKOUT_KEY = createHash("sha256").update(ROOT).digest("hex").slice(0, 12);

/** Node 24 of the lock file; every script after the bootstrap runs on it. */
export const PROJECT_NODE = join(
  ROOT,
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

export const BIN = join(ROOT, "node_modules", ".bin");

function findRoot(start) {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) {
      return folder;
    }
    if (folder === dirname(folder)) {
      throw new Error("These scripts lie in no checkout: no package.json above them.");
    }
  }
}
