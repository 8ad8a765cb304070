// Builds, packs what a bench compares with, and runs the bench.
import { existsSync, mkdirSync, cpSync } from "node:fs";
import { delimiter, join } from "node:path";
import { build as bundle } from "esbuild";
import { pack, packageExtension } from "../host/packageExtension.mjs";
import { ROOT } from "../paths.mjs";
import { build } from "./build.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runInEditor } from "./inEditor.mjs";
import { runMocha } from "./mochaRun.mjs";

/** Ends what hangs. */
const LIMIT_MS = 15 * 60_000;

/** E2E_VSIX names another build to measure than that of this checkout; BENCH_BUILT says that this is built. */
export async function runBench(name, { inEditor, beside }) {
  const tests = { name: `bench-${name}`, patterns: [`test/bench/${name}.bench.ts`] };
  if (process.env.BENCH_BUILT === undefined) {
    await build();
  }
  if (inEditor) {
    await runInEditor({ ...tests, editor: "newest", limit: LIMIT_MS });
    return;
  }
  if (beside !== undefined) {
    process.env.E2E_VSIX ??= await packageExtension({ stdio: "ignore" });
    const packed = [];
    for (const fixture of beside) {
      packed.push(await packFixture(fixture));
    }
    process.env.BENCH_BESIDE = packed.join(delimiter);
  }
  await runMocha(await bundleTests({ ...tests, together: true }), { timeout: LIMIT_MS });
}

/** Packs an extension of the benches; one in TypeScript is bundled as others ship theirs. */
async function packFixture(name) {
  const source = join(ROOT, "test", "bench", "fixtures", name);
  const folder = join(ROOT, "out", name);
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true });
  const entry = join(source, "extension.ts");
  if (existsSync(entry)) {
    await bundle({
      entryPoints: [entry],
      outfile: join(folder, "extension.js"),
      bundle: true,
      minify: true,
      platform: "node",
      format: "cjs",
      target: "node22",
      external: ["vscode"],
      logLevel: "warning",
    });
  }
  const vsix = join(ROOT, "out", `${name}.vsix`);
  await pack(folder, vsix, "ignore");
  return vsix;
}
