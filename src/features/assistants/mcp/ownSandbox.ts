import { fork } from "node:child_process";
import { once } from "node:events";
import { AppError } from "../../../platform/base/errors";
import type { IssuedConnection } from "../../../platform/base/connection";
import { issueSandbox } from "../../sandbox/common/sandboxConnection";
import type { SandboxMessage } from "../../sandbox/messages/sandboxMessages";

/** Starts the sandbox's program; it ends when the channel to this process closes. */
export async function startOwnSandbox(program: string): Promise<IssuedConnection> {
  // Its output would stand between the messages of the protocol.
  const child = fork(program, [], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = once(child, "exit").then(() => {
    throw new AppError("sandbox", "sandbox/ended");
  });
  // Once it runs, whoever calls it hears that it is gone.
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, "message"), ended])) as [SandboxMessage];
  if (message.type !== "ready") {
    const failed = message.type === "failed" ? message : undefined;
    throw new AppError("sandbox", failed?.code ?? "sandbox/startFailed", {
      values: failed?.values ?? {},
    });
  }
  // Nobody waits for it: the standard input alone says how long this program runs.
  child.unref();
  child.channel?.unref();
  return issueSandbox({
    facts: message,
    chosen: { access: "serviceAccount", callback: "loopback" },
    ...{ label: "Sandbox", uriScheme: "" },
  });
}
