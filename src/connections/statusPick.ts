import * as vscode from "vscode";
import { type ConnectionSummary, SANDBOX_CONNECTION_ID } from "../core/connection";
import { copyText } from "../host/clipboard";
import type { Dialogs } from "../host/dialogs";
import {
  accessModelWord,
  connectionName,
  environmentIcon,
  environmentWord,
  stateWords,
} from "../host/words";
import type { CommandId } from "../manifest";
import type { Connections } from "./connections";
import { networkingWord } from "./networking";

interface StatusItem extends vscode.QuickPickItem {
  readonly command?: CommandId;
  readonly copy?: string;
  /** A connection to go on with. */
  readonly use?: string;
}

/**
 * Shows what is known of a connection; choosing a fact copies it, choosing a verb does it,
 * choosing another connection makes that the one in use.
 */
export async function showStatus(
  dialogs: Dialogs,
  connections: Connections,
  connectionId: string,
): Promise<void> {
  const summary = connections.summary(connectionId);
  const others = connections.summaries.filter(({ id }) => id !== connections.current);
  const picked = await dialogs.pick(
    connectionName(summary),
    [...facts(summary), separator(), ...verbs(summary), separator(), ...others.map(switching)],
    vscode.l10n.t("Choose a fact to copy it"),
  );
  if (picked?.copy !== undefined) {
    await copyText(picked.copy);
  }
  if (picked?.use !== undefined) {
    connections.use(picked.use);
  }
  if (picked?.command !== undefined) {
    await vscode.commands.executeCommand(picked.command, { nodeId: connectionId });
  }
}

function switching(summary: ConnectionSummary): StatusItem {
  const name = connectionName(summary);
  return {
    label: `$(${environmentIcon(summary.environment)}) ${vscode.l10n.t("Switch to {0}", name)}`,
    use: summary.id,
  };
}

function facts(summary: ConnectionSummary): StatusItem[] {
  const { connection, session } = summary;
  const rows: [icon: string, label: string, value: string | undefined][] = [
    [
      environmentIcon(summary.environment),
      vscode.l10n.t("Environment"),
      environmentWord(summary.environment),
    ],
    ["pulse", vscode.l10n.t("State"), stateWords(summary, Date.now())],
    ["person", vscode.l10n.t("Access"), connection && accessModelWord(connection.accessModel)],
    ["globe", vscode.l10n.t("Service"), connection?.baseUrl],
    ["account", vscode.l10n.t("Identity"), connection?.authUrl],
    ["list-tree", vscode.l10n.t("Results under"), connection?.prefixes.profiling],
    ["plug", vscode.l10n.t("Networking"), connection && networkingWord(connection.networking)],
    ["key", vscode.l10n.t("Key fingerprint"), summary.keyFingerprint],
    ["shield", vscode.l10n.t("Scopes"), session?.scopes.join(" ")],
  ];
  return rows.flatMap(([icon, label, value]) =>
    value === undefined || value === ""
      ? []
      : [{ label: `$(${icon}) ${label}`, description: value, copy: value }],
  );
}

function separator(): StatusItem {
  return { label: "", kind: vscode.QuickPickItemKind.Separator };
}

function verbs({ id, state, session }: ConnectionSummary): StatusItem[] {
  const isSandbox = id === SANDBOX_CONNECTION_ID;
  const isSignedIn = session !== undefined;
  const restart =
    state === "ready" ? vscode.l10n.t("Restart sandbox") : vscode.l10n.t("Start sandbox");
  const rows: readonly (readonly [
    icon: string,
    label: string,
    command: CommandId,
    shown: boolean,
  ])[] = [
    ["sign-in", vscode.l10n.t("Sign in"), "financialPlanning.access.signIn", !isSignedIn],
    ["sign-out", vscode.l10n.t("Sign out"), "financialPlanning.access.signOut", isSignedIn],
    ["debug-restart", restart, "financialPlanning.sandbox.restart", isSandbox],
    ["edit", vscode.l10n.t("Edit connection"), "financialPlanning.connection.edit", !isSandbox],
    [
      "radio-tower",
      vscode.l10n.t("Check network"),
      "financialPlanning.connection.checkNetwork",
      true,
    ],
    ["output", vscode.l10n.t("Show log"), "financialPlanning.log.show", true],
  ];
  return rows
    .filter(([, , , shown]) => shown)
    .map(([icon, label, command]) => ({ label: `$(${icon}) ${label}`, command }));
}
