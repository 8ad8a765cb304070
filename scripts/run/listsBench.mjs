import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { pack, packageExtension } from "../host/packageExtension.mjs";
import { ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";
import { startGroup, waitForExit } from "./processGroup.mjs";

const MINUTE_MS = 60_000;

const built = startGroup(process.execPath, ["esbuild.js"], { cwd: ROOT, stdio: "inherit" });
if ((await waitForExit(built)) !== 0) {
  throw new Error("The build failed.");
}
process.env.E2E_VSIX ??= await packageExtension({ stdio: "ignore" });
process.env.BENCH_BARE_VSIX = await packBareList();
const files = await bundleTests({
  name: "bench-lists",
  patterns: ["test/bench/lists.bench.ts"],
  together: true,
});
await runMocha(files, { timeout: 15 * MINUTE_MS });

/** Bundled with undici, as an extension that uses it ships it. */
async function packBareList() {
  const source = join(ROOT, "test", "bench", "fixtures", "bareList");
  const folder = join(ROOT, "out", "bareList");
  mkdirSync(folder, { recursive: true });
  cpSync(join(source, "package.json"), join(folder, "package.json"));
  await build({
    entryPoints: [join(source, "extension.ts")],
    outfile: join(folder, "extension.js"),
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    external: ["vscode"],
    logLevel: "warning",
  });
  const vsix = join(ROOT, "out", "bareList.vsix");
  await pack(folder, vsix, "ignore");
  return vsix;
}
