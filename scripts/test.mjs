// npm test: node scripts/test.mjs [--long] [suite …] [text that the path of a test file contains]
import { performance } from "node:perf_hooks";
import { bootstrap } from "./bootstrap.mjs";
import { readRequest } from "./run/request.mjs";
import { CONCURRENCY, SUITES } from "./run/suites.mjs";

const request = readRequest(process.argv.slice(2));
await bootstrap(import.meta.url, {
  browser: request.suites.some((name) => SUITES[name].browser),
  editors: [...new Set(request.suites.flatMap((name) => SUITES[name].editor ?? []))],
});
const { runSuite } = await import("./run/runSuite.mjs");
const { orderedOutput } = await import("./run/orderedOutput.mjs");

const output = orderedOutput(request.suites, (text) => process.stdout.write(text));
const results = new Map();
const waiting = [...request.suites];
let stopped = false;
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
  // What runs is ended by its group's guard; nothing new may start meanwhile.
  process.once(signal, () => {
    stopped = true;
  });
}

const running = new Map();
const most = request.long ? CONCURRENCY.long : CONCURRENCY.short;
while (waiting.length + running.size > 0) {
  startWhatCanRun();
  await Promise.race(running.values());
}
printSummary();

function startWhatCanRun() {
  for (const name of [...waiting]) {
    const needs = SUITES[name].needs ?? [];
    if (!stopped && running.size < most && needs.every((need) => results.has(need))) {
      waiting.splice(waiting.indexOf(name), 1);
      running.set(
        name,
        runOne(name).finally(() => running.delete(name)),
      );
    }
  }
}

async function runOne(name) {
  const write = output.writerOf(name);
  write(`\n${name}\n`);
  const broken = (SUITES[name].needs ?? []).find((need) => results.get(need).failed > 0);
  if (broken === undefined) {
    results.set(name, await runSuite(name, { ...request, write }));
  } else {
    write(`  not run: ${broken} failed\n`);
    results.set(name, { name, passed: 0, failed: 1, seconds: 0 });
  }
  const { passed, failed, seconds } = results.get(name);
  write(
    `  ${failed ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed, ${inSeconds(seconds)}\n`,
  );
  output.finish(name);
}

function printSummary() {
  const all = request.suites.map((name) => results.get(name));
  const width = Math.max(...request.suites.map((name) => name.length));
  console.log("");
  for (const { name, passed, failed, seconds } of all) {
    console.log(
      `${name.padEnd(width)}  ${inSeconds(seconds).padStart(8)}  ${passed} passed, ${failed} failed`,
    );
  }
  const passed = all.reduce((sum, result) => sum + result.passed, 0);
  const failed = all.reduce((sum, result) => sum + result.failed, 0);
  const tested = all.filter(({ name }) => SUITES[name].counts);
  const ranNone = tested.length > 0 && tested.every((result) => result.passed === 0);
  process.exitCode = failed > 0 || passed === 0 || ranNone ? 1 : 0;
  console.log(`\n${inSeconds(performance.now() / 1000)} in all`);
  console.log(`${passed} passed, ${failed} failed`);
}

function inSeconds(seconds) {
  return `${seconds.toFixed(1)} s`;
}
