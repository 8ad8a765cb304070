// Packs the sandbox as an npm package of its own: fp-sandbox-VERSION.tgz beside the .vsix.
import { packageProgram } from "./packageProgram.mjs";

/** Everything that ships, from the checkout to the package. */
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
export function packageSandbox(options) {
  const manifest = {
    description: "The Financial Planning Open API on your own machine, for tests of your own.",
    bin: { "fp-sandbox": "dist/sandbox.js", "fp-conformance": "dist/conformance.js" },
    engines: { node: ">=20.17" },
    keywords: ["financial-planning", "mock", "sandbox", "oauth2", "openid-connect"],
  };
  return packageProgram({ name: "fp-sandbox", files: FILES, manifest }, options);
}
