// An esbuild plugin: one `require` of the editor's interface for a bundle. Taken whole by every
// module it would be copied, name by name, as often as there are modules.
"use strict";
const { readFileSync } = require("node:fs");

/** What the editor's types declare of values: a name that is missing here fails the build. */
const VALUE = /^\texport (?:abstract )?(?:class|enum|namespace|const) (\w+)/gm;

module.exports = function vscodeOnce() {
  return {
    name: "vscode once",
    setup(build) {
      build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
        namespace === "vscode"
          ? { path: "vscode", external: true }
          : { path: "vscode", namespace: "vscode" },
      );
      build.onLoad({ filter: /.*/, namespace: "vscode" }, () => ({
        contents: `export { ${names().join(", ")} } from "vscode";`,
      }));
    },
  };
};

function names() {
  const types = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
  return [...new Set([...types.matchAll(VALUE)].map(([, name]) => name))];
}
