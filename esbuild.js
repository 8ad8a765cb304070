// Builds every bundle of the extension and the notices of what they hold, prints their sizes, and
// fails when the entry is too large. The explorer itself is built by scripts/explorerBundle.mjs.
// Flags: --watch keeps building, --development leaves the code readable.
"use strict";
const { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } = require("node:fs");
const { writeFileSync } = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");
const { collectPackages, noticesOf } = require("./scripts/notices.cjs");
const { buildExplorer, problemsOf, watchExplorer } = require("./scripts/explorerBundle.mjs");
const { undiciForEsbuild } = require("./scripts/undiciClientOnly.cjs");

const watch = process.argv.includes("--watch");
const development = watch || process.argv.includes("--development");
const outdir = path.join(__dirname, "dist");
const { version } = JSON.parse(readFileSync(path.join(__dirname, "package.json"), "utf8"));

const KILOBYTE = 1000;
/** What activation reads: every window waits for it. In bytes, minified. */
const ENTRY_BUDGET = 60 * KILOBYTE;

const shared = {
  bundle: true,
  minify: !development,
  sourcemap: development,
  legalComments: "linked",
  logLevel: "silent",
  metafile: true,
  outdir,
  // Without this esbuild takes jsonc-parser's UMD build, which it cannot follow.
  mainFields: ["module", "main"],
  logOverride: { "import-is-undefined": "error" },
  define: { EXTENSION_VERSION: JSON.stringify(version) },
};

/** Node 22 is inside the oldest supported editor. */
const node = {
  ...shared,
  platform: "node",
  format: "cjs",
  target: "node22",
  // The editor reports whoever reads this global, which libraries do to tell browsers apart.
  define: { ...shared.define, navigator: "undefined" },
  // The entry for Node publishes what is cached on a diagnostics channel, to which any extension in
  // the same host may subscribe.
  alias: { "lru-cache": path.join(__dirname, "node_modules/lru-cache/dist/esm/browser/index.js") },
  // A `require` is quicker here than the module loader that the editor hooks into.
  supported: { "dynamic-import": false },
};

/** What the explorer's own bundle, which is split, shares with the others. */
const explorer = {
  root: __dirname,
  outdir,
  development,
  define: node.define,
  alias: node.alias,
};

const builds = [
  {
    ...node,
    entryPoints: { entry: "src/entry.ts" },
    // Loaded by the first question of the editor: activation reads the entry alone.
    external: ["vscode", "./services", "./extension"],
  },
  {
    ...node,
    entryPoints: {
      definitionWorker: "src/features/definitions/worker/definitionWorker.ts",
      exportWorker: "src/features/exports/worker/exportWorker.ts",
      jsonIndexWorker: "src/platform/json/jsonIndexWorker.ts",
      jsonPathWorker: "src/features/lists/worker/jsonPathWorker.ts",
      maskWorker: "src/features/privacy/worker/maskWorker.ts",
      payloadChecksWorker: "src/features/pensions/worker/payloadChecksWorker.ts",
      typesWorker: "src/features/definitions/worker/typesWorker.ts",
      rowTablesWorker: "src/features/lists/worker/rowTablesWorker.ts",
    },
    external: ["vscode"],
    plugins: [undiciForEsbuild()],
  },
  {
    ...node,
    entryPoints: {
      sandbox: "src/features/sandbox/server/main.ts",
      conformance: "src/features/sandbox/conformance/main.ts",
    },
    // They are started as commands too.
    banner: { js: "#!/usr/bin/env node" },
    // Also a package of its own, for the oldest Node that it is promised for.
    target: "node20",
    plugins: [classNames()],
    // koa and accepts would each bring a table of all media types of their own.
    alias: { ...node.alias, "mime-types": "mime-types", "mime-db": "mime-db" },
  },
  {
    ...node,
    entryPoints: { mcp: "src/mcp.ts" },
    banner: { js: "#!/usr/bin/env node" },
    plugins: [undiciForEsbuild()],
  },
  {
    ...shared,
    platform: "browser",
    format: "iife",
    target: "es2023",
    tsconfig: "src/tsconfig.webview.json",
    entryPoints: {
      "webview/list": "src/features/lists/webview/list/main.ts",
      "webview/list-chart": "src/features/lists/webview/chart/main.ts",
      "webview/list-compare": "src/features/lists/webview/compare/main.ts",
      "webview/connection": "src/features/connections/webview/main.ts",
      "webview/session": "src/features/signIn/webview/main.ts",
      "webview/send": "src/features/requests/webview/send/main.ts",
      "webview/requests": "src/features/requests/webview/requests/main.ts",
      "webview/request": "src/features/requests/webview/request/main.ts",
      "webview/definitions": "src/features/definitions/webview/main.ts",
      "webview/plan": "src/features/sourceControl/webview/main.ts",
    },
  },
];

