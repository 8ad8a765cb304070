// Builds every bundle of the extension, prints its size and fails when the entry is too large.
// Flags: --watch keeps building, --development leaves the code readable.
"use strict";
const { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");
const hostBuilds = require("./scripts/hostBundles.cjs");
const privateNames = require("./scripts/privateNames.cjs");
const { BEFORE, makeSmaller } = require("./scripts/smaller.cjs");
const usedOfAjv = require("./scripts/usedOfAjv.cjs");
const usedOfUndici = require("./scripts/usedOfUndici.cjs");
const usedOfYaml = require("./scripts/usedOfYaml.cjs");

const watch = process.argv.includes("--watch");
const development = watch || process.argv.includes("--development");
const outdir = path.join(__dirname, "dist");
const { version } = JSON.parse(readFileSync(path.join(__dirname, "package.json"), "utf8"));

const KILOBYTE = 1000;
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
  "src/lists/export/windowExports.ts": "windowExports",
  "src/core/lists/export/createExports.ts": "exports",
  "src/core/lists/export/bulk/openDataSets.ts": "dataSets",
  "src/lists/saveAnswer.ts": "saveAnswer",
  "src/lists/saveImage.ts": "saveImage",
  "src/lists/fields/measuring.ts": "fieldsMeasuring",
  "src/pensions/payloadCommands.ts": "payloadCommands",
  "src/pensions/editing/payloadEditing.ts": "payloadEditing",
  "src/pensions/batch/windowBatches.ts": "windowBatches",
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
 * is loaded after it takes that from it.
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
  "src/core/requests/instant.ts": "sharable",
  "src/core/markdown.ts": "sharable",
  "src/core/lists/table/decimal.ts": "decimal",
  "src/core/pensions/checks/bodySchema.ts": "bodySchema",
  "src/core/lists/audit.ts": "pagingAudit",
  "src/core/lists/export/pageWalk.ts": "pageWalk",
  "src/core/lists/export/exportThread.ts": "exportThread",
  "src/core/lists/endpoint.ts": "listEndpoints",
  "src/core/pensions/checks/checkPayload.ts": "payloadRules",
  "src/requests/send/sendAgain.ts": "sendAgain",
  "src/core/askedThread.ts": "askedThread",
  "src/core/definitions/schemas/shape.ts": "schemaShape",
  "src/core/http/scope.ts": "scope",
  "src/core/service/address.ts": "address",
  "src/core/service/typedAddress.ts": "address",
  "src/core/definitions/parameter.ts": "parameter",
  "src/lists/export/consentQuestion.ts": "consentQuestion",
  "src/core/lists/export/estimate.ts": "consentQuestion",
  "src/lists/export/exportWords.ts": "consentQuestion",
  "src/lists/queries.ts": "consentQuestion",
  "src/lists/fileNames.ts": "consentQuestion",
  "src/shared/rpc.ts": "webviewHosts",
  "src/host/panel.ts": "webviewHosts",
  "src/host/webviewDocument.ts": "webviewHosts",
  "src/host/webviewHtml.ts": "webviewHosts",
  "src/host/webviewRpc.ts": "webviewHosts",
  "src/host/saveFile.ts": "saveFile",
  "src/core/lists/identify.ts": "rowShapes",
  "src/core/lists/table/columnKinds.ts": "rowShapes",
  "src/core/lists/table/identity.ts": "rowShapes",
  "src/core/lists/table/rowPaths.ts": "rowShapes",
  "src/core/lists/table/valueShapes.ts": "rowShapes",
  "src/core/http/text.ts": "rowShapes",
  "src/core/service/answerJson.ts": "jsonText",
  "src/core/lists/findings.ts": "pagingAudit",
  "src/core/lists/export/journal.ts": "exportParts",
  "src/core/lists/export/partErrors.ts": "exportParts",
  "src/core/lists/export/partFile.ts": "exportParts",
  "src/core/lists/export/partLock.ts": "exportParts",
  "src/core/lists/table/cells.ts": "rowShapes",
  "src/core/access/sharedFlight.ts": "scope",
  "src/core/access/tokenRecord.ts": "scope",
  "src/core/http/challenge.ts": "scope",
  "src/core/http/headers.ts": "scope",
  "src/core/lists/table/decimalSum.ts": "decimal",
  "src/core/definitions/drift/driftTexts.ts": "driftTexts",
  "src/core/pensions/compare/sameValue.ts": "jsonText",
  "src/core/pensions/compare/values.ts": "jsonText",
  "src/core/json/position.ts": "jsonScan",
  "src/core/pensions/checks/payloadChecks.ts": "payloadRules",
  "src/core/pensions/payload.ts": "payloadRules",
  "src/core/lists/table/questions/copyText.ts": "rowShapes",
  "src/core/definitions/schemas/types.ts": "schemaShape",
  "src/core/definitions/schemas/limits.ts": "schemaShape",
  "src/core/definitions/schemas/pointer.ts": "schemaShape",
  "src/core/definitions/mediaTypes.ts": "definition",
  "src/requests/send/recordedCall.ts": "sending",
  "src/requests/send/pensionWrites.ts": "sending",
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
  "src/core/pensions/compare/changedPart.ts": "pensionWriter",
  "src/core/pensions/compare/containerEdits.ts": "pensionWriter",
  "src/core/pensions/compare/fieldWalk.ts": "pensionWriter",
  "src/core/pensions/compare/laidOutAs.ts": "pensionWriter",
  "src/core/pensions/compare/takeOver.ts": "pensionWriter",
  "src/core/pensions/compare/textEdits.ts": "pensionWriter",
  "src/core/pensions/compare/threeWay.ts": "pensionWriter",
  "src/core/pensions/exactText.ts": "pensionWriter",
  "src/core/pensions/template.ts": "pensionWriter",
  "src/core/pensions/words/comparisonWords.ts": "pensionWriter",
  "src/core/pensions/words/wording.ts": "pensionWriter",
  "src/core/pensions/writing/errand.ts": "pensionWriter",
  "src/core/pensions/writing/noteRead.ts": "pensionWriter",
  "src/core/pensions/writing/readCurrent.ts": "pensionWriter",
  "src/core/pensions/pensionCall.ts": "sending",
  "src/core/requests/outcome.ts": "sending",
  "src/core/requests/sendRequest.ts": "sending",
  "src/core/service/callOf.ts": "sending",
  "src/requests/send/sendQuestion.ts": "sending",
  "src/core/definitions/example.ts": "writing",
  "src/core/requests/planLines.ts": "writing",
  "src/host/challenge.ts": "writing",
  "src/core/lists/treeLists.ts": "treeLists",
  "src/core/lists/status.ts": "webviewHosts",
  "src/core/service/addressParts.ts": "address",
  "src/core/service/givenHeaders.ts": "address",
  "src/core/http/origin.ts": "checkDraft",
  "src/core/connections/draftValues.ts": "checkDraft",
};

