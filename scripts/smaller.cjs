// Makes bundles smaller once more: esbuild puts them together, swc knows more ways to say the
// same in less. Of what runs in the extension host alone, where room is scarce.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { minify } = require("@swc/core");

const OPTIONS = {
  compress: { ecma: 2022, passes: 3, toplevel: true, pure_getters: true },
  mangle: { toplevel: true },
  format: { comments: false },
  ecma: 2022,
  module: false,
};
/**
 * How esbuild hands out what a bundle exports: as a copy with a mark that only bundles of others
 * would look for. The copying alone would be half of a small bundle.
 */
const MARKED = /^module\.exports = __toCommonJS\((\w+)\);$/m;
/** What is left of what esbuild would copy with: it reads and does nothing. */
const UNUSED =
  /^("use strict";)?(var \w+=Object\.defineProperty;)?Object\.prototype\.hasOwnProperty[;,]/;

/** Getters of what a bundle exports: nobody counts them. */
const COUNTED = /(?<=get: all\[name\]), enumerable: (?:true|!0)/;

/** What esbuild has to leave for that. */
exports.BEFORE = { minify: false, minifySyntax: true };

exports.makeSmaller = async function makeSmaller(file) {
  const written = readFileSync(file, "utf8")
    .replace(MARKED, "module.exports = $1;")
    .replace(COUNTED, "");
  const { code } = await minify(written, OPTIONS);
  writeFileSync(file, code.replace(UNUSED, "$1$2"));
};
