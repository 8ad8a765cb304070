import * as vscode from "vscode";
import { describeNetworkCheck } from "../core/errorTexts/networkCheck";
import type { ServiceClient } from "../core/service/client";
import type { Dialogs } from "../host/dialogs";
import { withProgress } from "../host/progress";
import { translate } from "../host/translate";

export interface NetworkCheckServices {
  readonly dialogs: Dialogs;
  readonly client: (connectionId: string) => Promise<ServiceClient>;
  readonly openText: (name: string, bytes: Uint8Array) => Promise<void>;
}

/** Goes to both servers of a connection and says where the way ends, if it ends. */
export async function checkNetwork(
  { dialogs, client, openText }: NetworkCheckServices,
  connectionId: string,
): Promise<void> {
  const report = await withProgress(vscode.l10n.t("Checking the network"), async (signal) =>
    (await client(connectionId)).checkNetwork(signal),
  );
  const { passed, summary, details } = describeNetworkCheck(report, translate);
  const show = vscode.l10n.t("Show details");
  const picked = await dialogs.notify(passed ? "information" : "error", summary, [show]);
  if (picked === show) {
    await openText("network-check.txt", new TextEncoder().encode(details));
  }
}
