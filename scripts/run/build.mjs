// Builds every bundle for scripts that need them.
import { ROOT } from "../paths.mjs";
import { startGroup, waitForExit } from "./processGroup.mjs";

/** Builds every bundle; throws when that fails or a budget is exceeded. */
export async function build() {
  const code = await waitForExit(
    startGroup(process.execPath, ["esbuild.js"], { cwd: ROOT, stdio: "inherit" }),
  );
  if (code !== 0) {
    throw new Error("The build failed.");
  }
}
