import { join } from "node:path";
import { pack, packageExtension } from "../host/packageExtension.mjs";
import { ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";
import { startGroup, waitForExit } from "./processGroup.mjs";

const MINUTE_MS = 60_000;

const build = startGroup(process.execPath, ["esbuild.js"], { cwd: ROOT, stdio: "inherit" });
if ((await waitForExit(build)) !== 0) {
  throw new Error("The build failed.");
}
process.env.E2E_VSIX ??= await packageExtension({ stdio: "ignore" });
process.env.BENCH_BARE_VSIX = join(ROOT, "out", "bareTree.vsix");
const bareTree = join(ROOT, "test", "bench", "fixtures", "bareTree");
await pack(bareTree, process.env.BENCH_BARE_VSIX, "ignore");
const files = await bundleTests({
  name: "bench",
  patterns: ["test/bench/activation.bench.ts"],
  together: true,
});
await runMocha(files, { timeout: 10 * MINUTE_MS });
