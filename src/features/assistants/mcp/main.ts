import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { isAppError } from "../../../platform/base/errors";
import { fillText } from "../../../platform/base/texts";
import { describeError } from "../../../platform/texts/errorText";
import { readEnvironment, VariableError, VARIABLES } from "./environment";
import { startOwnSandbox } from "./ownSandbox";
import { askAboutProduction, createServer, SERVER_NAME, serveTools } from "./server";
import { createMcpTools } from "./toolServices";

declare const EXTENSION_VERSION: string;

const USAGE = [
  `${SERVER_NAME}: the Financial Planning Open API for assistants, over the standard input and output.`,
  "It reads, and changes nothing. It is told by the environment:",
  "",
  ...Object.entries(VARIABLES).map(([name, meaning]) => `  ${name.padEnd(20)} ${meaning}`),
  "",
].join("\n");

/** Serves until the standard input ends. Exit code 2 for an environment that cannot be used. */
export async function main(): Promise<void> {
  if (process.argv.includes("--help")) {
    process.stdout.write(USAGE);
    return;
  }
  if (process.argv.includes("--version")) {
    process.stdout.write(`${EXTENSION_VERSION}\n`);
    return;
  }
  try {
    await serve();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(error instanceof VariableError ? 2 : 1);
  }
}

async function serve(): Promise<void> {
  const settings = readEnvironment(process.env);
  const issued = settings.issued ?? (await startOwnSandbox(join(__dirname, "sandbox.js")));
  const path = join(__dirname, "..", "media", "service", "financial-planning-open-api.json");
  const server = createServer(EXTENSION_VERSION);
  const tools = createMcpTools({
    ...{ settings, issued, description: readFileSync(path, "utf8"), version: EXTENSION_VERSION },
    askAboutProduction: (name) => askAboutProduction(server, name),
  });
  serveTools(server, tools);
  process.stdin.once("end", () => {
    void tools.dispose().finally(() => process.exit(0));
  });
  await server.connect(new StdioServerTransport());
}

/** Codes and sentences only: what a library says can hold anything. */
function sentenceOf(error: unknown): string {
  if (error instanceof VariableError) {
    return error.message;
  }
  const { what, advice } = describeError(isAppError(error) ? error : undefined, fillText);
  return `${what} ${advice}`;
}
