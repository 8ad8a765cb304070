// Builds every bundle of the extension, prints its size and fails when a budget is exceeded.
// Flags: --watch keeps building, --development leaves the code readable.
"use strict";
const { cpSync, mkdirSync, readFileSync, rmSync, statSync } = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");
const usedOfAjv = require("./scripts/usedOfAjv.cjs");
const usedOfUndici = require("./scripts/usedOfUndici.cjs");
const usedOfYaml = require("./scripts/usedOfYaml.cjs");

const watch = process.argv.includes("--watch");
const development = watch || process.argv.includes("--development");
const outdir = path.join(__dirname, "dist");
const { version } = JSON.parse(readFileSync(path.join(__dirname, "package.json"), "utf8"));

const KILOBYTE = 1000;
/** The bundle that is there before all that is loaded by need. */
const LENDER = "extension";
/** Made up while building: a bundle's modules together; what another bundle exports. */
const BUNDLE_OF = "bundle of";
const OTHER_BUNDLE = "other bundle";
const NOTHING_LENT = { bundles: new Set(), modules: [] };
/** What a module exports at run time, each name where it is declared. */
const EXPORTED = /^export (?:async )?(?:abstract )?(?:function\*?|class|const|let|var) (\w+)/gm;
/** The same of the editor's types. */
const VSCODE_VALUE = /^\texport (?:abstract )?(?:class|enum|namespace|const) (\w+)/gm;
/**
 * Modules that the entry loads at first use: a dynamic import of one becomes a `require` of a
 * bundle of its own, so that activation reads none of them.
 */
const LAZY = {
  "src/extension.ts": "extension",
  "src/core/network.ts": "network",
  "src/core/requests/historyDisk.ts": "historyDisk",
  "src/core/pensions/writing/pensionWriter.ts": "pensionWriter",
  "src/core/errorText.ts": "errorText",
  "src/core/definitions/activeDefinition.ts": "activeDefinition",
  "src/core/lists/growingList.ts": "growingList",
  "src/core/lists/treeLists.ts": "treeLists",
  "src/core/definitions/drift/driftWatch.ts": "driftWatch",
  "src/core/definitions/changes/compareDefinitions.ts": "definitionChanges",
  "src/connections/setup/setupCommands.ts": "connectionSetup",
  "src/lists/panels.ts": "listPanels",
  "src/lists/saveAnswer.ts": "saveAnswer",
  "src/lists/saveImage.ts": "saveImage",
  "src/pensions/payloadCommands.ts": "payloadCommands",
  "src/pensions/editing/payloadEditing.ts": "payloadEditing",
  "src/connections/form/connectionForms.ts": "connectionForms",
  "src/access/sessionViews.ts": "sessionViews",
  "src/requests/send/sendForms.ts": "sendForms",
  "src/requests/send/sendAgain.ts": "sendAgain",
  "src/requests/send/compare.ts": "compareRequest",
  "src/requests/copies/copyCommands.ts": "copyCommands",
  "src/requests/requestViews.ts": "requestViews",
  "src/definitions/definitionActs.ts": "definitionActs",
  "src/core/requests/explanation.ts": "explanation",
  "src/core/pensions/checks/gate.ts": "schemaGate",
};

/**
 * Modules that many of those bundles import, with the bundle that alone has them: small ones that
 * are loaded together have one between them. What extension.js has needs no name here: whatever
 * is loaded after it takes that from it (see `lentModules`).
 */
