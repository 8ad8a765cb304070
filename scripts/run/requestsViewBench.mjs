import { ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";
import { startGroup, waitForExit } from "./processGroup.mjs";

const MINUTE_MS = 60_000;

const build = startGroup(process.execPath, ["esbuild.js"], { cwd: ROOT, stdio: "inherit" });
if ((await waitForExit(build)) !== 0) {
  throw new Error("The build failed.");
}
const files = await bundleTests({
  name: "bench-requests",
  patterns: ["test/bench/requestsView.bench.ts"],
  together: true,
});
await runMocha(files, { timeout: 5 * MINUTE_MS });
