// Keeps node_modules as package-lock.json has it, also where an install was ended in the middle.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, sep } from "node:path";
import { CACHE, CHECKOUT_KEY, PROJECT_NODE, ROOT } from "../paths.mjs";
import { withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";

const STAMP = join(ROOT, "node_modules", ".bootstrap-stamp");
/** The parts of package.json that decide what an install brings. */
const PARTS = ["dependencies", "devDependencies", "optionalDependencies", "overrides"];

/**
 * Makes node_modules match package-lock.json. The stamp is written last, so an install that was
 * ended in the middle has none and is redone.
 */
export async function ensureDependencies(say = console.log) {
  if (areDependenciesInstalled()) {
    return;
  }
  await withLock(join(CACHE, "locks", `checkout-${CHECKOUT_KEY}`), install, say);

  async function install() {
    if (areDependenciesInstalled()) {
      return;
    }
    rmSync(STAMP, { force: true });
    await runNpm(["ci"], { cwd: ROOT, node: nodeOutsideCheckout() });
    stampDependencies();
  }
}

/** Declares node_modules as it is to match the lock file. */
export function stampDependencies() {
  writeFileSync(STAMP, fingerprint());
}

export function areDependenciesInstalled() {
  return (
    existsSync(PROJECT_NODE) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint()
  );
}

function fingerprint() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const hash = createHash("sha256");
  hash.update(readFileSync(join(ROOT, "package-lock.json")));
  hash.update(JSON.stringify(PARTS.map((part) => manifest[part] ?? null)));
  hash.update(`${process.platform} ${process.arch}`);
  return hash.digest("hex");
}

/** The install deletes node_modules, and with it the Node this may be running on. */
function nodeOutsideCheckout() {
  const file = process.platform === "win32" ? "node.exe" : "node";
  const inside = join(ROOT, "node_modules") + sep;
  const candidates = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, file))
    .filter((path) => existsSync(path));
  return candidates.find((path) => !realpathSync(path).startsWith(inside)) ?? process.execPath;
}
