// Runs one suite as processes of its own, and reads its counts.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { clearTimeout, setTimeout } from "node:timers";
import { ROOT } from "../paths.mjs";
import { endGroup, startGroup, waitForExit } from "./processGroup.mjs";
import { limitOf, SUITES } from "./suites.mjs";

/** A suite's own children get three seconds to end; it gets longer. */
const GRACE_MS = 8_000;

/**
 * Runs one suite, its output going to `write`. Resolves with its counts, always: a suite that
 * crashes, hangs, or runs no test counts as one failure.
 */
export async function runSuite(name, { filter = "", long = false, write }) {
  const suite = SUITES[name];
  const started = performance.now();
  const resultFile = join(ROOT, "out", "results", `${name}.json`);
  mkdirSync(join(ROOT, "out", "results"), { recursive: true });
  rmSync(resultFile, { force: true });
  const environment = {
    ...process.env,
    TEST_RESULT_FILE: resultFile,
    TEST_LENGTH: long ? "long" : "short",
  };
  const failures = [];
  for (const command of suite.commands) {
    const args = suite.counts && filter ? [...command, filter] : command;
    const failure = await runCommand(args, { environment, limit: limitOf(long), write });
    if (failure) {
      failures.push(failure);
    }
  }
  const counts = suite.counts ? readCounts(resultFile, failures, filter) : countAsOne(failures);
  failures.forEach((failure) => write(`  ${name}: ${failure}\n`));
  return { name, ...counts, seconds: (performance.now() - started) / 1000 };
}

async function runCommand(args, { environment, limit, write }) {
  const child = startGroup(process.execPath, args, {
    cwd: ROOT,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    grace: GRACE_MS,
  });
  child.stdout.on("data", write);
  child.stderr.on("data", write);
  let failure;
  const timer = setTimeout(() => {
    failure = `did not end in ${limit / 1000} s`;
    void endGroup(child);
  }, limit);
  const code = await waitForExit(child);
  clearTimeout(timer);
  return failure ?? (code === 0 ? undefined : `ended with ${code}`);
}

function countAsOne(failures) {
  return failures.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Without a test a suite fails, unless a name was given: it may be that of another suite's file. */
function readCounts(file, failures, filter) {
  if (!existsSync(file)) {
    failures.push("reported no result");
    return { passed: 0, failed: 1 };
  }
  const { passed, failed } = JSON.parse(readFileSync(file, "utf8"));
  if (passed + failed === 0 && filter === "") {
    failures.push("ran no test");
  }
  return { passed, failed: failed > 0 ? failed : Math.min(failures.length, 1) };
}
