// node scripts/run/reliability.mjs FILE [short]: puts the lines of gates and kills that a run printed
// ("G9 JSON: …", "batches: …") from a file with its output into docs/reliability.md.
// `npm run test:long > FILE` writes one; "short" says that it was `npm test`.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "../paths.mjs";

const PAGE = join(ROOT, "docs", "reliability.md");
/** Those of test/faults are in its support/gates.ts. */
const LINE =
  /^\s*((?:G(\d+) |link fuzz: |pipeline: |two windows on |batches: |killed [\w ]+: ).+)$/gm;
const BLOCK = /(<!-- figures -->\n)[^]*?(<!-- end of figures -->)/;

const [file, form = "long"] = process.argv.slice(2);
if (file === undefined) {
  console.error("Name the file with the output of a run.");
  process.exit(1);
}
const lines = [...readFileSync(file, "utf8").matchAll(LINE)];
if (lines.length === 0) {
  console.error(`${file} has no line of a gate.`);
  process.exit(1);
}
// Stable: those without a number stay as they were printed, behind the others.
const placeOf = ([, , number = 99]) => Number(number);
lines.sort((one, other) => placeOf(one) - placeOf(other));
const date = new Date().toISOString().slice(0, 10);
const figures = [
  `The ${form} form, ${date}, Node ${process.versions.node}, ${process.platform}:`,
  "",
  '```text not-run="figures"',
  ...lines.map(([, text]) => text.trimEnd()),
  "```",
  "",
].join("\n");
const page = readFileSync(PAGE, "utf8");
if (!BLOCK.test(page)) {
  throw new Error("The page has no place for figures.");
}
writeFileSync(
  PAGE,
  page.replace(BLOCK, (_all, begin, end) => `${begin}\n${figures}\n${end}`),
);
console.log(`${relative(ROOT, PAGE)}: ${lines.length} lines`);
