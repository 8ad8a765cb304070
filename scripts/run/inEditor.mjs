// Runs tests inside the extension host of an editor, and reads its console afterwards.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { CACHE, ROOT } from "../paths.mjs";
import { RELEASES } from "../versions.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { findConsoleProblems } from "./consoleProblems.mjs";
import { temporaryFolder } from "./temporaryFolder.mjs";

const ENTRY = join(ROOT, "scripts", "run", "suiteInEditor.cjs");

/**
 * Runs files inside the extension host of the wanted editor: "newest", "oldest" (both real VS Code
 * behind the stand-in executable) or "desktop". Fails as well where the editor noticed an error of
 * ours that no test did. Says where the editor's console is when it fails.
 */
export async function runInEditor({ name, editor, patterns, without, filter, limit }) {
  const consoleFile = join(ROOT, "out", "logs", `${name}-console.log`);
  rmSync(consoleFile, { force: true });
  const temporary = temporaryFolder();
  const userData = join(temporary, "data");
  const failures = [];
  try {
    const vscodeExecutablePath = await executable(editor);
    // One bundle: what the files share is loaded once.
    const [bundle] = await bundleTests({ name, patterns, without, filter, together: true });
    if (bundle === undefined) {
      return ranNone(filter);
    }
    const workspace = join(temporary, "workspace");
    mkdirSync(workspace);
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: ENTRY,
      extensionTestsEnv: environment({ editor, limit, consoleFile, bundle }),
      launchArgs: [
        workspace,
        `--user-data-dir=${userData}`,
        `--extensions-dir=${join(temporary, "extensions")}`,
      ],
    });
  } catch (error) {
    failures.push(error.message);
  }
  failures.push(...noticedIn([consoleFile, ...hostLogs(userData)]));
  if (failures.length > 0) {
    failures.forEach((failure) => console.log(`  ${failure}`));
    if (existsSync(consoleFile)) {
      console.log(`  The editor's console: ${relative(ROOT, consoleFile)}`);
    }
    process.exitCode = 1;
  }
}

/** A name that was given may be that of another suite's file. */
function ranNone(filter) {
  if (!filter) {
    throw new Error("No integration test was found.");
  }
  writeFileSync(process.env.TEST_RESULT_FILE, JSON.stringify({ passed: 0, failed: 0 }));
}

/** The logs of the editor's extension hosts; what extensions log themselves lies deeper. */
function hostLogs(userData) {
  const logs = globSync("**/exthost*/*.log", { cwd: userData });
  return logs.map((file) => join(userData, file));
}

/** What the editor wrote of errors of ours. */
function noticedIn(files) {
  const written = files.filter((file) => existsSync(file));
  const problems = written.flatMap((file) => findConsoleProblems(readFileSync(file, "utf8")));
  return [...new Set(problems)].map((problem) => `The editor noticed: ${problem}`);
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

/** What DESKTOP_VERSION may name, as the download site calls it. */
const DESKTOP_VERSIONS = {
  oldest: RELEASES.oldest.vscode,
  stable: "stable",
  insiders: "insiders",
};

function desktopVersion(name) {
  if (!(name in DESKTOP_VERSIONS)) {
    const taken = Object.keys(DESKTOP_VERSIONS).join(", ");
    throw new Error(`DESKTOP_VERSION is ${name}, which is not one of ${taken}.`);
  }
  return DESKTOP_VERSIONS[name];
}

async function executable(editor) {
  if (editor !== "desktop") {
    return join(ROOT, "scripts/standIn/vscode.mjs");
  }
  const version = desktopVersion(process.env.DESKTOP_VERSION || "stable");
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: join(CACHE, "desktop") });
  } catch (error) {
    throw new Error(
      `Desktop VS Code could not be downloaded (${error.message}). ` +
        "Machines that reach package registries only run `npm run test:integration`.",
      { cause: error },
    );
  }
}
