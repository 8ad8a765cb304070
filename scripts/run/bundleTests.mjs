// Bundles tests with esbuild: thousands of modules load at once, and the tests share one copy of each.
import { globSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../paths.mjs";

/** What the editor provides, or what must stay one copy or finds its own files. */
const EXTERNAL = [
  "vscode",
  "mocha",
  "esbuild",
  "typescript",
  "eslint",
  "prettier",
  "playwright-core",
  "axe-core",
  "@vscode/l10n-dev",
  "@vscode/test-electron",
  "openapi-typescript",
  "@duckdb/node-api",
];

/**
 * Bundles the test files that match the patterns into out/, one bundle each, same folders, or
 * all of them together. Gives the paths of the bundles. Files are found, never listed by hand; a
 * filter finds those of the long form as well.
 */
export async function bundleTests(options) {
  const {
    name,
    patterns,
    outside = [],
    without = [],
    filter = "",
    more = [],
    together = false,
  } = options;
  const outdir = join(ROOT, "out", "bundles", name);
  rmSync(outdir, { recursive: true, force: true });
  // In the order of the patterns: files that share a window say by it who is first.
  const matching = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort());
  const isOutside = (file) => outside.some((folder) => file.startsWith(folder));
  const inside = matching.filter((file) => !isOutside(file.replaceAll("\\", "/")));
  const found = [...new Set(inside)].filter((file) => !without.includes(nameOf(file)));
  const files = found.filter((file) => (filter ? file.includes(filter) : isOfThisLength(file)));
  if (files.length === 0) {
    return [];
  }
  if (together) {
    return [await bundleTogether(files, join(outdir, "all.js"))];
  }
  await build({
    ...OPTIONS,
    absWorkingDir: ROOT,
    entryPoints: [...files, ...more],
    outdir,
    outbase: "test",
  });
  return files.map((file) => join(outdir, file.replace(/^test[\\/]/, "").replace(/\.ts$/, ".js")));
}

/** Files called so stand for more of a kind that another file shows: the long form alone runs them. */
function isOfThisLength(file) {
  return process.env.TEST_LENGTH === "long" || !file.endsWith(".long.test.ts");
}

function nameOf(file) {
  return basename(file).split(".")[0];
}

async function bundleTogether(files, outfile) {
  const contents = files.map((file) => `import ${JSON.stringify(`./${file}`)};`).join("\n");
  await build({ ...OPTIONS, stdin: { contents, resolveDir: ROOT }, outfile });
  return outfile;
}

const OPTIONS = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node22",
  sourcemap: "linked",
  // Without this esbuild takes jsonc-parser's UMD build, which it cannot follow.
  mainFields: ["module", "main"],
  external: EXTERNAL,
  define: { "import.meta.url": "bundleUrl", EXTENSION_VERSION: '"0.0.0-test"' },
  banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
  logLevel: "warning",
};
