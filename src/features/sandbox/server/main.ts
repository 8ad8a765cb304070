import { closeSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import type { FaultRule } from "../messages/sandboxFaults";
import {
  SANDBOX_DEFINITIONS,
  type SandboxClient,
  type SandboxFacts,
  type SandboxFailed,
  type SandboxReady,
  type SandboxUserClient,
} from "../messages/sandboxMessages";
import { stringifyJson } from "./data/losslessJson";
import { lineWriter } from "./lineWriter";
import { PortError } from "./listen";
import { OptionError } from "./optionError";
import { type Output, readCommandLine, type Settings, USAGE } from "./options";
import { answerParent, sendToParent } from "./parentChannel";
import type { RunningSandbox } from "./runningSandbox";
import { startSandbox } from "./start";

declare const EXTENSION_VERSION: string;

void main();

/** Runs until its parent, a signal or a failure ends it; with a parent nothing is printed. */
async function main(): Promise<void> {
  try {
    const line = readCommandLine(process.argv.slice(2), process.env);
    if (line.action !== "run") {
      process.stdout.write(line.action === "help" ? USAGE : `${EXTENSION_VERSION}\n`);
      return;
    }
    const { settings, output } = line;
    checkSave(settings.save);
    const isChild = process.send !== undefined;
    const adminPort = settings.adminPort ?? (isChild ? undefined : 0);
    const sandbox = await startSandbox({ ...settings, adminPort }, sendFaults);
    writeLog(sandbox, settings.log);
    endWithParent(sandbox, settings);
    answerParent(sandbox);
    report({ type: "ready", ...sandbox.facts }, describe(sandbox.facts, output));
  } catch (error) {
    const failure = failureOf(error);
    const code = error instanceof OptionError || error instanceof PortError ? 2 : 1;
    report(failure, `${sentenceOf(error)}\n`, () => process.exit(code));
  }
}

function endWithParent(sandbox: RunningSandbox, { save }: Settings): void {
  const end = (): void => {
    sandbox.stop();
    if (save !== undefined) {
      saveTo(save, sandbox);
    }
    process.exit(0);
  };
  // The channel also closes when the parent is killed: then nobody else would end this process.
  process.on("disconnect", end);
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  // The terminal is closed.
  process.on("SIGHUP", end);
  if (process.send !== undefined && !process.connected) {
    end();
  }
}

/** What cannot be saved when it ends is told when it begins. */
function checkSave(file: string | undefined): void {
  if (file === undefined) {
    return;
  }
  try {
    closeSync(openSync(`${file}.part`, "w"));
    rmSync(`${file}.part`);
  } catch (error) {
    throw new OptionError("save", `${file} cannot be written (${codeOf(error)}).`);
  }
}

/** All or nothing: a file of before stays whole when there is no room for another. */
function saveTo(file: string, sandbox: RunningSandbox): void {
  try {
    writeFileSync(`${file}.part`, `${stringifyJson(sandbox.save(), 2)}\n`);
    renameSync(`${file}.part`, file);
  } catch (error) {
    process.stderr.write(`${file} could not be written (${codeOf(error)}).\n`);
    process.exit(1);
  }
}

/**
 * A line for each call when it has ended; none of them is lost when this process is. A full disk is
 * told once and ends nothing: what was written is worth more than the lines.
 */
function writeLog({ received }: RunningSandbox, file: string | undefined): void {
  if (file === undefined) {
    return;
  }
  let descriptor: number;
  try {
    descriptor = openSync(file, "a");
  } catch (error) {
    throw new OptionError("log", `${file} cannot be written (${codeOf(error)}).`);
  }
  const writeLine = lineWriter((bytes, from) => writeSync(descriptor, bytes, from));
  let isTold = false;
  received.onCall((call) => {
    try {
      writeLine(JSON.stringify(call));
    } catch (error) {
      if (!isTold) {
        isTold = true;
        process.stderr.write(
          `${file} could not be written (${codeOf(error)}). ` +
            "Calls are missing in it until it can be written again.\n",
        );
      }
    }
  });
}

function sendFaults(rules: readonly FaultRule[]): void {
  sendToParent({ type: "faults", rules });
}

function report(
  message: SandboxReady | SandboxFailed,
  text: string,
  done: () => void = () => undefined,
): void {
  if (process.send !== undefined) {
    process.send(message, undefined, undefined, done);
  } else if (message.type === "ready") {
    process.stdout.write(text, done);
  } else {
    process.stderr.write(text, done);
  }
}

function failureOf(error: unknown): SandboxFailed {
  if (error instanceof PortError && error.reason === "EADDRINUSE") {
    return { type: "failed", code: "sandbox/portInUse", values: { port: error.port } };
  }
  const code = "sandbox/startFailed";
  if (error instanceof PortError) {
    return { type: "failed", code, values: { port: error.port, reason: error.reason } };
  }
  const reason = error instanceof OptionError ? error.option : codeOf(error);
  return { type: "failed", code, values: { reason } };
}

function codeOf(error: unknown): string {
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unexpected";
}

function sentenceOf(error: unknown): string {
  if (error instanceof OptionError) {
    return error.message;
  }
  if (error instanceof PortError) {
    const reason = error.reason === "EADDRINUSE" ? "in use" : `refused (${error.reason})`;
    return `Port ${error.port} is ${reason}. Choose another one.`;
  }
  return `The sandbox could not start (${codeOf(error)}).`;
}

function describe(facts: SandboxFacts, output: Output): string {
  if (output === "quiet") {
    return "";
  }
  return output === "json" ? `${JSON.stringify(facts)}\n` : describeFacts(facts);
}

function describeClient([name, client]: [string, SandboxClient | SandboxUserClient]): string[] {
  const { clientId, clientSecret, scopes } = client;
  const callbacks = "redirectUris" in client ? client.redirectUris : [];
  return [
    "",
    `Client (${name})`,
    `  id              ${clientId}`,
    `  secret          ${clientSecret}`,
    `  scopes          ${scopes.join(" ")}`,
    ...callbacks.map((address) => `  callback        ${address}`),
  ];
}

function describeFacts(facts: SandboxFacts): string {
  const { baseUrl, authUrl, adminUrl, subscriptionKeys, clients } = facts;
  const lines = [
    `Service           ${baseUrl}`,
    `Identity          ${authUrl}`,
    `For tests         ${adminUrl ?? "none"}`,
    `Development key   ${subscriptionKeys.development}`,
    `Production key    ${subscriptionKeys.production}`,
    ...SANDBOX_DEFINITIONS.map((path) => `Definition        ${baseUrl}${path}`),
    ...Object.entries(clients).flatMap(describeClient),
    "",
    "Press Ctrl+C to stop.",
    "",
  ];
  return lines.join("\n");
}
