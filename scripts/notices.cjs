// Collects the licences of the packages in the bundles: they ask for their text with every copy.
"use strict";
const { existsSync, readdirSync, readFileSync } = require("node:fs");
const path = require("node:path");

const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
]);
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const TEXT = /^(licen[cs]e|notice)/i;
/** Published without the text of their licence, by the authors of another package that has it. */
const SAME_AUTHORS = { "@lit-labs/ssr-dom-shim": "lit", "koa-compose": "koa" };
/** Published without the text of the Apache License 2.0, which is the same for everybody. */
const SAME_LICENSE = { "quicktype-core": "typescript" };
/** Copied beside the bundles. */
const COPIED = ["node_modules/@vscode/codicons"];

/**
 * The packages that the bundles hold, by name: name, version, licence and its texts.
 * @throws Error naming a package without the text of a licence, or with one that is not allowed
 */
exports.collectPackages = function collectPackages(root, inputs, copied = COPIED) {
  const folders = inputs.flatMap((input) => PACKAGE.exec(input)?.[0] ?? []);
  const packages = [...new Set([...folders, ...copied])].map((folder) => readPackage(root, folder));
  const unique = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
  return [...unique.keys()].sort().map((key) => unique.get(key));
};

exports.noticesOf = function noticesOf(packages) {
  const parts = packages.map(({ name, version, license, texts }) =>
    [`## ${name} ${version}`, license, ...texts.map(fenced)].join("\n\n"),
  );
  const head = "# Third-party notices\n\nThe bundles hold code of these packages.";
  return `${[head, ...parts].join("\n\n")}\n`;
};

function readPackage(root, folder) {
  const { name, version, license } = readManifest(path.join(root, folder));
  const texts = textsOf(path.join(root, folder));
  const other = SAME_AUTHORS[name] ?? SAME_LICENSE[name];
  if (texts.length === 0 && other !== undefined) {
    texts.push(...textsOf(path.join(root, "node_modules", other)));
  }
  if (texts.length === 0) {
    throw new Error(`${name} ${version} comes without the text of its licence.`);
  }
  if (!ALLOWED.has(license)) {
    throw new Error(`${name} ${version} has a licence that is not allowed: ${license}.`);
  }
  return { name, version, license, texts };
}

function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
}

function textsOf(folder) {
  if (!existsSync(folder)) {
    return [];
  }
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .filter(({ name }) => TEXT.test(name))
    .map(({ name }) => readFileSync(path.join(folder, name), "utf8").trim());
}

/** No text of a licence has four backticks. */
function fenced(text) {
  return `\`\`\`\`text\n${text}\n\`\`\`\``;
}
