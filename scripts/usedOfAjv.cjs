// An esbuild plugin: of ajv what compiles one schema whose references stay inside it, made from its
// sources: what it ships is CommonJS, of which no part can be left out or named shorter.
"use strict";
const { existsSync, readFileSync } = require("node:fs");
const path = require("node:path");

const SOURCES = { ajv: "lib", "ajv-formats": "src" };
const TESTS = path.resolve("test") + path.sep;
/**
 * Schemas of schemas, which nobody holds definitions against, addresses of other documents, and
 * OpenAPI's discriminator, which is off.
 */
const UNUSED =
  /^(\.\/refs\/json-schema-2020-12|\.\/refs\/.*\.json|\.\/vocabularies\/discriminator|fast-uri)$/;
const WITHIN_SOURCES = /[\\/]node_modules[\\/]ajv[\\/]lib[\\/]/;
const SOURCE = /[\\/]node_modules[\\/]ajv[\\/]lib[\\/].*\.ts$/;
/** What the sources say only for CommonJS. */
const FOR_REQUIRE = /^(module\.exports\b|Object\.defineProperty\(exports,).*$/gm;

/** A library that is a function, as TypeScript took it then. */
const FUNCTION = /^import \* as (\w+) from "(?!\.)/gm;

module.exports = function usedOfAjv() {
  return {
    name: "what is used of ajv",
    setup(build) {
      build.onResolve({ filter: /^ajv(-formats)?\/dist\// }, ({ path: wanted, importer }) =>
        // Tests may need the whole of it.
        importer.startsWith(TESTS) ? undefined : { path: sourceOf(wanted) },
      );
      build.onResolve({ filter: UNUSED }, ({ path: wanted, importer }) =>
        WITHIN_SOURCES.test(importer) ? { path: wanted, namespace: "unused of ajv" } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "unused of ajv" }, () => ({
        contents: "export default {};",
      }));
      build.onLoad({ filter: SOURCE }, ({ path: file }) => ({
        contents: readFileSync(file, "utf8")
          .replace(FOR_REQUIRE, "")
          .replace(FUNCTION, 'import $1 from "'),
        loader: "ts",
      }));
    },
  };
};

function sourceOf(wanted) {
  const [library, , ...inside] = wanted.split("/");
  const root = path.dirname(require.resolve(`${library}/package.json`));
  const file = path.join(root, SOURCES[library], ...inside);
  return existsSync(`${file}.ts`) ? `${file}.ts` : path.join(file, "index.ts");
}
