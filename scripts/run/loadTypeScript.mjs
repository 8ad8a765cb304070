// Loads TypeScript file by file: mutants are switched on in single files, and a test is known by
// its own file, both of which a bundle of all of them hides.
import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";

globalThis.EXTENSION_VERSION = "0.0.0-test";

/** Stryker's runner wants parts of mocha by the names they had before they ended in .cjs. */
const PART_OF_MOCHA = /[\\/]mocha[\\/]lib[\\/]cli[\\/][\w-]+$/;

registerHooks({
  resolve(specifier, context, next) {
    if (PART_OF_MOCHA.test(specifier)) {
      return next(`${specifier}.cjs`, context);
    }
    const url = specifier.startsWith(".") ? sourceOf(specifier, context.parentURL) : undefined;
    return url === undefined
      ? next(specifier, context)
      : { url, format: "commonjs", shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.endsWith(".ts")) {
      return next(url, context);
    }
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, "utf8"), {
      filename,
      swcrc: false,
      sourceMaps: "inline",
      // Libraries are CommonJS or ES modules: require() takes both, import no paths without ending.
      module: { type: "commonjs" },
      jsc: { target: "es2024", parser: { syntax: "typescript" } },
    });
    return { format: "commonjs", source: code, shortCircuit: true };
  },
});

function sourceOf(specifier, parent) {
  const url = `${new URL(specifier, parent).href}.ts`;
  return existsSync(fileURLToPath(url)) ? url : undefined;
}
