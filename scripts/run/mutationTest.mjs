// Runs Stryker folder by folder within an hour each, and counts a sample where it needs longer.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clearTimeout, setTimeout } from "node:timers";
import { parseArgs } from "node:util";
import { ROOT } from "../paths.mjs";
import { build } from "./build.mjs";
import { findEquivalents, readEquivalents } from "./equivalentMutants.mjs";
import { placeOf } from "./mutantOrder.mjs";
import { endGroup, startGroup, waitForExit } from "./processGroup.mjs";

/** Code that needs no editor, and that people rely on most. */
const FOLDERS = [
  "src/platform/base/scope",
  "src/platform/guard",
  "src/platform/http",
  "src/platform/auth",
  "src/features/pensions/common",
  "src/features/lists/common/audit",
  "src/features/definitions/common/imports",
];
const LOWEST_SCORE = 85;
const MINUTE_MS = 60_000;
/** For Stryker to write down what it knows. */
const GRACE_MS = 30_000;
const OUT = join(ROOT, "out", "mutants");
const TRIED = ["Killed", "Timeout", "Survived"];
const COUNTED = [...TRIED, "NoCoverage", "Equivalent"];

const { values: options, positionals: texts } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    concurrency: { type: "string", default: "2" },
  },
  allowPositionals: true,
});
const folders = FOLDERS.filter(
  (folder) => texts.length === 0 || texts.some((text) => namesOf(folder).includes(text)),
);

// Some tests start threads of the built extension.
await build();
const results = {};
for (const folder of folders) {
  results[folder] = await testFolder(folder);
}
console.table(results);
const isGood = ({ score }) => score >= LOWEST_SCORE;
process.exitCode = folders.length > 0 && Object.values(results).every(isGood) ? 0 : 1;

/** Its path, and the same as docs/mutants.md has it. */
function namesOf(folder) {
  return `${folder} ${folder.replace("/common", "")}`;
}

async function testFolder(folder) {
  const directory = join(OUT, folder.replace("src/", "").replaceAll("/", "-"));
  mkdirSync(directory, { recursive: true });
  // What a run leaves that was ended in the middle.
  rmSync(join(OUT, "work"), { recursive: true, force: true });
  const script = join(ROOT, "scripts", "run", "mutationFolder.mjs");
  const child = startGroup(process.execPath, [script, folder, directory, options.concurrency], {
    cwd: ROOT,
    stdio: "inherit",
  });
  const ended = waitForExit(child);
  const timers = [
    // Stryker alone: it writes what it knows, and its processes end with it.
    setTimeout(() => child.kill("SIGTERM"), options.minutes * MINUTE_MS),
    setTimeout(() => void endGroup(child), options.minutes * MINUTE_MS + GRACE_MS),
  ];
  await ended;
  timers.forEach(clearTimeout);
  const file = join(directory, "incremental.json");
  const all = existsSync(file) ? mutantsOf(JSON.parse(readFileSync(file, "utf8"))) : [];
  const { reasons, doubts } = findEquivalents(all, readEquivalents());
  const sample = sampleOf(all).map((mutant) =>
    isUnnoticed(mutant) && reasons.has(mutant)
      ? { ...mutant, status: "Equivalent", why: reasons.get(mutant) }
      : mutant,
  );
  const lists = {
    "survivors.txt": listOf(sample.filter(isUnnoticed)),
    "equivalent.txt": listOf(sample.filter(({ why }) => why !== undefined)),
  };
  for (const [name, lines] of Object.entries(lists)) {
    writeFileSync(join(directory, name), lines.join("\n"));
  }
  const again = doubts.map((doubt) => `Look again at equivalent.json: ${doubt}`);
  console.log([...lists["equivalent.txt"], ...again].join("\n"));
  return count(sample);
}

function mutantsOf({ files }) {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({
      ...mutant,
      file,
      place: placeOf({ ...mutant, file }),
      ...codeOf(source, mutant.location),
      replacement: inOneLine(mutant.replacement),
    })),
  );
}

/** The code that a mutant replaces, and the line where it begins. */
function codeOf(source, { start, end }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const line = lines[0].trim();
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  return { text: inOneLine(lines.join("\n").slice(start.column - 1)), line };
}

/** Those that were tried, and of those that no test reaches as many as stand in the same sample. */
function sampleOf(all) {
  const tried = all.filter(({ status }) => TRIED.includes(status));
  const places = tried.map(({ place }) => place).sort((one, other) => one - other);
  // Not the last one: where lines moved since, what is known stands anywhere in the order now.
  const end = 2 * (places[Math.floor(places.length / 2)] ?? 0);
  return [...tried, ...all.filter(({ status, place }) => status === "NoCoverage" && place < end)];
}

/** The score is of those that a test could notice. */
function count(mutants) {
  const [killed, timeout, survived, uncovered, equivalent] = COUNTED.map(
    (wanted) => mutants.filter(({ status }) => status === wanted).length,
  );
  const tried = mutants.length - equivalent;
  const score = tried === 0 ? 0 : Math.floor((1000 * (killed + timeout)) / tried) / 10;
  return { tried, killed, timeout, survived, uncovered, equivalent, score };
}

function isUnnoticed({ status }) {
  return status === "Survived" || status === "NoCoverage";
}

function listOf(mutants) {
  return mutants
    .map(({ file, location: { start }, status, text, replacement, why }) => {
      const change = `${file}:${start.line}:${start.column} ${status}: ${text} => ${replacement}`;
      return why === undefined ? change : `${change}: ${why}`;
    })
    .sort();
}

function inOneLine(text) {
  return text.replaceAll(/\s+/g, " ");
}
