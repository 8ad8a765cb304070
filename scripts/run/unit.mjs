// Runs the tests that need Node alone, bundled together.
// node scripts/run/unit.mjs unit|programs|faults [text that the path of a test file contains]
import { join } from "node:path";
import { ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";

const [part = "unit", filter] = process.argv.slice(2);
/** Tests of programs, which wait for them: a process of its own works meanwhile. */
const PROGRAMS = ["features/sandbox", "features/assistants", "docs", "scripts"].map(
  (folder) => `test/unit/${folder}/`,
);
const PARTS = {
  unit: { patterns: ["test/unit/**/*.test.ts"], outside: PROGRAMS },
  programs: { patterns: PROGRAMS.map((folder) => `${folder}**/*.test.ts`) },
  // Gates that need windows of an editor run with the other tests of windows.
  faults: { patterns: ["test/faults/**/*.test.ts"], outside: ["test/faults/windows/"] },
};
/** Ends what hangs; no test is about how quick this machine is. */
const LIMIT_MS = 10 * 60_000;

const files = await bundleTests({
  ...PARTS[part],
  name: part,
  filter,
  // What the files share is loaded once, and is quick from the first of them on.
  together: true,
});
process.setSourceMapsEnabled(true);
// Sandboxes and windows that are processes start with what those before them compiled.
process.env.NODE_COMPILE_CACHE = join(ROOT, "out", "compile-cache");
await runMocha(files, { timeout: LIMIT_MS });
