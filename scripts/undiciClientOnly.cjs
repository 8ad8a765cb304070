// What bundles hold of undici: two of its modules are replaced. Its index would bring fetch,
// WebSocket, mocks and caches that nobody here uses; its diagnostics channels tell any extension of
// every request.
"use strict";

const CLIENT = require.resolve("./undiciClient.cjs");
const SILENT_CHANNELS = require.resolve("./undiciChannels.cjs");
const REPLACED = /^undici$|\/diagnostics(\.js)?$/;
const WITHIN_UNDICI = /[\\/]node_modules[\\/]undici[\\/]/;

function resolve(source, importer = "") {
  if (source === "undici") {
    return CLIENT;
  }
  return WITHIN_UNDICI.test(importer) ? SILENT_CHANNELS : undefined;
}

/** The plugin for esbuild. */
exports.undiciForEsbuild = function undiciForEsbuild() {
  return {
    name: "undici client only",
    setup(build) {
      build.onResolve({ filter: REPLACED }, ({ path, importer }) => {
        const replaced = resolve(path, importer);
        return replaced === undefined ? undefined : { path: replaced };
      });
    },
  };
};

/** The plugin for Rolldown. */
exports.undiciForRolldown = function undiciForRolldown() {
  return {
    name: "undici client only",
    resolveId: { filter: { id: REPLACED }, handler: resolve },
  };
};
