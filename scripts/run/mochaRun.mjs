// Runs bundled test files with mocha; fails what leaves something open, or a rejection unhandled.
import { join } from "node:path";
import { setTimeout } from "node:timers";
import Mocha from "mocha";
import { ROOT } from "../paths.mjs";

/** What is closing gets its time, on a busy machine too. */
const LINGER_MS = 2 * 60_000;

/** Runs bundled test files with the counting reporter; sets the exit code. */
export async function runMocha(files, { timeout, rootHooks = {} }) {
  const mocha = new Mocha({
    ui: "bdd",
    reporter: join(ROOT, "scripts/run/countingReporter.cjs"),
    timeout,
    forbidOnly: true,
    rootHooks,
  });
  files.forEach((file) => mocha.addFile(file));
  // Mocha passes on what nobody handles, and drops it where nobody listens.
  const unhandled = new Set();
  process.on("unhandledRejection", (reason, promise) => {
    if (!unhandled.has(promise)) {
      unhandled.add(promise);
      process.exitCode = 1;
      console.log("A rejection was not handled:", reason);
    }
  });
  const failures = await new Promise((resolve) => mocha.run(resolve));
  if (failures > 0) {
    process.exitCode = 1;
  }
  // Tests must close what they open: a forgotten server would keep this process alive.
  setTimeout(() => {
    console.log("The tests left something open:", process.getActiveResourcesInfo().join(", "));
    process.exit(1);
  }, LINGER_MS).unref();
}
