import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";

// node scripts/run/unit.mjs unit|faults [text that the path of a test file contains]
const [part = "unit", filter] = process.argv.slice(2);
const MINUTE_MS = 60_000;
const long = process.env.TEST_LENGTH === "long";

const files = await bundleTests({
  name: part,
  patterns: [`test/${part}/**/*.test.ts`],
  // Gates that need windows of an editor run with the other tests of windows.
  outside: "test/faults/windows/",
  filter,
  // What the files share is loaded once, and is quick from the first of them on.
  together: true,
});
process.setSourceMapsEnabled(true);
await runMocha(files, { timeout: long ? 20 * MINUTE_MS : 20_000 });
