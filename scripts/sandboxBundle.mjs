// How the sandbox's program is bundled; run with a path it builds the bundle there.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Options of esbuild for the sandbox, without the place of the result. */
export const sandboxBundle = {
  absWorkingDir: root,
  entryPoints: { sandbox: "src/server/main.ts" },
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node22",
  minify: true,
  legalComments: "none",
  mainFields: ["module", "main"],
  // oidc-provider finds lifetimes and storage of its tokens by the names of its classes:
  // without this no token would ever expire.
  keepNames: true,
  // koa and accepts would each bring a table of all media types of their own.
  alias: { "mime-types": "mime-types", "mime-db": "mime-db" },
};

const [outfile] = process.argv.slice(2);
if (process.argv[1] === fileURLToPath(import.meta.url) && outfile !== undefined) {
  const { entryPoints, ...options } = sandboxBundle;
  await build({ ...options, entryPoints: Object.values(entryPoints), outfile });
}
