// Makes bundles smaller once more: esbuild writes them quickly, swc knows more ways to say the
// same in less. Of what runs in the extension host alone, where room is scarce.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { minify } = require("@swc/core");

const OPTIONS = {
  compress: { ecma: 2022, passes: 3, toplevel: true },
  mangle: { toplevel: true },
  format: { comments: false },
  ecma: 2022,
  module: false,
};

module.exports = async function makeSmaller(file) {
  const { code } = await minify(readFileSync(file, "utf8"), OPTIONS);
  writeFileSync(file, code);
};
