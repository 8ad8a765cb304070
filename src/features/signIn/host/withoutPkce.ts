import { l10n } from "vscode";
import { SANDBOX_CONNECTION_ID } from "../../../platform/base/connection";
import type { AccessServices } from "./services";

/** True when the user knows what the sign-in then lacks. */
export async function confirmWithoutProofKey(
  { dialogs, summaries }: AccessServices,
  connectionId: string,
): Promise<boolean> {
  const label = summaries().find(({ id }) => id === connectionId)?.label ?? "";
  return dialogs.confirm({
    message: l10n.t("Sign in to '{0}' without PKCE?", label),
    detail: l10n.t(
      "PKCE binds a sign-in to the program that started it. Without it, another program on this machine that obtains the callback address could use the code in it. Some identity providers do not support PKCE. This applies to one sign-in; edit the connection to leave PKCE off.",
    ),
    button: l10n.t("Sign in without PKCE"),
  });
}

/**
 * Offers, after a sign-in without PKCE, to leave it off: else each sign-in to such a provider
 * fails once before it works. Nothing is kept unless the user says so.
 */
export async function offerToKeepProofKeyOff(
  { dialogs, summaries, keepProofKeyOff, showError }: AccessServices,
  connectionId: string,
): Promise<void> {
  const connection = summaries().find(({ id }) => id === connectionId)?.connection;
  const goesByChoice =
    connection?.proofKey === "auto" && connection.accessModel !== "serviceAccount";
  // The sandbox's connection is made anew with each start; its PKCE is a setting of its own.
  if (!goesByChoice || connectionId === SANDBOX_CONNECTION_ID) {
    return;
  }
  const message = l10n.t(
    "Signed in to '{0}' without PKCE. Keep PKCE off for this connection?",
    connection.label,
  );
  const button = l10n.t("Keep PKCE off");
  try {
    if ((await dialogs.notify("information", message, [button])) === button) {
      await keepProofKeyOff(connectionId);
    }
  } catch (error) {
    await showError(error);
  }
}
