// Runs npm as found on this machine: it is what installs everything else.
import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { failedCommand, InstallError } from "./installError.mjs";

/** Warnings about engines are left out: tools run on the Node of the lock file, not on this one. */
const QUIET = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];

/** A registry that does not answer ends an install after minutes, not hours. */
const PATIENCE = [
  "--fetch-retries=2",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=5000",
  "--fetch-timeout=120000",
];
const QUICK = ["--fetch-retries=1", "--fetch-retry-mintimeout=500", "--fetch-timeout=15000"];
/** What npm calls failures that come before any answer of the registry. */
const UNREACHED =
  /\b(EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/;

/**
 * Runs npm's own program with the given Node, so that an install does not depend on which
 * Node `npm` on the PATH was written for. What it prints is kept for the case that it fails.
 */
export async function runNpm(args, { cwd, node = process.execPath }) {
  const { code, output } = await runQuietly([...args, ...PATIENCE], { cwd, node });
  if (code !== 0) {
    throw failedCommand(`npm ${args.join(" ")}`, code, output);
  }
}

/** Throws where the registry cannot be reached; what it answers is the install's business. */
export async function checkRegistry() {
  const { code, output } = await runQuietly(["ping", ...QUICK], {});
  const [reason] = UNREACHED.exec(output) ?? [];
  if (code !== 0 && reason) {
    throw new InstallError(`The registry of npm cannot be reached (${reason}).`);
  }
}

async function runQuietly(args, { cwd, node = process.execPath }) {
  const child = spawn(node, [findNpmCli(), ...args, ...QUIET], {
    ...{ cwd, env: cleanEnvironment(node) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status, signal) => resolve(status ?? signal));
  });
  return { code, output };
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
  throw new InstallError("npm was not found on the PATH. Install npm 10 or later.");
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
