import type * as vscode from "vscode";
import type { Connection, ConnectionSummary } from "../../../../platform/base/connection";
import type { ServiceClient } from "../../../../platform/service/client";
import { connectionName, sameKeyLine } from "../../../../platform/vscode/words";
import { registerSending } from "./register";
import type { SendServices } from "./services";

type Made =
  "connections" | "current" | "use" | "open" | "onDidReplace" | "keyFingerprint" | "sameKeyLine";

/** What sending is made of, as the parts of the explorer have it. */
interface SendParts extends Omit<SendServices, Made> {
  readonly connections: {
    readonly summaries: readonly ConnectionSummary[];
    readonly current: string;
    use(connectionId: string): void;
    open(connectionId: string): Promise<{ connection: Connection; client: ServiceClient }>;
    summary(connectionId: string): ConnectionSummary;
    readonly onDidReplace: SendServices["onDidReplace"];
  };
}

/** Registers the form and the commands on recorded requests, over the parts of the explorer. */
export function registerSendingOf(parts: SendParts): vscode.Disposable {
  return registerSending(sendServices(parts));
}

function sendServices({ connections, ...parts }: SendParts): SendServices {
  return {
    ...parts,
    connections: () =>
      connections.summaries.map((summary) => ({
        id: summary.id,
        environment: summary.environment,
        name: connectionName(summary),
      })),
    current: () => connections.current,
    use: (id) => connections.use(id),
    open: (id) => connections.open(id),
    onDidReplace: connections.onDidReplace,
    keyFingerprint: (id) => connections.summary(id).keyFingerprint,
    sameKeyLine: (id) => sameKeyLine(connections.summaries, id),
  };
}
