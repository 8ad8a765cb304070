// Writes the bundle of all sentences in the source, which translations start from; with --check it
// only says whether the checked-in file is what the source gives (exit code 1 when it is not).
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getL10nJson } from "@vscode/l10n-dev";
import { format } from "prettier";
import ts from "typescript";
import { withResume } from "../src/platform/texts/withResume.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bundlePath = join(root, "l10n/bundle.l10n.json");

/** Functions of the type `Translate`, and `translatable`, which marks what one of them gets later. */
const TRANSLATING = new Set(["t", "translate", "translatable"]);
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

async function messagesOf(file) {
  const text = await readFile(join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const messages = [];
  visit(source);
  // An error that is gone on with by "Resume" is told in other words.
  return /\bError(Facts|Table)\b/.test(text) ? messages.flatMap(bothForms) : messages;

  function visit(node) {
    const message = ts.isCallExpression(node) && isTranslating(node.expression) && messageOf(node);
    if (message) {
      messages.push(message);
    }
    ts.forEachChild(node, visit);
  }

  /** Undefined where a name stands for a sentence that is marked where it is written. */
  function messageOf({ arguments: [first] }) {
    if (first === undefined || isName(first) || ts.isNumericLiteral(first)) {
      return undefined;
    }
    if (!ts.isStringLiteralLike(first)) {
      const { line } = source.getLineAndCharacterOfPosition(first.getStart());
      throw new Error(`${file}:${line + 1}: a sentence is to be one literal.`);
    }
    return first.text;
  }
}

function isTranslating(called) {
  const name = ts.isPropertyAccessExpression(called) ? called.name : called;
  return ts.isIdentifier(name) && TRANSLATING.has(name.text);
}

function isName(node) {
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
}

function bothForms(message) {
  return [message, withResume(message)];
}
