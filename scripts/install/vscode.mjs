// Installs a real VS Code from the npm registry (code-server) into the cache of this user.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CACHE, PROJECT_NODE, ROOT } from "../paths.mjs";
import { RELEASES } from "../versions.mjs";
import { isAlive, withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";

const MARKER = "complete.json";
/** Raised when `fill` changes, so that older installs are redone. */
const RECIPE = 3;
/** The programs for all platforms in one package, of which one is taken. */
const RIPGREP = "@vscode/ripgrep-universal";
/** Small native packages of VS Code that are replaced by scripts of the same interface. */
const REPLACED = {
  "@vscode/spdlog": "spdlog.cjs",
  "@vscode/native-watchdog": "watchdog.cjs",
  "native-watchdog": "watchdog.cjs",
};

/**
 * Gives a real VS Code of the named release ("newest" or "oldest"), installing it into the
 * per-user cache where it is missing or half-finished. Two processes may ask at once.
 */
export async function ensureVSCode(name, { node = process.execPath, say = console.log } = {}) {
  const release = RELEASES[name];
  const folder = folderOf(release);
  if (!isComplete(folder, release)) {
    const work = () => install(folder, release, { node, say });
    await withLock(`${folder}.lock`, work, say);
  }
  return describe(name, folder, release);
}

export function isVSCodeInstalled(name) {
  return isComplete(folderOf(RELEASES[name]), RELEASES[name]);
}

function folderOf({ vscode }) {
  return join(CACHE, `vscode-${vscode}`);
}

/** Where the parts of an installed release lie. */
function describe(name, folder, release) {
  const codeServer = join(folder, "node_modules", "code-server");
  return {
    name,
    version: release.vscode,
    node: release.node ? nodeIn(folder) : PROJECT_NODE,
    wrapper: join(codeServer, "out", "node", "entry.js"),
    server: join(codeServer, "lib", "vscode", "out", "server-main.js"),
  };
}

async function install(folder, release, { node, say }) {
  removeLeftovers(folder);
  if (isComplete(folder, release)) {
    return;
  }
  say(`Installing VS Code ${release.vscode} into the cache (about 600 MB) …`);
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  await fill(partial, release, node);
  writeFileSync(join(partial, MARKER), JSON.stringify(markerOf(release)));
  rmSync(folder, { recursive: true, force: true });
  // Last and atomic: whoever looks sees nothing or all of it.
  renameSync(partial, folder);
}

/**
 * Two installs without scripts: with them the package needs a compiler, system libraries and
 * a download from elsewhere. What is lost (integrated terminal, text search) is not used here.
 */
async function fill(partial, release, node) {
  const dependencies = { "code-server": release.codeServer };
  if (release.node) {
    dependencies[nodePackage()] = release.node;
  }
  if (release.ripgrep) {
    dependencies[RIPGREP] = release.ripgrep;
  }
  const manifest = { name: "vscode-for-tests", private: true, dependencies };
  writeFileSync(join(partial, "package.json"), JSON.stringify(manifest));
  await runNpm(["install", "--ignore-scripts"], { cwd: partial, node });
  const inner = join(partial, "node_modules", "code-server", "lib", "vscode");
  await runNpm(["install", "--omit=dev", "--ignore-scripts"], { cwd: inner, node });
  replaceNativePackages(inner);
  if (release.ripgrep) {
    addRipgrep(join(partial, "node_modules", ...RIPGREP.split("/")), inner);
  }
}

function replaceNativePackages(inner) {
  for (const [name, replacement] of Object.entries(REPLACED)) {
    const folder = join(inner, "node_modules", ...name.split("/"));
    if (existsSync(folder)) {
      copyFileSync(join(ROOT, "scripts", "install", replacement), join(folder, "index.js"));
    }
  }
}

/** Without this program `workspace.findFiles` fails in the editor. */
function addRipgrep(from, inner) {
  const file = process.platform === "win32" ? "rg.exe" : "rg";
  const bin = join(inner, "node_modules", "@vscode", "ripgrep", "bin");
  mkdirSync(bin, { recursive: true });
  copyFileSync(join(from, "bin", `${process.platform}-${process.arch}`, file), join(bin, file));
  rmSync(from, { recursive: true });
}

/** A process that was ended in the middle leaves a broken tree that nobody will finish. */
function removeLeftovers(folder) {
  const prefix = `${folder}.partial-`;
  for (const entry of readdirSync(CACHE)) {
    const path = join(CACHE, entry);
    if (path.startsWith(prefix) && !isAlive(Number(path.slice(prefix.length)))) {
      rmSync(path, { recursive: true, force: true });
    }
  }
  rmSync(`${prefix}${process.pid}`, { recursive: true, force: true });
}

function isComplete(folder, release) {
  const marker = join(folder, MARKER);
  return existsSync(marker) && readFileSync(marker, "utf8") === JSON.stringify(markerOf(release));
}

function markerOf(release) {
  return { ...release, recipe: RECIPE, platform: process.platform, arch: process.arch };
}

function nodeIn(folder) {
  const file = process.platform === "win32" ? "node.exe" : "node";
  return join(folder, "node_modules", ...nodePackage().split("/"), "bin", file);
}

/** The platform's package itself: the package `node` would need its install script. */
function nodePackage() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform}-${process.arch}`;
}
