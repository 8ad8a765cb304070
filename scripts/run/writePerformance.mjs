// Runs benches one after the other and writes docs/performance.md from the figures that they keep.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { format } from "prettier";
import { ROOT } from "../paths.mjs";
import { build } from "./build.mjs";

const FIGURES = join(ROOT, "out", "results", "figures.jsonl");
const TEMPLATE = join(ROOT, "scripts", "performance", "template.md");
const PAGE = join(ROOT, "docs", "performance.md");
/** Milliseconds: a turn of the extension host that takes longer is in bold. */
const LONG_TURN = 50;

/** @param benches names with what their environment says of the short form */
export async function writePerformance(benches) {
  mkdirSync(dirname(FIGURES), { recursive: true });
  rmSync(FIGURES, { force: true });
  writeFileSync(FIGURES, "");
  const begin = performance.now();
  await build();
  const minutesOf = [];
  for (const [name, variables] of Object.entries(benches)) {
    console.log(`\n${name}`);
    const start = performance.now();
    const bench = spawn(process.execPath, [join(ROOT, "scripts", "bench.mjs"), name], {
      env: { ...process.env, ...variables, BENCH_FIGURES: FIGURES, BENCH_BUILT: "1" },
      stdio: "inherit",
    });
    const [code] = await once(bench, "exit");
    if (code !== 0) {
      throw new Error(`The bench ${name} ended with ${code}.`);
    }
    minutesOf.push(`${name} ${minutesSince(start)}`);
  }
  const minutes = minutesSince(begin);
  const lines = readFileSync(FIGURES, "utf8").split("\n").filter(Boolean).map(JSON.parse);
  const cores = cpus();
  const machine = `${cores.length} cores, ${cores[0]?.model ?? "unknown"}, Node ${process.versions.node}`;
  const page = readFileSync(TEMPLATE, "utf8")
    .replace("{{machine}}", `${machine}; all of it took ${minutes} minutes`)
    .replace("{{figures}}", figuresTable(lines.filter((line) => "ours" in line)))
    .replace("{{growth}}", growthTable(lines.filter((line) => "took" in line)));
  writeFileSync(PAGE, await format(page, { parser: "markdown", printWidth: 125 }));
  console.log(`\nWrote docs/performance.md in ${minutes} minutes: ${minutesOf.join(", ")}.`);
}

function minutesSince(start) {
  return ((performance.now() - start) / 60_000).toFixed(1);
}

function figuresTable(figures) {
  return table(
    ["work", "floor", "floor takes", "ours", "ratio", "spread of ours", "aim", "longest turn"],
    figures.map(({ work, floor, unit, base, ours, aim, stall }) => [
      work,
      floor,
      base.length === 0 ? "–" : `${number(median(base))} ${unit}`,
      `${number(median(ours))} ${unit}`,
      base.length === 0 ? "–" : (median(ours) / median(base)).toFixed(2),
      `${number(Math.min(...ours))} to ${number(Math.max(...ours))}`,
      aim,
      turn(stall),
    ]),
  );
}

function growthTable(growths) {
  return table(
    ["work", "size", "10 ×", "100 ×", "time", "10 ×", "100 ×", "longest turn"],
    growths.map(({ work, unit = "ms", sizes, took: [one, ten, hundred], stall }) => [
      ...[work, ...sizes, `${number(one)} ${unit}`],
      ...[ten, hundred].map((took) => `${number(took)} ${unit} (${(took / one).toFixed(1)} ×)`),
      turn(stall),
    ]),
  );
}

function turn(stall) {
  if (stall === undefined) {
    return "–";
  }
  return stall > LONG_TURN ? `**${number(stall)} ms**` : `${number(stall)} ms`;
}

function table(head, rows) {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function number(value) {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}
