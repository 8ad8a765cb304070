// Writes docs/troubleshooting.md: its template, with the sentences of the error catalogue by
// subject; with --check it only says whether the page is what they give (exit code 1 when not).
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import {
  allFindings,
  allRefusals,
  allSentences,
  sentencesIn,
  unknownCases,
} from "./troubleshooting/sentences.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const templatePath = join(root, "scripts/troubleshooting/template.md");
const pagePath = join(root, "docs/troubleshooting.md");
/** `<!-- codes: network/proxy* service/404 -->` stands where their sentences go. */
const PLACE = /^<!-- codes: (.+) -->$/gm;
/** `<!-- sentences: platform/texts/networkCheck -->` stands where those of these files go. */
const FILES = /^<!-- sentences: (.+) -->$/gm;

const wanted = await generate();
if (!process.argv.includes("--check")) {
  await writeFile(pagePath, wanted);
} else if ((await readFile(pagePath, "utf8")) !== wanted) {
  process.stderr.write("docs/troubleshooting.md is stale: npm run generate:troubleshooting\n");
  process.exitCode = 1;
}

async function generate() {
  const template = await readFile(templatePath, "utf8");
  const sentences = allSentences();
  const subjects = subjectsOf(template, new Set(sentences.map(({ code }) => code)));
  const filled = template.replace(PLACE, (place) =>
    tableOf(sentences.filter(({ code }) => subjects.get(code) === place)),
  );
  const tables = filled
    .replace("<!-- refusals -->", columnOf(allRefusals()))
    .replace("<!-- findings -->", columnOf(allFindings()));
  const page = tables.replace(FILES, (_place, files) =>
    columnOf(sentencesIn(files.split(" ")).filter((text) => !tables.includes(cell(text)))),
  );
  const options = (await resolveConfig(pagePath)) ?? {};
  return format(page, { printWidth: 100, ...options, parser: "markdown" });
}

/** The place of each code: that with the longest pattern that it fits. */
function subjectsOf(template, codes) {
  const patterns = [...template.matchAll(PLACE)].flatMap(([place, words]) =>
    words.split(" ").map((pattern) => ({ place, pattern, isUsed: false })),
  );
  patterns.sort((one, other) => other.pattern.length - one.pattern.length);
  const subjects = new Map();
  for (const code of codes) {
    const found = patterns.find(({ pattern }) =>
      pattern.endsWith("*") ? code.startsWith(pattern.slice(0, -1)) : code === pattern,
    );
    if (found === undefined) {
      throw new Error(`no subject of the template takes ${code}`);
    }
    found.isUsed = true;
    subjects.set(code, found.place);
  }
  const idle = patterns.filter(({ isUsed }) => !isUsed).map(({ pattern }) => pattern);
  if (idle.length > 0 || unknownCases().length > 0) {
    throw new Error(`no error has these codes: ${[...idle, ...unknownCases()].join(", ")}`);
  }
  return subjects;
}

function tableOf(sentences) {
  const advices = Map.groupBy(sentences, ({ what }) => what);
  const rows = [...advices]
    .map(([what, pairs]) => [what, [...new Set(pairs.map(({ advice }) => advice))].join(" _Or:_ ")])
    .sort(([one], [other]) => byWords(one, other));
  const lines = rows.map(([what, advice]) => `| ${cell(what)} | ${cell(advice)} |`);
  return ["| you see | what to do |", "| --- | --- |", ...lines].join("\n");
}

/** One column: what a field takes is part of what it says, what a finding offers is its button. */
function columnOf(sentences) {
  const rows = [...new Set(sentences)].sort(byWords).map((text) => `| ${cell(text)} |`);
  return ["| you see |", "| --- |", ...rows].join("\n");
}

function byWords(one, other) {
  return one.replace(/^\W+/, "").localeCompare(other.replace(/^\W+/, ""), "en");
}

/** As it is read, not as Markdown. */
function cell(text) {
  return text.replace(/[\\|*_<>`]/g, "\\$&").replaceAll("\\_Or:\\_", "_Or:_");
}
