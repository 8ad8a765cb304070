import { l10n } from "vscode";
import type { ConnectionSummary } from "../../../../platform/base/connection";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import { connectionName, timeWords } from "../../../../platform/vscode/words";

/** Asks before a text with live secrets goes to the clipboard: what they are, how long they last. */
export async function confirmSecrets(
  dialogs: Dialogs,
  connection: ConnectionSummary,
): Promise<boolean> {
  return dialogs.confirm({
    message: l10n.t("Copy the request with the secrets of '{0}'?", connectionName(connection)),
    detail: l10n.t(
      "The text holds the access token, which is good {0}, and the subscription key, which is good until the operator replaces it. Anyone who has both can call the service as you. Other programs can read the clipboard.",
      untilWords(connection),
    ),
    button: l10n.t("Copy with secrets"),
  });
}

function untilWords({ session }: ConnectionSummary): string {
  return session?.expiresAt === undefined
    ? l10n.t("until it is revoked")
    : l10n.t("until {0}", timeWords(session.expiresAt, Date.now()));
}
