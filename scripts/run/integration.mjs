import { existsSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { CACHE, ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { temporaryFolder } from "./temporaryFolder.mjs";

const MINUTE_MS = 60_000;
const ENTRY = "test/integration/run/index.ts";
const long = process.env.TEST_LENGTH === "long";

/** What an older editor could lack shows here; the long form runs all of it there too. */
const TOUCHING_THE_EDITOR = [
  ...["smoke", "activation", "commands", "tree", "lists", "statusBar"],
  ...["sandboxProcess", "payloadEditing", "payloadPatterns"],
];

const editor = process.argv[2] ?? "newest";
try {
  await runIntegration(process.argv[3]);
} catch (error) {
  console.log(`  ${error.message}`);
  if (existsSync(consoleFile())) {
    console.log(`  The editor's console: ${relative(ROOT, consoleFile())}`);
  }
  process.exitCode = 1;
}

/**
 * Runs the integration suites inside the extension host of the wanted editor: "newest",
 * "oldest" (both real VS Code behind the stand-in executable) or "desktop".
 */
async function runIntegration(filter) {
  const files = await bundleTests({
    name: `integration-${editor}`,
    patterns: editor === "oldest" && !long ? shortened() : ["test/integration/**/*.test.ts"],
    filter,
    more: [ENTRY],
  });
  if (files.length === 0) {
    throw new Error("No integration test was found.");
  }
  const temporary = temporaryFolder();
  const workspace = join(temporary, "workspace");
  mkdirSync(workspace);
  await runTests({
    vscodeExecutablePath: await executable(),
    extensionDevelopmentPath: ROOT,
    extensionTestsPath: join(ROOT, "out/bundles", `integration-${editor}`, "integration/run/index"),
    extensionTestsEnv: environment(),
    launchArgs: [
      workspace,
      `--user-data-dir=${join(temporary, "data")}`,
      `--extensions-dir=${join(temporary, "extensions")}`,
    ],
  });
}

function shortened() {
  return TOUCHING_THE_EDITOR.map((name) => `test/integration/${name}.test.ts`);
}

function environment() {
  return {
    STAND_IN_RELEASE: editor,
    STAND_IN_LIMIT_MS: String((long ? 25 : 7) * MINUTE_MS),
    STAND_IN_CONSOLE_FILE: consoleFile(),
    // Invisible, and nothing that an editor or a test would print first.
    TEST_LINE_MARK: editor === "desktop" ? "" : "\u2063",
    TEST_REPORTER: join(ROOT, "scripts/run/countingReporter.cjs"),
  };
}

function consoleFile() {
  return join(ROOT, "out", "logs", `integration-${editor}-console.log`);
}

async function executable() {
  if (editor !== "desktop") {
    return join(ROOT, "scripts/standIn/vscode.mjs");
  }
  try {
    return await downloadAndUnzipVSCode({ cachePath: join(CACHE, "desktop") });
  } catch (error) {
    throw new Error(
      `Desktop VS Code could not be downloaded (${error.message}). ` +
        "Machines that reach package registries only run `npm run test:integration`.",
      { cause: error },
    );
  }
}
