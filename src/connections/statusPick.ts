import * as vscode from "vscode";
import type { ConnectionSummary } from "../core/connection";
import { copyText } from "../host/clipboard";
import type { Dialogs } from "../host/dialogs";
import { connectionName, environmentIcon, environmentWord, stateWords } from "../host/words";
import type { CommandId } from "../manifest";
import { networkingWord } from "./networking";

interface StatusItem extends vscode.QuickPickItem {
  readonly command?: CommandId;
  readonly copy?: string;
}

/** Shows what is known of a connection; choosing a fact copies it, choosing a verb does it. */
export async function showStatus(dialogs: Dialogs, summary: ConnectionSummary): Promise<void> {
  const picked = await dialogs.pick(
    connectionName(summary),
    [...facts(summary), separator(), ...verbs(summary)],
    vscode.l10n.t("Choose a fact to copy it"),
  );
  if (picked?.copy !== undefined) {
    await copyText(picked.copy);
  }
  if (picked?.command !== undefined) {
    await vscode.commands.executeCommand(picked.command);
  }
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

function verbs({ state, session }: ConnectionSummary): StatusItem[] {
  const access: StatusItem =
    session === undefined
      ? {
          label: `$(sign-in) ${vscode.l10n.t("Sign in")}`,
          command: "financialPlanning.access.signIn",
        }
      : {
          label: `$(sign-out) ${vscode.l10n.t("Sign out")}`,
          command: "financialPlanning.access.signOut",
        };
  const restart: StatusItem = {
    label: `$(debug-restart) ${state === "ready" ? vscode.l10n.t("Restart sandbox") : vscode.l10n.t("Start sandbox")}`,
    command: "financialPlanning.sandbox.restart",
  };
  const network: StatusItem = {
    label: `$(radio-tower) ${vscode.l10n.t("Check network")}`,
    command: "financialPlanning.connection.checkNetwork",
  };
  const log: StatusItem = {
    label: `$(output) ${vscode.l10n.t("Show log")}`,
    command: "financialPlanning.log.show",
  };
  return [access, restart, network, log];
}
