import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";

const MINUTE_MS = 60_000;

const files = await bundleTests({
  name: "bench",
  patterns: ["test/bench/requests.bench.ts"],
  together: true,
});
await runMocha(files, { timeout: 10 * MINUTE_MS });
