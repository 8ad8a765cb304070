import { l10n } from "vscode";
import type { Networking } from "../../../platform/base/connection";
import type { Dialogs } from "../../../platform/vscode/dialogs";

/** How a way to the network is called. */
export function networkingWord(networking: Networking): string {
  return networking === "own" ? l10n.t("the explorer's own") : l10n.t("VS Code's");
}

/** Asks which way to the network a connection takes; undefined when the user declined. */
export async function pickNetworking(
  dialogs: Dialogs,
  current: Networking,
): Promise<Networking | undefined> {
  const items = [
    {
      label: l10n.t("Explorer's own networking"),
      description: current === "own" ? l10n.t("now") : "",
      detail: l10n.t("Uses http.proxy, http.noProxy, the environment and system certificates."),
      networking: "own" as const,
    },
    {
      label: l10n.t("VS Code networking"),
      description: current === "editor" ? l10n.t("now") : "",
      detail: l10n.t("For proxy auto-configuration (PAC) and proxies that require authentication."),
      networking: "editor" as const,
    },
  ];
  return (await dialogs.pick(l10n.t("Way to the network"), items))?.networking;
}
