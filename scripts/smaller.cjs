// Makes bundles smaller once more: esbuild puts them together, swc knows more ways to say the
// same in less. Of what runs in the extension host alone, where room is scarce.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { minify } = require("@swc/core");
const arrows = require("./arrows.cjs");
const commonJs = require("./commonJs.cjs");

const OPTIONS = {
  compress: { ecma: 2022, passes: 3, toplevel: true, pure_getters: true },
  mangle: { toplevel: true },
  format: { comments: false },
  ecma: 2022,
  module: false,
};
/** What is left of what esbuild would copy with: it reads and does nothing. */
const UNUSED =
  /^("use strict";)?(var \w+=Object\.defineProperty;)?Object\.prototype\.hasOwnProperty[;,]/;

/** What esbuild has to leave for that. */
exports.BEFORE = { minify: false, minifySyntax: true, format: "esm" };

/** What a bundle needs of others to begin, apart from what it loads later. */
const AT_BEGINNING = /(?<!=>)require\("\.\/(\w+)\.js"\)/g;

/** Throws where bundles need one another to begin: one would take names that are not there yet. */
exports.makeSmaller = async function makeSmaller(files) {
  const needed = new Map();
  for (const file of files) {
    const { code } = await minify(arrows(commonJs(readFileSync(file, "utf8"))), OPTIONS);
    needed.set(path.basename(file, ".js"), [...code.matchAll(AT_BEGINNING)]);
    writeFileSync(file, code.replace(UNUSED, "$1$2"));
  }
  throwAtCircles(needed);
};

function throwAtCircles(needed) {
  const begun = new Set();
  const begin = (name, way) => {
    if (way.includes(name)) {
      throw new Error(`Bundles need one another to begin: ${[...way, name].join(", ")}.`);
    }
    if (!begun.has(name)) {
      begun.add(name);
      needed.get(name).forEach(([, other]) => begin(other, [...way, name]));
    }
  };
  [...needed.keys()].forEach((name) => begin(name, []));
}
