import { performance } from "node:perf_hooks";
import { bootstrap } from "./bootstrap.mjs";
import { limitPlan, readRequest } from "./run/request.mjs";
import { ORDER, SUITES } from "./run/suites.mjs";

// node scripts/test.mjs [--long] [suite …] [text that the path of a test file contains]
const request = readRequest(process.argv.slice(2));
await bootstrap(import.meta.url, {
  browser: request.suites.some((name) => SUITES[name].browser),
});
const { runSuite } = await import("./run/runSuite.mjs");
const { orderedOutput } = await import("./run/orderedOutput.mjs");

const order = [...new Set([...ORDER, ...request.suites])].filter((name) =>
  request.suites.includes(name),
);
const output = orderedOutput(order, (text) => process.stdout.write(text));
const results = new Map();

for (const block of limitPlan(request.suites)) {
  await Promise.all(block.map(runRow));
}
printSummary();

async function runRow(names) {
  for (const name of names) {
    await runOne(name);
  }
}

async function runOne(name) {
  const write = output.writerOf(name);
  write(`\n${name}\n`);
  const broken = SUITES[name].usesBuild && results.get("build").failed > 0;
  if (broken) {
    write(`  not run: the build failed\n`);
    results.set(name, { name, passed: 0, failed: 1, seconds: 0 });
  } else {
    results.set(name, await runSuite(name, { ...request, write }));
  }
  const { passed, failed, seconds } = results.get(name);
  write(
    `  ${failed ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed, ${inSeconds(seconds)}\n`,
  );
  output.finish(name);
}

function printSummary() {
  const all = order.map((name) => results.get(name));
  const width = Math.max(...order.map((name) => name.length));
  console.log("");
  for (const { name, passed, failed, seconds } of all) {
    console.log(
      `${name.padEnd(width)}  ${inSeconds(seconds).padStart(8)}  ${passed} passed, ${failed} failed`,
    );
  }
  const passed = all.reduce((sum, result) => sum + result.passed, 0);
  const failed = all.reduce((sum, result) => sum + result.failed, 0);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(`\n${inSeconds(performance.now() / 1000)} in all`);
  console.log(`${passed} passed, ${failed} failed`);
}

function inSeconds(seconds) {
  return `${seconds.toFixed(1)} s`;
}
