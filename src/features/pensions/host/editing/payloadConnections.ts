import * as vscode from "vscode";
import { isPayload } from "../payloadPatterns";
import { targetConnection } from "../targetConnection";
import type { EditingServices } from "./services";

type ConnectionServices = Pick<
  EditingServices,
  "targets" | "defaultConnection" | "connections" | "onDidChange"
>;

/** The connection that a payload goes through; undefined where that is gone. */
export function connectionOfPayload(
  services: Omit<ConnectionServices, "onDidChange">,
  uri: vscode.Uri,
): string | undefined {
  return targetConnection(services, services.targets.of(uri))?.id;
}

/** The connections of the payloads that are open, each once; the one in use where none is open. */
export function openConnections(
  services: Omit<ConnectionServices, "onDidChange">,
): readonly (string | undefined)[] {
  const open = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => !isClosed && isPayload(uri),
  );
  const found = new Set(open.map(({ uri }) => connectionOfPayload(services, uri)));
  return found.size === 0 ? [services.defaultConnection().id] : [...found];
}

/** Calls back when one of the open payloads goes through another connection than before. */
export function onConnectionsChange(
  services: ConnectionServices,
  changed: () => void,
): vscode.Disposable {
  const state = (): string =>
    JSON.stringify([
      openConnections(services),
      vscode.workspace.textDocuments
        .filter(({ uri, isClosed }) => !isClosed && isPayload(uri))
        .map(({ uri }) => [uri.toString(), connectionOfPayload(services, uri)]),
    ]);
  let last = state();
  const look = (): void => {
    const now = state();
    if (now !== last) {
      last = now;
      changed();
    }
  };
  return vscode.Disposable.from(
    services.targets.onDidChange(look),
    services.onDidChange(look),
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidCloseTextDocument(look),
  );
}
