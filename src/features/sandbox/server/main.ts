import type { FaultRule } from "../messages/sandboxFaults";
import {
  SANDBOX_DEFINITIONS,
  type SandboxClient,
  type SandboxFacts,
  type SandboxFailed,
  type SandboxFaults,
  type SandboxReady,
  type SandboxUserClient,
  type SetFaults,
} from "../messages/sandboxMessages";
import { readFaultRules } from "./faults/faultRules";
import { PortError } from "./listen";
import { OptionError, readSettings, USAGE } from "./options";
import { startSandbox, type RunningSandbox } from "./start";

void main();

/** Runs until its parent, a signal or a failure ends it; with a parent nothing is printed. */
async function main(): Promise<void> {
  try {
    const settings = readSettings(process.argv.slice(2), process.env);
    if (settings === undefined) {
      process.stdout.write(USAGE);
      return;
    }
    const sandbox = await startSandbox(settings, sendFaults);
    endWithParent(sandbox);
    receiveFaults(sandbox);
    report({ type: "ready", ...sandbox.facts }, describeFacts(sandbox.facts));
  } catch (error) {
    const failure = failureOf(error);
    report(failure, describeFailure(failure), () => process.exit(1));
  }
}

function endWithParent(sandbox: RunningSandbox): void {
  const end = (): void => {
    sandbox.stop();
    process.exit(0);
  };
  // The channel also closes when the parent is killed: then nobody else would end this process.
  process.on("disconnect", end);
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  if (process.send !== undefined && !process.connected) {
    end();
  }
}

/** Rules come over the channel at any time and count from the next call on. */
function receiveFaults({ faults }: RunningSandbox): void {
  process.on("message", (message: Partial<SetFaults> | null) => {
    if (message?.type === "setFaults") {
      const rules = readFaultRules(message.rules);
      if (rules !== undefined) {
        faults.set(rules);
      }
      send({ rules: faults.active, isAnswer: true, isRefusal: rules === undefined });
    }
  });
}

function sendFaults(rules: readonly FaultRule[]): void {
  send({ rules, isAnswer: false, isRefusal: false });
}

function send(faults: Omit<SandboxFaults, "type">): void {
  // The parent may be going: then there is nobody to tell.
  process.send?.({ type: "faults", ...faults }, undefined, undefined, () => undefined);
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
  return { type: "failed", code, values: { reason: reasonOf(error) } };
}

function reasonOf(error: unknown): string {
  if (error instanceof OptionError) {
    return error.option;
  }
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unexpected";
}

function describeFailure({ values }: SandboxFailed): string {
  const { port, reason } = values;
  return port === undefined
    ? `The sandbox could not start (${reason}).\n`
    : `The sandbox could not start: port ${port} is ${reason ?? "in use"}. Choose another one.\n`;
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

function describeFacts({ baseUrl, authUrl, subscriptionKeys, clients }: SandboxFacts): string {
  const lines = [
    `Service           ${baseUrl}`,
    `Identity          ${authUrl}`,
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
