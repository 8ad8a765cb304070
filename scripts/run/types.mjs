// node scripts/run/types.mjs: the compiler over both projects. The short form starts from what the
// compiler found last time, which it keeps by content, so that any checkout can begin with it.
import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { BIN, CACHE, ROOT } from "../paths.mjs";
import { startGroup, waitForExit } from "./processGroup.mjs";

const PROJECTS = { host: ".", webview: "src/tsconfig.webview.json" };
const long = process.env.TEST_LENGTH === "long";
const kept = join(CACHE, "types");
const results = join(ROOT, "out", "results");
mkdirSync(kept, { recursive: true });
mkdirSync(results, { recursive: true });

for (const [name, project] of Object.entries(PROJECTS)) {
  if ((await check(name, project)) !== 0) {
    process.exitCode = 1;
  }
}

async function check(name, project) {
  const tsc = [join(BIN, "tsc"), "-p", project];
  const fileName = `types-${name}.tsbuildinfo`;
  const file = join(results, fileName);
  if (long) {
    return run(tsc);
  }
  // Its paths are relative to where it lies: the same folder in every checkout.
  if (!existsSync(file) && existsSync(join(kept, fileName))) {
    copyFileSync(join(kept, fileName), file);
  }
  const code = await run([...tsc, "--incremental", "--tsBuildInfoFile", file]);
  if (code === 0) {
    const partial = join(kept, `${fileName}.${process.pid}`);
    copyFileSync(file, partial);
    renameSync(partial, join(kept, fileName));
  }
  return code;
}

function run(command) {
  return waitForExit(startGroup(process.execPath, command, { cwd: ROOT, stdio: "inherit" }));
}
