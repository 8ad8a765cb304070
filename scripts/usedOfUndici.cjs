// An esbuild plugin: of undici what sends over HTTP/1.1; a good half of it is fetch, WebSocket,
// HTTP/2 and mocks, which nobody here uses.
"use strict";
const { Buffer } = require("node:buffer");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const { brotliCompressSync } = require("node:zlib");

const CLIENT = require.resolve("./undiciClient.cjs");
/** Parts that are asked for only by bodies and protocols that the explorer never sends. */
const UNUSED = /\/(web\/fetch\/body|client-h2)\.js$/;
const WITHIN_UNDICI = /[\\/]node_modules[\\/]undici[\\/]/;

module.exports = function usedOfUndici() {
  return {
    name: "what is used of undici",
    setup(build) {
      build.onResolve({ filter: /^undici$/ }, () => ({ path: CLIENT }));
      // Of two builds of one parser the plain one: every processor runs it, as quickly here.
      build.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ resolveDir }) => ({
        path: path.join(resolveDir, "..", "llhttp", "llhttp-wasm.js"),
      }));
      build.onResolve({ filter: /\.js$/ }, ({ path: wanted, importer }) =>
        WITHIN_UNDICI.test(importer) && UNUSED.test(wanted.replace(/^\./, "/"))
          ? { path: wanted, namespace: "unused of undici" }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "unused of undici" }, () => ({
        contents: "module.exports = {};",
      }));
      build.onLoad({ filter: /[\\/]llhttp-wasm\.js$/ }, ({ path: file }) => ({
        contents: packed(file),
      }));
      build.onLoad({ filter: /[\\/]llhttp[\\/]constants\.js$/ }, ({ path: file }) => ({
        contents: usedConstants(file),
      }));
      build.onLoad(
        { filter: /[\\/]undici[\\/]lib[\\/]core[\\/]diagnostics\.js$/ },
        ({ path: file }) => ({
          contents: silentChannels(file),
        }),
      );
    },
  };
};

/** Nobody listens: any extension could, and would hear headers with credentials. */
function silentChannels(file) {
  const names = Object.keys(require(file).channels);
  const silent = names.map((name) => `${name}: silent`).join(", ");
  return `const silent = { hasSubscribers: false }; module.exports = { channels: { ${silent} } };`;
}

/** Of the parser's tables of methods, states and characters the client looks at two. */
function usedConstants(file) {
  const { ERROR, TYPE } = require(file);
  return `module.exports = ${JSON.stringify({ ERROR, TYPE })};`;
}

/** The parser takes a quarter of its room packed, and less than a millisecond to unpack. */
function packed(file) {
  const text = /wasmBase64 = '([^']+)'/.exec(readFileSync(file, "utf8"))?.[1];
  if (text === undefined) {
    throw new Error(`${file} is not as it was: look how undici keeps its parser now.`);
  }
  const small = brotliCompressSync(Buffer.from(text, "base64")).toString("base64");
  return `module.exports = require("node:zlib").brotliDecompressSync(Buffer.from("${small}", "base64"));`;
}
