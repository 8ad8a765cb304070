// An esbuild plugin: what a bundle takes of the editor and of Node it takes once. Taken by every
// module on its own it would be named as often as there are modules.
"use strict";
const { readFileSync } = require("node:fs");
const { isBuiltin } = require("node:module");

/** What the editor's types declare of values: a name that is missing here fails the build. */
const VALUE = /^\texport (?:abstract )?(?:class|enum|namespace|const) (\w+)/gm;
/** Some of what this has is made when it is asked for, at a price: it is taken whole. */
const COSTLY = "node:tls";
const NAMESPACE = "taken once";

module.exports = function takenOnce() {
  return {
    name: NAMESPACE,
    setup(build) {
      build.onResolve({ filter: /^(vscode$|node:)/ }, ({ path, namespace, kind }) =>
        namespace === NAMESPACE || kind !== "import-statement" || path === COSTLY
          ? { path, external: true }
          : { path, namespace: NAMESPACE },
      );
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: `export { ${namesOf(path).join(", ")} } from ${JSON.stringify(path)};`,
      }));
    },
  };
};

function namesOf(module) {
  return isBuiltin(module) ? nodeNames(module) : editorNames();
}

function nodeNames(module) {
  const names = Object.getOwnPropertyNames(require(module));
  return [...names.filter((name) => /^[A-Za-z]\w*$/.test(name)), "default"];
}

function editorNames() {
  const types = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
  return [...new Set([...types.matchAll(VALUE)].map(([, name]) => name))];
}