const SHARED = {
  "jsonc-parser": "jsonScanner",
  "src/core/errors.ts": "errors",
  "src/core/errorText.ts": "errorText",
  "src/core/jsonText.ts": "jsonText",
  "src/core/json/scan.ts": "jsonScan",
  "src/core/privacy/masking.ts": "masking",
  "src/core/definitions/definition.ts": "definition",
  "src/core/definitions/schema.ts": "schema",
  "src/core/connections/checkDraft.ts": "checkDraft",
  "src/core/connections/draftTexts.ts": "draftTexts",
  "src/core/requests/sharable.ts": "sharable",
  "src/core/lists/table/decimal.ts": "decimal",
  "src/core/pensions/checks/bodySchema.ts": "bodySchema",
  "src/core/lists/audit.ts": "pagingAudit",
  "src/core/lists/endpoint.ts": "listEndpoints",
  "src/core/pensions/checks/checkPayload.ts": "payloadRules",
  "src/requests/send/sendAgain.ts": "sendAgain",
  "src/core/askedThread.ts": "askedThread",
  "src/core/definitions/schemas/shape.ts": "schemaShape",
  "src/core/http/scope.ts": "scope",
  "src/core/service/address.ts": "address",
  "src/core/service/typedAddress.ts": "typedAddress",
  "src/core/definitions/parameter.ts": "parameter",
  "src/shared/rpc.ts": "webviewHosts",
  "src/host/panel.ts": "webviewHosts",
  "src/host/webviewDocument.ts": "webviewHosts",
  "src/host/webviewHtml.ts": "webviewHosts",
  "src/host/webviewRpc.ts": "webviewHosts",
  "src/host/saveFile.ts": "saveFile",
  "src/core/lists/continuation.ts": "listPages",
  "src/core/lists/envelope.ts": "listPages",
  "src/core/lists/page.ts": "listPages",
  "src/core/json/entryReading.ts": "entryReading",
  "src/core/definitions/foreignOperations.ts": "foreignOperations",
  "src/core/definitions/patterns.ts": "references",
  "src/core/definitions/reading.ts": "references",
  "src/core/definitions/references.ts": "references",
  "src/core/definitions/schemas/schemaView.ts": "schemaShape",
  "src/core/pensions/checks/schemaPlaces.ts": "bodySchema",
  "src/core/pensions/compare/fieldWalk.ts": "pensionWriter",
  "src/core/pensions/compare/threeWay.ts": "pensionWriter",
  "src/core/pensions/pensionCall.ts": "sending",
  "src/core/requests/outcome.ts": "sending",
  "src/core/requests/sendRequest.ts": "sending",
  "src/core/service/callOf.ts": "sending",
  "src/requests/send/sendQuestion.ts": "sending",
  "src/core/definitions/example.ts": "writing",
  "src/core/requests/planLines.ts": "writing",
  "src/host/challenge.ts": "writing",
};

/** Read, mask and check long JSON texts, each in a thread of its own. */
const JSON_WORKER = {
  payloadChecksWorker: "src/core/pensions/checks/payloadChecksWorker.ts",
  jsonIndexWorker: "src/core/json/jsonIndexWorker.ts",
  maskWorker: "src/core/privacy/maskWorker.ts",
};

/** Holds the rows of lists in a thread of its own. */
const TABLES_WORKER = { rowTablesWorker: "src/core/lists/table/rowTablesWorker.ts" };

/** Reads and compares OpenAPI documents in a thread of its own. */
const DEFINITION_WORKER = {
  definitionWorker: "src/core/definitions/imports/definitionWorker.ts",
};

const WORKERS = { ...JSON_WORKER, ...TABLES_WORKER, ...DEFINITION_WORKER };

/** Budgets in bytes, minified. */
const BUDGETS = [
  { name: "entry", files: ["entry.js"], limit: 120 * KILOBYTE },
  {
    name: "host bundles together",
    files: [...hostBundles().keys(), ...Object.keys(WORKERS)].map((name) => `${name}.js`),
    limit: 1400 * KILOBYTE,
  },
  {
    name: "tables of lists, within those",
    files: Object.keys(TABLES_WORKER).map((name) => `${name}.js`),
    limit: 120 * KILOBYTE,
  },
  {
    name: "reader of definitions, within those",
    files: Object.keys(DEFINITION_WORKER).map((name) => `${name}.js`),
    limit: 110 * KILOBYTE,
  },
  { name: "list panel", files: ["webview/list.js"], limit: 400 * KILOBYTE },
  { name: "chart of a list", files: ["webview/list-chart.js"], limit: 700 * KILOBYTE },
  { name: "comparison of lists", files: ["webview/list-compare.js"], limit: 250 * KILOBYTE },
  { name: "connection form", files: ["webview/connection.js"], limit: 250 * KILOBYTE },
  { name: "session view", files: ["webview/session.js"], limit: 250 * KILOBYTE },
  { name: "request form", files: ["webview/send.js"], limit: 250 * KILOBYTE },
  { name: "requests view", files: ["webview/requests.js"], limit: 250 * KILOBYTE },
  { name: "request panel", files: ["webview/request.js"], limit: 250 * KILOBYTE },
  { name: "view of definitions", files: ["webview/definitions.js"], limit: 250 * KILOBYTE },
  { name: "sandbox", files: ["sandbox.js"], limit: 800 * KILOBYTE },
];

const shared = {
  bundle: true,
  minify: !development,
  sourcemap: development,
  legalComments: "none",
  logLevel: "silent",
  metafile: true,
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
  // A `require` is quicker here than the module loader that the editor hooks into.
  supported: { "dynamic-import": false },
};

