// Writes the JSON schema of the sandbox's scenarios from the schema that its program reads them by;
// with --check it only says whether the checked-in file is what that gives (exit code 1 when not).
import "./run/loadTypeScript.mjs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import { format, resolveConfig } from "prettier";
import { ROOT } from "./paths.mjs";

const path = join(ROOT, "media/schemas/scenario.schema.json");
const source = createRequire(import.meta.url);
const { sandboxScenario } = source("../src/features/sandbox/messages/sandboxScenario.ts");
/** The editor checks patterns, but not the format "uuid". */
const UUID = "^[\\dA-Fa-f]{8}(?:-[\\dA-Fa-f]{4}){3}-[\\dA-Fa-f]{12}$";

const wanted = await generate();
if (!process.argv.includes("--check")) {
  await writeFile(path, wanted);
} else if ((await readFile(path, "utf8")) !== wanted) {
  process.stderr.write("scenario.schema.json is stale: run `npm run generate:scenario`\n");
  process.exitCode = 1;
}

async function generate() {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Scenario of the Financial Planning sandbox",
    description: "The data and the behaviour that a test needs.",
    ...toJsonSchema(sandboxScenario, {
      target: "draft-07",
      overrideAction: ({ valibotAction }) =>
        valibotAction.type === "uuid" ? { type: "string", pattern: UUID } : undefined,
    }),
  };
  const options = (await resolveConfig(path)) ?? {};
  return format(JSON.stringify(schema), { ...options, parser: "json" });
}
