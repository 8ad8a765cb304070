import * as vscode from "vscode";
import type { Connection, ConnectionSummary } from "./platform/base/connection";
import type { ServiceClient } from "./platform/service/client";
import { type RegisteredDefinitions, registerDefinitions } from "./features/definitions/register";
import type { DefinitionParts } from "./features/definitions/host/services";

type Made = "store" | "connection" | "connectionLabel" | "connections" | "getDocument" | "addOwn";

/** What definitions are made of, as the parts of the explorer have it. */
export interface ExplorerParts extends Omit<DefinitionParts, Made | "connectionOf"> {
  readonly definitions: DefinitionParts["store"];
  readonly connections: {
    readonly current: string;
    readonly summaries: readonly ConnectionSummary[];
    find(id: string): ConnectionSummary | undefined;
    summary(id: string): ConnectionSummary;
    open(id: string): Promise<{ readonly connection: Connection; readonly client: ServiceClient }>;
  };
  readonly answers: { addOwn(name: string, bytes: Uint8Array): vscode.Uri };
  /** The connection that a node belongs to. */
  readonly connectionOf: (node: { readonly nodeId: string } | undefined) => string | undefined;
}

/** Registers the commands of definitions over the parts of the explorer. */
export function registerDefinitionsOf(parts: ExplorerParts): RegisteredDefinitions {
  const { definitions, connections, answers, connectionOf } = parts;
  return registerDefinitions({
    ...parts,
    store: definitions,
    addOwn: (name, bytes) => answers.addOwn(name, bytes),
    connectionLabel: (id) => connections.find(id)?.label ?? id,
    connections: () => connections.summaries,
    connection: async (node) => {
      const id = connectionOf(node) ?? connections.current;
      if (connections.find(id) === undefined) {
        return undefined;
      }
      const { connection } = await connections.open(id);
      return { ...connections.summary(id), connection };
    },
    getDocument: async (id, address, signal) => {
      const { client } = await connections.open(id);
      const action = client.startAction(vscode.l10n.t("Interface definition"));
      return (await client.getDocument(address, { action, signal })).text;
    },
  });
}
