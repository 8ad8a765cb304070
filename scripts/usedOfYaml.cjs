// An esbuild plugin: of the library yaml what reads, nothing of what writes.
"use strict";
const { readFileSync } = require("node:fs");
const path = require("node:path");

const ROOT = path.join(path.dirname(require.resolve("yaml/package.json")), "browser", "dist");
const TESTS = path.resolve("test") + path.sep;
const NODES = require.resolve("./yamlNodes.mjs");
const REPLACED = /\/(Alias|Document|Pair|Scalar|YAMLMap|YAMLSeq|directives)\.js$/;
const UNUSED = /\/(stringify\/[^/]+|Schema|cst-\w+|line-counter|visit)\.js$/;

const COMPOSING = /[\\/]compose[\\/][^\\/]+\.js$/;
/** Nobody reads these: the codes before them have words of our own. */
const MESSAGE = /(onError\([^;]*?'[A-Z_]+', )('(?:[^'\\]|\\.)*'|`[^`]*`)/g;

module.exports = function usedOfYaml() {
  return {
    name: "what is used of yaml",
    setup(build) {
      build.onResolve({ filter: /^yaml(\/browser\/dist\/.*)?$/ }, ({ path: wanted, importer }) =>
        // Tests may need the whole of it.
        importer.startsWith(TESTS)
          ? undefined
          : {
              path: path.join(ROOT, wanted.replace(/^yaml(\/browser\/dist)?/, "") || "index.js"),
              sideEffects: false,
            },
      );
      build.onResolve({ filter: REPLACED }, ({ resolveDir }) =>
        resolveDir.startsWith(ROOT) ? { path: NODES, sideEffects: false } : undefined,
      );
      build.onResolve({ filter: UNUSED }, ({ resolveDir }) =>
        resolveDir.startsWith(ROOT) ? { path: "nothing", namespace: "unused of yaml" } : undefined,
      );
      build.onLoad({ filter: COMPOSING }, ({ path: file }) =>
        file.startsWith(ROOT)
          ? { contents: readFileSync(file, "utf8").replace(MESSAGE, "$1''") }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "unused of yaml" }, () => ({
        contents: "module.exports = {};",
      }));
    },
  };
};
