// Writes the tools of assistants into package.json, from the schemas that they read their input by;
// with --check it only says whether they are what that gives (exit code 1 when not).
import "./run/loadTypeScript.mjs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { format } from "prettier";
import { ROOT } from "./paths.mjs";

const path = join(ROOT, "package.json");
const source = createRequire(import.meta.url);
const { ASSISTANT_TOOLS, editorToolName } = source("../src/manifest.ts");
const { TOOL_DEFINITIONS } = source("../src/features/assistants/common/toolDefinitions.ts");
const { inputSchemaOf } = source("../src/features/assistants/common/inputSchema.ts");

const text = await readFile(path, "utf8");
const manifest = JSON.parse(text);
manifest.contributes.languageModelTools = ASSISTANT_TOOLS.map(toolOf);
const wanted = await format(JSON.stringify(manifest), {
  ...manifest.prettier,
  parser: "json-stringify",
});
if (!process.argv.includes("--check")) {
  await writeFile(path, wanted);
} else if (text !== wanted) {
  process.stderr.write("The tools in package.json are stale: run `npm run generate:tools`\n");
  process.exitCode = 1;
}

function toolOf(name) {
  const { reference, icon, description } = TOOL_DEFINITIONS[name];
  return {
    name: editorToolName(name),
    displayName: `%tool.${name}.title%`,
    userDescription: `%tool.${name}.description%`,
    // Models are told in English, whatever the user's language is.
    modelDescription: description,
    toolReferenceName: reference,
    canBeReferencedInPrompt: true,
    icon: `$(${icon})`,
    tags: ["financial-planning"],
    when: "config.financialPlanning.assistants.data != off",
    inputSchema: inputSchemaOf(name),
  };
}
