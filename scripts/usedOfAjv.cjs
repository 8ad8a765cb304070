// An esbuild plugin: of ajv what compiles one schema whose references stay inside it.
"use strict";

/**
 * Schemas of schemas, which nobody holds definitions against, addresses of other documents, and
 * OpenAPI's discriminator, which is off.
 */
const UNUSED =
  /^(\.\/refs\/json-schema-2020-12|\.\/refs\/.*\.json|\.\/vocabularies\/discriminator|fast-uri)$/;
const WITHIN_AJV = /[\\/]node_modules[\\/]ajv[\\/]/;

module.exports = function usedOfAjv() {
  return {
    name: "what is used of ajv",
    setup(build) {
      build.onResolve({ filter: UNUSED }, ({ path: wanted, importer }) =>
        WITHIN_AJV.test(importer) ? { path: wanted, namespace: "unused of ajv" } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "unused of ajv" }, () => ({
        contents: "module.exports = {};",
      }));
    },
  };
};
