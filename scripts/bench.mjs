// node scripts/bench.mjs [NAME]: measures the build beside a floor, in one run: test/bench/NAME.bench.ts.
// Without a name all that docs/performance.md tells of, in a short form, and that page is written.
import { bootstrap } from "./bootstrap.mjs";

/**
 * What the benches need besides the build: a browser with windows of the editor, the packed extension and
 * others beside it (folders of test/bench/fixtures), or to run in an extension host.
 */
const BENCHES = {
  activation: { browser: true, beside: ["bareTree", "hostWatch"] },
  changes: { inEditor: true, browser: true },
  definitions: {},
  export: {},
  growth: {},
  http: {},
  lists: { browser: true, beside: ["bareList"] },
  pensions: {},
  requests: {},
  requestsView: { browser: true },
  sandbox: {},
};

/** In the order of the page, with the numbers of rounds of its short form. */
const PAGE = {
  http: { BENCH_ROUNDS: "5" },
  export: { BENCH_ROUNDS: "3" },
  activation: { BENCH_WINDOWS: "4" },
  changes: {},
  pensions: { BENCH_ROUNDS: "5" },
  sandbox: { BENCH_ROUNDS: "3", BENCH_REQUESTS: "5000" },
  growth: { BENCH_ROUNDS: "3" },
  requests: { BENCH_ROUNDS: "5" },
  lists: { BENCH_TURNS: "12", BENCH_ANSWERS: "3", BENCH_MEGABYTES: "0.5,5,50" },
};

const [name] = process.argv.slice(2);
if (name === undefined) {
  await bootstrap(import.meta.url, { browser: true });
  const { writePerformance } = await import("./run/writePerformance.mjs");
  await writePerformance(PAGE);
} else if (BENCHES[name] === undefined) {
  console.error(`Name one of ${Object.keys(BENCHES).join(", ")}, or none for all of the page.`);
  process.exitCode = 1;
} else {
  const bench = BENCHES[name];
  await bootstrap(import.meta.url, { browser: bench.browser });
  const { runBench } = await import("./run/runBench.mjs");
  await runBench(name, bench);
}
