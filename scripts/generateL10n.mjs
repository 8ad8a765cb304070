// Writes the bundle of all sentences in the source, which translations start from; with --check it
// only says whether the checked-in file is what the source gives (exit code 1 when it is not).
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getL10nJson } from "@vscode/l10n-dev";
import { format } from "prettier";
import { messagesIn } from "./l10n/messages.mjs";
import { withResume } from "../src/platform/texts/withResume.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bundlePath = join(root, "l10n/bundle.l10n.json");

/** The sandbox is another program, and English as the service that it stands for. */
const SOURCES = { pattern: "src/**/*.ts", without: ["src/features/sandbox/server/**"] };

const wanted = await generate();
if (!process.argv.includes("--check")) {
  await writeFile(bundlePath, wanted);
} else if ((await readFile(bundlePath, "utf8")) !== wanted) {
  process.stderr.write("bundle.l10n.json is stale: run `npm run generate:l10n`\n");
  process.exitCode = 1;
}

async function generate() {
  const files = globSync(SOURCES.pattern, { cwd: root, exclude: SOURCES.without });
  const messages = (await Promise.all(files.map(messagesOf))).flat();
  const bundle = await getL10nJson([{ extension: ".ts", contents: scriptOf(messages) }]);
  const sorted = Object.entries(bundle).sort(([one], [other]) => (one < other ? -1 : 1));
  return format(JSON.stringify(Object.fromEntries(sorted)), { parser: "json", printWidth: 100 });
}

/** l10n-dev looks for `l10n.t`; here most code is handed a function that translates. */
function scriptOf(messages) {
  const calls = messages.map((message) => `l10n.t(${JSON.stringify(message)});`);
  return ['import { l10n } from "vscode";', ...calls].join("\n");
}

/** An error that is gone on with by "Resume" is told in other words. */
async function messagesOf(file) {
  const path = join(root, file);
  const messages = messagesIn(path);
  const text = await readFile(path, "utf8");
  return /\bError(Facts|Table)\b/.test(text) ? messages.flatMap(bothForms) : messages;
}

function bothForms(message) {
  return [message, withResume(message)];
}
