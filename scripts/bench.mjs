// node scripts/bench.mjs NAME: measures the build beside a floor, in one run: test/bench/NAME.bench.ts.
import { bootstrap } from "./bootstrap.mjs";

/**
 * What the benches need besides the build: a browser with windows of the editor, the packed extension and a
 * bare one to compare with (a folder of test/bench/fixtures), or to run in an extension host.
 */
const BENCHES = {
  activation: { browser: true, bare: "bareTree" },
  changes: { inEditor: true, browser: true },
  definitions: {},
  export: {},
  http: {},
  lists: { browser: true, bare: "bareList" },
  pensions: {},
  requests: {},
  requestsView: { browser: true },
  sandbox: {},
};

const [name] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`Name one of ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(1);
}
await bootstrap(import.meta.url, { browser: bench.browser });
const { runBench } = await import("./run/runBench.mjs");
await runBench(name, bench);