/** Read, mask and check long JSON texts, each in a thread of its own. */
const JSON_WORKER = {
  payloadChecksWorker: "src/core/pensions/checks/payloadChecksWorker.ts",
  jsonIndexWorker: "src/core/json/jsonIndexWorker.ts",
  maskWorker: "src/core/privacy/maskWorker.ts",
};

/** Holds the rows of lists in a thread of its own. */
const TABLES_WORKER = { rowTablesWorker: "src/core/lists/table/rowTablesWorker.ts" };

/** Cuts, masks, writes and converts the rows of exports in a thread of its own. */
const EXPORT_WORKER = { exportWorker: "src/core/lists/export/exportWorker.ts" };

/** Reads and compares OpenAPI documents in a thread of its own. */
const DEFINITION_WORKER = {
  definitionWorker: "src/core/definitions/imports/definitionWorker.ts",
};

const WORKERS = { ...JSON_WORKER, ...TABLES_WORKER, ...EXPORT_WORKER, ...DEFINITION_WORKER };

/** What activation reads: every window waits for it. In bytes, minified. */
const ENTRY_BUDGET = 60 * KILOBYTE;

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
  // The editor reports whoever reads this global, which libraries do to tell browsers apart.
  define: { ...shared.define, navigator: "undefined" },
  // A `require` is quicker here than the module loader that the editor hooks into.
  supported: { "dynamic-import": false },
};

/** What runs in the extension host, as it has to be to be made smaller. */
const { plugins, ...host } = development
  ? { ...node, plugins: [] }
  : { ...node, ...BEFORE, ...privateNames() };

const hostCut = {
  lazy: LAZY,
  shared: SHARED,
  host: { ...host, plugins: [...plugins, usedOfUndici(), usedOfAjv()] },
  threads: { ...host, plugins: [...plugins, usedOfYaml()], entryPoints: WORKERS },
};

/** The sandbox and the panels. */
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
      "webview/plan": "src/webview/plan/main.ts",
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
  const builds = [...(await hostBuilds(hostCut)), ...otherBuilds];
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
  if (!development) {
    await makeSmaller(hostFiles().map((file) => path.join(outdir, file)));
  }
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

function hostFiles() {
  const parts = [...Object.values(LAZY), ...Object.values(SHARED), ...Object.keys(WORKERS)];
  return [...new Set(["entry", ...parts])].map((name) => `${name}.js`);
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
