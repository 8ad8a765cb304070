import { existsSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { CACHE, ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { temporaryFolder } from "./temporaryFolder.mjs";

const ENTRY = join(ROOT, "scripts", "run", "suiteInEditor.cjs");

/**
 * Runs files inside the extension host of the wanted editor: "newest", "oldest" (both real VS Code
 * behind the stand-in executable) or "desktop". Says where the editor's console is when it fails.
 */
export async function runInEditor({ name, editor, patterns, filter, limit }) {
  const consoleFile = join(ROOT, "out", "logs", `${name}-console.log`);
  try {
    // One bundle: what the files share is loaded once.
    const [bundle] = await bundleTests({ name, patterns, filter, together: true });
    if (bundle === undefined) {
      throw new Error("No integration test was found.");
    }
    const temporary = temporaryFolder();
    const workspace = join(temporary, "workspace");
    mkdirSync(workspace);
    await runTests({
      vscodeExecutablePath: await executable(editor),
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: ENTRY,
      extensionTestsEnv: environment({ editor, limit, consoleFile, bundle }),
      launchArgs: [
        workspace,
        `--user-data-dir=${join(temporary, "data")}`,
        `--extensions-dir=${join(temporary, "extensions")}`,
      ],
    });
  } catch (error) {
    console.log(`  ${error.message}`);
    if (existsSync(consoleFile)) {
      console.log(`  The editor's console: ${relative(ROOT, consoleFile)}`);
    }
    process.exitCode = 1;
  }
}

function environment({ editor, limit, consoleFile, bundle }) {
  return {
    STAND_IN_RELEASE: editor,
    STAND_IN_LIMIT_MS: String(limit),
    STAND_IN_CONSOLE_FILE: consoleFile,
    // Invisible, and nothing that an editor or a test would print first.
    TEST_LINE_MARK: editor === "desktop" ? "" : "\u2063",
    TEST_BUNDLE: bundle,
    TEST_REPORTER: join(ROOT, "scripts/run/countingReporter.cjs"),
  };
}

async function executable(editor) {
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
