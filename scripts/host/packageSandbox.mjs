// Packs the sandbox as an npm package of its own: fp-sandbox-VERSION.tgz beside the .vsix.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";
import { startGroup, waitForExit } from "../run/processGroup.mjs";

const OUT = join(ROOT, "out");

/** Everything that ships, from the checkout to the package; dist and media stay side by side. */
const FILES = {
  "dist/sandbox.js": "dist/sandbox.js",
  "dist/conformance.js": "dist/conformance.js",
  "media/service": "media/service",
  "media/schemas/scenario.schema.json": "media/schemas/scenario.schema.json",
  "docs/sandbox.md": "README.md",
  LICENSE: "LICENSE",
  "out/sandbox-notices.md": "THIRD-PARTY-NOTICES.md",
};

/** Packs what was built and gives the file's path. Nothing is installed with it, and nothing runs. */
export async function packageSandbox({ stdio = "inherit" } = {}) {
  const { version, license, repository } = readManifest();
  const folder = join(OUT, "fp-sandbox");
  rmSync(folder, { recursive: true, force: true });
  for (const [from, to] of Object.entries(FILES)) {
    mkdirSync(join(folder, to, ".."), { recursive: true });
    cpSync(join(ROOT, from), join(folder, to), { recursive: true });
  }
  const manifest = {
    name: "fp-sandbox",
    version,
    description: "The Financial Planning Open API on your own machine, for tests of your own.",
    license,
    ...(repository && { repository }),
    bin: { "fp-sandbox": "dist/sandbox.js", "fp-conformance": "dist/conformance.js" },
    engines: { node: ">=20.17" },
    keywords: ["financial-planning", "mock", "sandbox", "oauth2", "openid-connect"],
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const child = startGroup("npm", ["pack", folder, "--pack-destination", OUT, "--silent"], {
    stdio,
    shell: process.platform === "win32",
  });
  const code = await waitForExit(child);
  if (code !== 0) {
    throw new Error(`Packing the sandbox ended with ${code}.`);
  }
  return join(OUT, `fp-sandbox-${version}.tgz`);
}

function readManifest() {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
}
