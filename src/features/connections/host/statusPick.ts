import * as vscode from "vscode";
import {
  type ConnectionSummary,
  isProduction,
  SANDBOX_CONNECTION_ID,
} from "../../../platform/base/connection";
import { copyText } from "../../../platform/vscode/clipboard";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import {
  accessModelWord,
  roundedLockWords,
  connectionName,
  environmentIcon,
  environmentWord,
  sameKeyNames,
  stateWords,
} from "../../../platform/vscode/words";
import type { CommandId } from "../../../manifest";
import type { Connections } from "./connections";
import { networkingWord } from "./networking";
import { switchTo } from "./switchConnection";
import type { WritingLock } from "./writing";

interface StatusServices {
  readonly dialogs: Dialogs;
  readonly connections: Connections;
  readonly writing: WritingLock;
}

interface StatusItem extends vscode.QuickPickItem {
  readonly command?: CommandId;
  readonly copy?: string;
  /** A connection to go on with. */
  readonly use?: string;
}

/**
 * Shows what is known of a connection; choosing a fact copies it, choosing a verb does it,
 * choosing another connection switches to it.
 */
export async function showStatus(services: StatusServices, connectionId: string): Promise<void> {
  const { dialogs, connections } = services;
  const summary = connections.summary(connectionId);
  const others = connections.summaries.filter(({ id }) => id !== connections.current);
  const picked = await dialogs.pick(
    connectionName(summary),
    [
      ...facts(summary, services),
      separator(),
      ...verbs(summary, services),
      separator(),
      ...others.map(switching),
    ],
    vscode.l10n.t("Choose a fact to copy it"),
  );
  if (picked?.copy !== undefined) {
    await copyText(picked.copy);
  }
  if (picked?.use !== undefined) {
    await switchTo(services, picked.use);
  }
  if (picked?.command !== undefined) {
    await vscode.commands.executeCommand(picked.command, { nodeId: connectionId });
  }
}

function switching(summary: ConnectionSummary): StatusItem {
  const name = connectionName(summary);
  return {
    label: vscode.l10n.t("Switch to {0}", name),
    iconPath: new vscode.ThemeIcon(environmentIcon(summary.environment)),
    use: summary.id,
  };
}

function facts(summary: ConnectionSummary, { connections, writing }: StatusServices): StatusItem[] {
  const isLockable = isProduction(summary.environment);
  const { connection, session } = summary;
  const rows: [icon: string, label: string, value: string | undefined][] = [
    [
      environmentIcon(summary.environment),
      vscode.l10n.t("Environment"),
      environmentWord(summary.environment),
    ],
    [
      "lock",
      vscode.l10n.t("Writing"),
      isLockable ? roundedLockWords(writing.lock.remaining(summary.id)) : undefined,
    ],
    ["pulse", vscode.l10n.t("State"), stateWords(summary, Date.now())],
    ["person", vscode.l10n.t("Access"), connection && accessModelWord(connection.accessModel)],
    ["globe", vscode.l10n.t("Service"), connection?.baseUrl],
    ["account", vscode.l10n.t("Identity"), connection?.authUrl],
    ["list-tree", vscode.l10n.t("Results under"), connection?.prefixes.profiling],
    ["plug", vscode.l10n.t("Networking"), connection && networkingWord(connection.networking)],
    ["key", vscode.l10n.t("Key fingerprint"), summary.keyFingerprint],
    ["warning", vscode.l10n.t("Same key as"), sameKeyNames(connections.summaries, summary.id)],
    ["shield", vscode.l10n.t("Scopes"), session?.scopes.join(" ")],
  ];
  return rows.flatMap(([icon, label, value]) =>
    value === undefined || value === ""
      ? []
      : [{ label, iconPath: new vscode.ThemeIcon(icon), description: value, copy: value }],
  );
}

function separator(): StatusItem {
  return { label: "", kind: vscode.QuickPickItemKind.Separator };
}

type Verb = readonly [icon: string, label: string, command: CommandId, shown: boolean];

function verbs(
  { id, state, session, environment }: ConnectionSummary,
  { writing }: StatusServices,
): StatusItem[] {
  const isSandbox = id === SANDBOX_CONNECTION_ID;
  const isSignedIn = session !== undefined;
  const restart =
    state === "ready" ? vscode.l10n.t("Restart sandbox") : vscode.l10n.t("Start sandbox");
  const isLocked = isProduction(environment) && writing.lock.remaining(id) === 0;
  const isAnyUnlocked = writing.lock.unlocked.length > 0;
  const rows: readonly Verb[] = [
    ["sign-in", vscode.l10n.t("Sign in"), "financialPlanning.access.signIn", !isSignedIn],
    ["sign-out", vscode.l10n.t("Sign out"), "financialPlanning.access.signOut", isSignedIn],
    ["unlock", vscode.l10n.t("Unlock writing…"), "financialPlanning.writing.unlock", isLocked],
    ["lock", vscode.l10n.t("Lock writing now"), "financialPlanning.writing.lock", isAnyUnlocked],
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
    .map(([icon, label, command]) => ({ label, iconPath: new vscode.ThemeIcon(icon), command }));
}
