import * as vscode from "vscode";
import { type ConnectionSummary, isProduction } from "../../../platform/base/connection";
import type { WriteLock } from "../../../platform/guard/writeLock";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { connectionName, environmentIcon } from "../../../platform/vscode/words";
import type { Connections } from "./connections";
import { warningText } from "../../../platform/texts/warnings";
import { CONNECTION_WARNINGS } from "../texts/warnings";
import { translate } from "../../../platform/vscode/translate";

interface SwitchServices {
  readonly dialogs: Dialogs;
  readonly connections: Connections;
  readonly writing: { readonly lock: Pick<WriteLock, "remaining"> };
}

/** Switches to the connection that is named, else to one that is asked for. True when it did. */
export async function switchConnection(
  services: SwitchServices,
  named: string | undefined,
): Promise<boolean> {
  const chosen = named ?? (await pickConnection(services));
  if (chosen === undefined) {
    return false;
  }
  await switchTo(services, chosen);
  return true;
}

/** Unlocks nothing, and says so where a write needs it. */
export async function switchTo(
  { connections, dialogs, writing }: SwitchServices,
  connectionId: string,
): Promise<void> {
  await connections.choose(connectionId);
  const { environment, label } = connections.summary(connectionId);
  if (isProduction(environment) && writing.lock.remaining(connectionId) === 0) {
    const locked = CONNECTION_WARNINGS["connections/locked"];
    const message = warningText(locked, translate, { name: label });
    void dialogs.notify("information", message);
  }
}

/** The one in use can be chosen, too: it may be in use without being remembered. */
async function pickConnection(services: SwitchServices): Promise<string | undefined> {
  const { connections, dialogs } = services;
  const offered = connections.summaries.filter(({ id }) => connections.isTrusted(id));
  const isRestricted = offered.length < connections.summaries.length;
  const items = offered.map((summary) => itemOf(summary, services));
  const title = vscode.l10n.t("Switch to which connection?");
  const about = isRestricted
    ? vscode.l10n.t("Restricted Mode: only the sandbox can be chosen")
    : vscode.workspace.name === undefined
      ? vscode.l10n.t("No folder is open: it is used in this window alone")
      : vscode.l10n.t("It is remembered for this workspace");
  return (await dialogs.pick(title, items, about))?.id;
}

function itemOf(
  summary: ConnectionSummary,
  { connections, writing }: SwitchServices,
): vscode.QuickPickItem & { readonly id: string } {
  const isLocked = isProduction(summary.environment) && writing.lock.remaining(summary.id) === 0;
  return {
    id: summary.id,
    label: connectionName(summary),
    iconPath: new vscode.ThemeIcon(environmentIcon(summary.environment)),
    description: summary.id === connections.current ? vscode.l10n.t("in use") : "",
    ...(isLocked && { detail: vscode.l10n.t("Locked: switching does not unlock it.") }),
  };
}