/** The sandbox and the panels; what runs in the extension host is in `hostBuilds`. */
const otherBuilds = [
  {
    ...node,
    entryPoints: { sandbox: "src/server/main.ts" },
    // oidc-provider finds lifetimes and storage of its tokens by the names of its classes:
    // without this no token would ever expire.
    keepNames: true,
    // koa and accepts would each bring a table of all media types of their own.
    alias: { "mime-types": "mime-types", "mime-db": "mime-db" },
  },
  {
    ...shared,
    platform: "browser",
    format: "iife",
    target: "es2023",
    tsconfig: "src/webview/tsconfig.json",
    entryPoints: {
      "webview/list": "src/webview/list/main.ts",
      "webview/list-chart": "src/webview/chart/main.ts",
      "webview/list-compare": "src/webview/compare/main.ts",
      "webview/connection": "src/webview/connection/main.ts",
      "webview/session": "src/webview/session/main.ts",
      "webview/send": "src/webview/send/main.ts",
      "webview/requests": "src/webview/requests/main.ts",
      "webview/request": "src/webview/request/main.ts",
      "webview/definitions": "src/webview/definitions/main.ts",
    },
  },
];

main().catch((error) => {
  if (!("errors" in error)) {
    console.error(error);
  }
  process.exitCode = 1;
});

async function main() {
  rmSync(outdir, { recursive: true, force: true });
  copyCodicons();
  const builds = [...hostBuilds(await lentModules()), ...otherBuilds];
  const options = builds.map((build) => ({
    ...build,
    outdir,
    plugins: [...(build.plugins ?? []), problemMatcher()],
  }));
  if (watch) {
    const contexts = await Promise.all(options.map((option) => esbuild.context(option)));
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  await Promise.all(options.map((option) => esbuild.build(option)));
  printSizes();
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
  for (const { name, files, limit } of BUDGETS) {
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(outdir, file)).size, 0);
    const line = `${name}: ${kilobytes(bytes)} of ${kilobytes(limit)}`;
    if (!development && bytes > limit) {
      console.error(`Over budget. ${line}`);
      process.exitCode = 1;
    } else {
      console.log(line);
    }
  }
}

function kilobytes(bytes) {
  return `${(bytes / KILOBYTE).toFixed(1)} KB`;
}

/** The bundles of the extension host and its threads; `lent`: see `lentModules`. */
function hostBuilds(lent) {
  const bundles = [...hostBundles()].map(([name, files]) => {
    const own = name === LENDER ? [...files, ...lent.modules] : files;
    return {
      ...node,
      external: ["vscode"],
      entryPoints: { [name]: `${BUNDLE_OF}:${own.join(",")}` },
      plugins: [otherBundles(name, lent), vscodeOnce(), usedOfUndici(), usedOfAjv()],
    };
  });
  const plugins = [otherBundles("", NOTHING_LENT), usedOfYaml()];
  return [...bundles, { ...node, plugins, entryPoints: WORKERS }];
}

/** Every bundle of the extension host with the modules that are in it. */
function hostBundles() {
  const bundles = new Map([["entry", ["src/entry.ts"]]]);
  for (const [file, name] of Object.entries({ ...LAZY, ...SHARED })) {
    bundles.set(name, [...(bundles.get(name) ?? []), file]);
  }
  return bundles;
}

/**
 * What extension.js has and a bundle that is loaded after it needs as well: extension.js exports
 * it, so that it exists once. Bundles that extension.js needs to begin cannot take from it, and
 * threads do not have it.
 */
async function lentModules() {
  const builds = hostBuilds(NOTHING_LENT).map((build) => ({ ...build, outdir, write: false }));
  const results = await Promise.all(builds.map((build) => esbuild.build(build)));
  const outputs = new Map(
    results
      .flatMap(({ metafile }) => Object.entries(metafile.outputs))
      .map(([file, output]) => [path.basename(file, ".js"), output]),
  );
  const before = neededBy(outputs, ["entry", LENDER, ...Object.keys(WORKERS)]);
  const bundles = [...outputs.keys()].filter((name) => !before.has(name));
  const needed = new Set(bundles.flatMap((name) => inputsOf(outputs.get(name), "src/")));
  const modules = inputsOf(outputs.get(LENDER), "src/").filter((file) => needed.has(file));
  return { bundles: new Set(bundles), modules: modules.map((file) => `src/${file}`) };
}

