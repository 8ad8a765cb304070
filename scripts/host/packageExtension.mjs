import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BIN, ROOT } from "../paths.mjs";
import { startGroup, waitForExit } from "../run/processGroup.mjs";

/** Packs the built extension into out/NAME-VERSION.vsix and gives the file's path. */
export async function packageExtension({ stdio = "inherit" } = {}) {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const file = join(ROOT, "out", `${manifest.name}-${manifest.version}.vsix`);
  mkdirSync(join(ROOT, "out"), { recursive: true });
  await pack(ROOT, file, stdio);
  return file;
}

/** Packs any extension folder; nothing of node_modules ships, everything is bundled. */
export async function pack(folder, file, stdio = "inherit") {
  const flags = [
    "--no-dependencies",
    "--no-rewrite-relative-links",
    "--allow-missing-repository",
    "--skip-license",
  ];
  const args = [join(BIN, "vsce"), "package", ...flags, "--out", file];
  const child = startGroup(process.execPath, args, { cwd: folder, stdio });
  const code = await waitForExit(child);
  if (code !== 0) {
    throw new Error(`Packing ${folder} ended with ${code}.`);
  }
}
