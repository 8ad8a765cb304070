import { build } from "./build.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";

const MINUTE_MS = 60_000;

await build();
const files = await bundleTests({
  name: "bench",
  patterns: ["test/bench/export.bench.ts"],
  together: true,
});
await runMocha(files, { timeout: 10 * MINUTE_MS });
