// Packs a program as an npm package of its own, beside the .vsix.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";
import { packedPage } from "./packedPages.mjs";
import { startGroup, waitForExit } from "../run/processGroup.mjs";

const OUT = join(ROOT, "out");

/**
 * Packs what was built and gives the file's path. Nothing is installed with it, and nothing runs.
 * `files` leads from the checkout to the package; dist and media stay side by side. Other pages are not
 * in it: where its README links to one, it names it.
 */
export async function packageProgram({ name, files, manifest }, { stdio = "inherit" } = {}) {
  const { version, license, repository } = readManifest();
  const folder = join(OUT, name);
  rmSync(folder, { recursive: true, force: true });
  for (const [from, to] of Object.entries(files)) {
    mkdirSync(join(folder, to, ".."), { recursive: true });
    if (to === "README.md") {
      writeFileSync(join(folder, to), packedPage(readFileSync(join(ROOT, from), "utf8")));
    } else {
      cpSync(join(ROOT, from), join(folder, to), { recursive: true });
    }
  }
  const whole = { name, version, license, ...(repository && { repository }), ...manifest };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(whole, null, 2)}\n`);
  const child = startGroup("npm", ["pack", folder, "--pack-destination", OUT, "--silent"], {
    stdio,
    shell: process.platform === "win32",
  });
  const code = await waitForExit(child);
  if (code !== 0) {
    throw new Error(`Packing ${name} ended with ${code}.`);
  }
  return join(OUT, `${name}-${version}.tgz`);
}

function readManifest() {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
}