main().catch((error) => {
  // Problems in the source were printed where they were found.
  if (!("errors" in error)) {
    console.error(error);
  }
  process.exitCode = 1;
});

async function main() {
  rmSync(outdir, { recursive: true, force: true });
  copyCodicons();
  const options = builds.map((build) => ({
    ...build,
    plugins: [...(build.plugins ?? []), problemMatcher()],
  }));
  if (watch) {
    const contexts = await Promise.all(options.map((option) => esbuild.context(option)));
    await Promise.all(contexts.map((context) => context.watch()));
    watchExplorer(explorer, { onStart: printStart, onEnd: printEnd });
    return;
  }
  const [modules, ...results] = await Promise.all([
    buildExplorer(explorer).catch((error) => {
      printProblems(problemsOf(error));
      throw error;
    }),
    ...options.map((option) => esbuild.build(option)),
  ]);
  writeNotices(results, modules);
  printSizes();
}

/** For users beside the bundles, for the packages of programs, and as a list for the audit. */
function writeNotices(results, modules) {
  const inputsOf = (parts) => parts.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const packages = collectPackages(__dirname, [...modules, ...inputsOf(results)]);
  writeFileSync(path.join(outdir, "THIRD-PARTY-NOTICES.md"), noticesOf(packages));
  mkdirSync(path.join(__dirname, "out"), { recursive: true });
  const programs = { sandbox: ["dist/sandbox.js"], mcp: ["dist/mcp.js", "dist/sandbox.js"] };
  for (const [name, outputs] of Object.entries(programs)) {
    const parts = results.filter(({ metafile }) => outputs.some((one) => one in metafile.outputs));
    const notices = noticesOf(collectPackages(__dirname, inputsOf(parts), []));
    writeFileSync(path.join(__dirname, "out", `${name}-notices.md`), notices);
  }
  const list = packages.map(({ name, version }) => ({ name, version }));
  writeFileSync(path.join(__dirname, "out", "packages.json"), JSON.stringify(list, null, 2));
}

/**
 * oidc-provider finds lifetimes and storage of its tokens by the names of its classes: without them no
 * token would ever expire; errors of jose are named by theirs. Kept of everything they cost each
 * function that is made while a request is answered a call.
 */
function classNames() {
  const within = /[\\/]node_modules[\\/](oidc-provider|jose)[\\/].*\.js$/;
  return {
    name: "class names",
    setup(build) {
      build.onLoad({ filter: within }, async ({ path: file }) => {
        const { code } = await esbuild.transform(readFileSync(file, "utf8"), { keepNames: true });
        return { contents: code };
      });
    },
  };
}

function copyCodicons() {
  const from = path.join(path.dirname(require.resolve("@vscode/codicons/package.json")), "dist");
  const to = path.join(outdir, "webview");
  mkdirSync(to, { recursive: true });
  for (const file of ["codicon.css", "codicon.ttf"]) {
    cpSync(path.join(from, file), path.join(to, file));
  }
}

function printSizes() {
  const sizes = new Map(builtFiles().map((file) => [file, statSync(path.join(outdir, file)).size]));
  for (const [file, bytes] of sizes) {
    console.log(`${file}: ${kilobytes(bytes)}`);
  }
  if (!development && sizes.get("entry.js") > ENTRY_BUDGET) {
    console.error(`Over budget. entry.js: at most ${kilobytes(ENTRY_BUDGET)}`);
    process.exitCode = 1;
  }
}

function kilobytes(bytes) {
  return `${(bytes / KILOBYTE).toFixed(1)} KB`;
}

function builtFiles() {
  return readdirSync(outdir, { recursive: true }).filter((file) => file.endsWith(".js"));
}

/** An esbuild plugin that prints what the editor's problem matcher reads. */
function problemMatcher() {
  return {
    name: "problem matcher",
    setup(build) {
      build.onStart(printStart);
      build.onEnd(({ errors }) => printEnd(errors));
    },
  };
}

function printStart() {
  if (watch) {
    console.log("[watch] build started");
  }
}

function printEnd(errors) {
  printProblems(errors);
  if (watch) {
    console.log("[watch] build finished");
  }
}

function printProblems(errors) {
  for (const { text, location } of errors) {
    console.error(`✘ [ERROR] ${text}`);
    if (location) {
      console.error(`    ${location.file}:${location.line}:${location.column}:`);
    }
  }
}