/** The names of bundles that these need when they begin, themselves among them. */
function neededBy(outputs, names) {
  const found = new Set(names);
  for (const name of found) {
    inputsOf(outputs.get(name), `${OTHER_BUNDLE}:`).forEach((needed) => found.add(needed));
  }
  return found;
}

/** What is left in a bundle of inputs whose names begin so, without that beginning. */
function inputsOf({ inputs }, beginning) {
  return Object.entries(inputs)
    .filter(([input, { bytesInOutput }]) => input.startsWith(beginning) && bytesInOutput > 0)
    .map(([input]) => input.slice(beginning.length));
}

/** Leads from one bundle to the others: dynamic imports, and static ones of what is shared. */
function otherBundles(own, lent) {
  const borrowed = lent.bundles.has(own) ? lent.modules.map((file) => [file, LENDER]) : [];
  const bundleOf = { ...Object.fromEntries(borrowed), ...SHARED };
  return {
    name: "other bundles",
    setup(build) {
      build.onResolve({ filter: /^bundle of:/ }, ({ path: files }) => ({
        path: files.slice(BUNDLE_OF.length + 1),
        namespace: BUNDLE_OF,
      }));
      build.onLoad({ filter: /.*/, namespace: BUNDLE_OF }, ({ path: files }) => ({
        contents: files.split(",").map(exportAll).join("\n"),
        resolveDir: __dirname,
      }));
      build.onResolve({ filter: /^\.|^jsonc-parser$/ }, (args) => {
        if (args.namespace === BUNDLE_OF) {
          return undefined;
        }
        if (args.namespace === OTHER_BUNDLE) {
          return { path: args.path, external: true };
        }
        const module = moduleName(args);
        if (args.kind === "dynamic-import") {
          return LAZY[module] === undefined
            ? { errors: [{ text: `No bundle is named for the dynamic import of ${module}` }] }
            : { path: `./${LAZY[module]}.js`, external: true };
        }
        const bundle = bundleOf[module];
        return bundle === undefined || bundle === own || args.kind === "entry-point"
          ? undefined
          : { path: bundle, namespace: OTHER_BUNDLE };
      });
      build.onLoad({ filter: /.*/, namespace: OTHER_BUNDLE }, ({ path: bundle }) => {
        const files = Object.keys(bundleOf).filter((file) => bundleOf[file] === bundle);
        const names = files.flatMap(exportsOf);
        return { contents: `export { ${names.join(", ")} } from "./${bundle}.js";` };
      });
    },
  };
}

function exportAll(file) {
  return `export * from ${JSON.stringify(file.startsWith("src/") ? `./${file}` : file)};`;
}

/** With their names one `require` does for a bundle; without, each module would have its own. */
function exportsOf(file) {
  const source = file.startsWith("src/") ? file : `node_modules/${file}/lib/esm/main.js`;
  const text = readFileSync(path.join(__dirname, source), "utf8");
  return [...text.matchAll(EXPORTED)].map(([, name]) => name);
}

/**
 * One `require` of the editor's interface for a bundle. Taken whole by every module, it would be
 * copied, name by name, as often as there are modules.
 */
function vscodeOnce() {
  return {
    name: "vscode once",
    setup(build) {
      build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
        namespace === "vscode" ? undefined : { path: "vscode", namespace: "vscode" },
      );
      build.onLoad({ filter: /.*/, namespace: "vscode" }, () => ({
        contents: `export { ${namesOfVscode().join(", ")} } from "vscode";`,
      }));
    },
  };
}

/** What the editor's interface has of values: a name that is missing here fails the build. */
function namesOfVscode() {
  const types = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
  return [...new Set([...types.matchAll(VSCODE_VALUE)].map(([, name]) => name))];
}

/** Of a package its name, of our own modules the path from here. */
function moduleName({ path: wanted, resolveDir }) {
  return wanted.startsWith(".")
    ? path
        .relative(__dirname, `${path.join(resolveDir, wanted)}.ts`)
        .split(path.sep)
        .join("/")
    : wanted;
}

/** Prints what the editor's problem matcher for esbuild reads. */
function problemMatcher() {
  return {
    name: "problem matcher",
    setup(build) {
      build.onStart(() => {
        if (watch) {
          console.log("[watch] build started");
        }
      });
      build.onEnd((result) => {
        for (const { text, location } of result.errors) {
          console.error(`✘ [ERROR] ${text}`);
          if (location) {
            console.error(`    ${location.file}:${location.line}:${location.column}:`);
          }
        }
        if (watch) {
          console.log("[watch] build finished");
        }
      });
    },
  };
}
