// An esbuild plugin that replaces two modules of undici: its index, which would bring fetch,
// WebSocket, mocks and caches that nobody here uses, and its diagnostics channels.
"use strict";

const CLIENT = require.resolve("./undiciClient.cjs");
const SILENT_CHANNELS = require.resolve("./undiciChannels.cjs");
const WITHIN_UNDICI = /[\\/]node_modules[\\/]undici[\\/]/;

module.exports = function undiciClientOnly() {
  return {
    name: "undici client only",
    setup(build) {
      build.onResolve({ filter: /^undici$/ }, () => ({ path: CLIENT }));
      build.onResolve({ filter: /\/diagnostics(\.js)?$/ }, ({ importer }) =>
        WITHIN_UNDICI.test(importer) ? { path: SILENT_CHANNELS } : undefined,
      );
    },
  };
};
