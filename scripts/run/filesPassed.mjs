// Counts the source files that somebody who follows a click has to read: from a click on Holdings
// to its rows, and from Shift+Alt+Enter in a payload to "Landed". Measured in an editor with V8's
// coverage, in the extension host, its threads and the panels: a file counts where a function of it
// was entered in between. Bodies of modules do not count, as they run where a file is merely
// loaded; functions that they call do, and so does what ran in the background. The sandbox's own
// process is not a part of the way. --list names the files.
import { mkdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pack } from "../host/packageExtension.mjs";
import { ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";
import { startGroup, waitForExit } from "./processGroup.mjs";

const MINUTE_MS = 60_000;
const OUT = join(ROOT, "out");
const COVERAGE_FILE = join(OUT, "filesPassed.json");
/** What esbuild calls the function that a module's body becomes; Rolldown joins them without one. */
const MODULE_BODY = /^(?:src|node_modules)\/.+\.\w+$/;

await measure();
for (const [way, scripts] of Object.entries(JSON.parse(readFileSync(COVERAGE_FILE, "utf8")))) {
  print(way, scripts);
}

async function measure() {
  // Readable, with source maps; too large for the budget of what users download.
  const options = { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] };
  const build = startGroup(process.execPath, ["esbuild.js", "--development"], options);
  if ((await waitForExit(build)) !== 0) {
    throw new Error("The build failed.");
  }
  mkdirSync(OUT, { recursive: true });
  process.env.E2E_VSIX = join(OUT, "filesPassed.vsix");
  process.env.BENCH_COVERAGE_VSIX = join(OUT, "coverage.vsix");
  process.env.BENCH_COVERAGE_FILE = COVERAGE_FILE;
  await pack(ROOT, process.env.E2E_VSIX, "ignore");
  const fixture = join(ROOT, "test", "bench", "fixtures", "coverageProbe");
  await pack(fixture, process.env.BENCH_COVERAGE_VSIX, "ignore");
  const patterns = ["test/bench/filesPassed.bench.ts"];
  const files = await bundleTests({ name: "bench-files", patterns, together: true });
  await runMocha(files, { timeout: 5 * MINUTE_MS });
}

function print(way, scripts) {
  const passed = new Map();
  for (const { url, functions } of scripts) {
    const bundle = new URL(url).pathname.replace(/^.*\/dist\//, "");
    for (const file of sourcesOf(join(ROOT, "dist", bundle), functions)) {
      passed.set(file, [...(passed.get(file) ?? []), basename(bundle, ".js")]);
    }
  }
  const files = [...passed.keys()].sort();
  const lines = files.map((file) => readFileSync(join(ROOT, file), "utf8").split("\n").length - 1);
  const total = lines.reduce((sum, count) => sum + count, 0);
  console.log(`${way}: ${files.length} files, ${total.toLocaleString("en")} lines`);
  const areas = Object.entries(
    Object.groupBy(files, (file) => file.split("/").slice(1, -1)[1] ?? "."),
  );
  console.log(`  ${areas.map(([area, { length }]) => `${area} ${length}`).join(", ")}`);
  if (process.argv.includes("--list")) {
    files.forEach((file, index) =>
      console.log(`  ${String(lines[index]).padStart(5)} ${file} (${passed.get(file).join(", ")})`),
    );
  }
}

/** The files of ours that functions which were entered are from. */
function sourcesOf(bundle, functions) {
  const text = readFileSync(bundle, "utf8");
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, "utf8")));
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const sources = new Set();
  for (const { functionName, ranges } of functions) {
    const [{ startOffset, count }] = ranges;
    if (count === 0 || functionName.startsWith("<") || MODULE_BODY.test(functionName)) {
      continue;
    }
    const line = starts.findLastIndex((start) => start <= startOffset);
    const { originalSource } = map.findEntry(line, startOffset - starts[line]);
    if (originalSource !== undefined) {
      sources.add(relative(ROOT, resolve(dirname(bundle), originalSource)));
    }
  }
  return [...sources].filter((file) => file.startsWith("src/"));
}
