// node scripts/run/lint.mjs: ESLint over all files. The short form leaves out those that passed
// before, in any checkout, and whose imports, however far, are the same: rules with types look
// at no others.
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ESLint } from "eslint";
import { CACHE, ROOT } from "../paths.mjs";

const PASSED_FILE = join(CACHE, "lint-passed.json");
const SETTINGS = ["eslint.config.mjs", "package-lock.json", "tsconfig.json"];
const RELATIVE = /["'](\.{1,2}\/[^"'\n]+)["']/g;
const ENDINGS = ["", ".ts", ".d.ts", ".json"];

const long = process.env.TEST_LENGTH === "long";
const facts = new Map();
const kinds = new Map();
const nearby = new Map();
const linter = new ESLint({ cwd: ROOT });
const keys = keysOf(await lintedFiles());
const passed = new Set(long || !existsSync(PASSED_FILE) ? [] : readJson(PASSED_FILE));
const files = [...keys.keys()].filter((file) => !passed.has(keys.get(file)));
const results = files.length === 0 ? [] : await linter.lintFiles(files);
const failed = new Set(results.filter(hasMessages).map(({ filePath }) => filePath));
const good = [...keys].filter(([file]) => !failed.has(join(ROOT, file))).map(([, key]) => key);
mkdirSync(dirname(PASSED_FILE), { recursive: true });
writeFileSync(PASSED_FILE, JSON.stringify(good));
console.log(await (await linter.loadFormatter()).format(results));
console.log(`  ${files.length} of ${keys.size} files looked at`);
process.exitCode = failed.size > 0 ? 1 : 0;

async function lintedFiles() {
  const found = globSync("**/*.{ts,mjs,cjs,js}", {
    cwd: ROOT,
    exclude: ["node_modules", "dist", "out", "coverage"],
  });
  const ignored = await Promise.all(found.map((file) => linter.isPathIgnored(join(ROOT, file))));
  return found.filter((file, index) => !ignored[index]).sort();
}

function hasMessages({ errorCount, warningCount }) {
  return errorCount + warningCount > 0;
}

/** A print of each file with all that it reaches, and of what holds for all files. */
function keysOf(found) {
  const ambient = globSync("{src,test}/**/*.d.ts", { cwd: ROOT }).sort();
  const webview = join("src", "tsconfig.webview.json");
  const common = [...SETTINGS, webview, ...ambient].map((file) => factsOf(join(ROOT, file)).print);
  const all = print([process.version, ...common]);
  return new Map(found.map((file) => [file, print([all, file, ...reached(join(ROOT, file))])]));
}

/** The prints of a file and of all that it comes to. */
function reached(first) {
  const found = new Set([first]);
  for (const file of found) {
    neighbours(file).forEach((other) => found.add(other));
  }
  return [...found].sort().map((file) => factsOf(file).print);
}

/** Whatever a text in the file could name: too many do no harm. */
function neighbours(file) {
  if (!nearby.has(file)) {
    const named = factsOf(file).names.map((name) => resolve(dirname(file), name));
    const typed = named.map((name) => name.replace(/\.mjs$/, ".d.mts"));
    const paths = [...named, ...typed].flatMap((name) => ENDINGS.map((ending) => name + ending));
    nearby.set(file, paths.filter(isFile));
  }
  return nearby.get(file);
}

function isFile(path) {
  if (!kinds.has(path)) {
    kinds.set(path, existsSync(path) && statSync(path).isFile());
  }
  return kinds.get(path);
}

function factsOf(file) {
  if (!facts.has(file)) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    const names = new Set([...text.matchAll(RELATIVE)].map(([, name]) => name));
    facts.set(file, { print: print([text]), names: [...names] });
  }
  return facts.get(file);
}

function print(parts) {
  const hash = createHash("sha256");
  parts.forEach((part) => hash.update(`${part.length}:${part}`));
  return hash.digest("base64");
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
