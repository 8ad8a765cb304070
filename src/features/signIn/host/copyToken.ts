import { env, l10n } from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { Session } from "../../../platform/base/session";
import { showBriefly } from "../../../platform/vscode/surfaces";
import { timeWords } from "../../../platform/vscode/words";
import type { AccessServices } from "./services";

/**
 * Copies the access token, once the user agreed. It is neither shown nor logged.
 * @throws AppError `input/noToken`
 */
export async function copyToken(
  { open, dialogs }: AccessServices,
  connectionId: string,
): Promise<void> {
  const { connection, client } = await open(connectionId);
  const { session } = client;
  if (session === undefined) {
    throw new AppError("input", "input/noToken");
  }
  const agreed = await dialogs.confirm({
    message: l10n.t("Copy the access token of '{0}'?", connection.label),
    detail: l10n.t(
      "Anyone who has it, and a subscription key, can call the service as you {0}. Other programs can read the clipboard.",
      untilWords(session),
    ),
    button: l10n.t("Copy token"),
  });
  if (!agreed) {
    return;
  }
  const token = await client.copyableToken();
  if (token === undefined) {
    throw new AppError("input", "input/noToken");
  }
  await env.clipboard.writeText(token);
  showBriefly(l10n.t("Copied the access token"));
}

function untilWords({ expiresAt }: Session): string {
  return expiresAt === undefined
    ? l10n.t("until it is revoked")
    : l10n.t("until {0}", timeWords(expiresAt, Date.now()));
}
