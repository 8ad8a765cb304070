import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** Warnings about engines are left out: tools run on the Node of the lock file, not on this one. */
const QUIET = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];

/**
 * Runs npm's own program with the given Node, so that an install does not depend on which
 * Node `npm` on the PATH was written for. Output goes to the terminal.
 */
export async function runNpm(args, { cwd, node = process.execPath }) {
  const cli = findNpmCli();
  const command = [cli, ...args, ...QUIET];
  const child = spawn(node, command, { cwd, stdio: "inherit", env: cleanEnvironment(node) });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status, signal) => resolve(status ?? signal));
  });
  if (code !== 0) {
    throw new Error(`npm ${args.join(" ")} ended with ${code}.`);
  }
}

/** The program behind `npm`: told by the npm that runs this script, or found on the PATH. */
export function findNpmCli() {
  const told = process.env.npm_execpath;
  if (told && /npm-cli\.[cm]?js$/.test(told) && existsSync(told)) {
    return told;
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const folder of [...folders, dirname(process.execPath)]) {
    const found = cliBeside(folder);
    if (found) {
      return found;
    }
  }
  throw new Error("npm was not found on the PATH. Install npm 10 or later.");
}

function cliBeside(folder) {
  const link = join(folder, "npm");
  if (existsSync(link) && realpathSync(link).endsWith("npm-cli.js")) {
    return realpathSync(link);
  }
  const beside = [
    join(folder, "node_modules", "npm", "bin", "npm-cli.js"),
    join(folder, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  return beside.find((path) => existsSync(path));
}

/** What an outer `npm run` adds would point the inner npm at the wrong project. */
function cleanEnvironment(node) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|command|config_local_prefix)/.test(name),
  );
  const environment = Object.fromEntries(kept);
  environment.PATH = [dirname(node), environment.PATH].join(delimiter);
  return environment;
}
