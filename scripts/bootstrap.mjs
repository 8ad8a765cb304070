// Makes every script work on a fresh checkout: installs what is missing, then runs on the Node of the lock file.
import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { installMissing } from "./install/installMissing.mjs";
import { findNpmCli } from "./install/npm.mjs";
import { BIN, PROJECT_NODE, ROOT } from "./paths.mjs";
import { LOWEST_NODE_MAJOR } from "./versions.mjs";

/**
 * First call of every script that must work on a fresh checkout, with Node's built-ins only:
 * says what is missing and installs it, then runs the same script again on the Node of the lock file.
 * Returns only when it is already running there.
 */
export async function bootstrap(scriptUrl, { browser = false, editors = [] } = {}) {
  refuseOldNode();
  await installMissing({ browser, editors });
  if (isProjectNode()) {
    process.chdir(ROOT);
    return;
  }
  process.exit(await runOnProjectNode(fileURLToPath(scriptUrl)));
}

function refuseOldNode() {
  if (Number.parseInt(process.versions.node, 10) < LOWEST_NODE_MAJOR) {
    console.error(
      `Node ${LOWEST_NODE_MAJOR} or later is needed; this is ${process.versions.node}.`,
    );
    process.exit(1);
  }
}

function isProjectNode() {
  return existsSync(PROJECT_NODE) && realpathSync(PROJECT_NODE) === realpathSync(process.execPath);
}

async function runOnProjectNode(script) {
  const child = spawn(PROJECT_NODE, [script, ...process.argv.slice(2)], {
    stdio: "inherit",
    cwd: ROOT,
    env: {
      ...process.env,
      npm_execpath: findNpmCli(),
      PATH: [BIN, process.env.PATH].join(delimiter),
    },
  });
  // Ctrl+C reaches both: the child ends what it started, this process waits for it.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
