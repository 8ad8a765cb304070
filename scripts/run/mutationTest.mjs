import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clearTimeout, setTimeout } from "node:timers";
import { ROOT } from "../paths.mjs";
import { build } from "./build.mjs";
import { endGroup, startGroup, waitForExit } from "./processGroup.mjs";

/** Code that needs no editor, and that people rely on most. */
const FOLDERS = [
  "src/core/guard",
  "src/core/http",
  "src/core/access",
  "src/core/pensions",
  "src/core/lists/audit",
  "src/core/definitions/imports",
];
const LOWEST_SCORE = 85;
const MINUTE_MS = 60_000;
/** Stryker writes what it has when it is ended. */
const GRACE_MS = 30_000;
const OUT = join(ROOT, "out", "mutants");

const args = process.argv.slice(2);
const minutes = Number(args.find((one) => one.startsWith("--minutes="))?.slice(10) ?? 60);
const texts = args.filter((one) => !one.startsWith("--"));
const folders = FOLDERS.filter(
  (folder) => texts.length === 0 || texts.some((text) => folder.includes(text)),
);

// Some tests start threads of the built extension.
await build();
const results = [];
for (const folder of folders) {
  results.push(await testFolder(folder));
}
console.table(Object.fromEntries(results.map(({ folder, counts }) => [folder, counts])));
const passed = results.every(({ counts }) => counts.score >= LOWEST_SCORE);
process.exitCode = passed && results.length > 0 ? 0 : 1;

async function testFolder(folder) {
  const directory = join(OUT, folder.replace("src/core/", "").replaceAll("/", "-"));
  mkdirSync(directory, { recursive: true });
  const child = startGroup(
    process.execPath,
    [join(ROOT, "scripts", "run", "mutationFolder.mjs"), folder, directory],
    {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      // What is sampled shall take half of the time, by what the tests took without mutants.
      env: { ...process.env, MUTANTS_BUDGET_MS: String((minutes * MINUTE_MS) / 2) },
      grace: GRACE_MS,
    },
  );
  const timer = setTimeout(() => void endGroup(child), minutes * MINUTE_MS);
  await waitForExit(child);
  clearTimeout(timer);
  const file = join(directory, "incremental.json");
  const mutants = existsSync(file) ? mutantsOf(JSON.parse(readFileSync(file, "utf8"))) : [];
  writeFileSync(join(directory, "survivors.txt"), survivorsOf(mutants).join("\n"));
  return { folder, counts: count(mutants) };
}

function mutantsOf({ files }) {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file, lines: source.split("\n") })),
  );
}

function count(mutants) {
  const of = (status, reason = "") =>
    mutants.filter((one) => one.status === status && (one.statusReason ?? "").includes(reason))
      .length;
  const killed = of("Killed");
  const timeout = of("Timeout");
  const survived = of("Survived");
  const uncovered = of("NoCoverage");
  const tested = killed + timeout + survived + uncovered;
  return {
    mutants: mutants.length,
    static: of("Ignored", "Static"),
    tested,
    killed,
    timeout,
    survived,
    uncovered,
    errors: of("RuntimeError"),
    score: tested === 0 ? 0 : Math.floor((1000 * (killed + timeout)) / tested) / 10,
  };
}

function survivorsOf(mutants) {
  return mutants
    .filter(({ status }) => status === "Survived" || status === "NoCoverage")
    .map(({ file, lines, location: { start, end }, status, replacement }) => {
      const line = lines[start.line - 1];
      const text = line.slice(
        start.column - 1,
        end.line === start.line ? end.column - 1 : undefined,
      );
      const instead = replacement.replaceAll(/\s+/g, " ");
      return `${file}:${start.line}:${start.column} ${status}: ${text.trim()} -> ${instead}`;
    })
    .sort();
}
