import * as vscode from "vscode";
import { describeNetworkCheck } from "../../../platform/texts/networkCheck";
import type { ServiceClient } from "../../../platform/service/client";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { withProgress } from "../../../platform/vscode/progress";
import { translate } from "../../../platform/vscode/translate";

interface NetworkCheckServices {
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
