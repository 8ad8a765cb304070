import { l10n } from "vscode";
import type { PendingSignIns } from "../../../platform/auth/pendingSignIns";
import type { Session } from "../../../platform/base/session";
import { timeWords } from "../../../platform/vscode/words";
import type { AccessServices } from "./services";

/** Ends the access of a connection, and says how far that reaches. */
export async function signOut(
  { open, dialogs }: AccessServices,
  pendingSignIns: PendingSignIns,
  connectionId: string,
): Promise<void> {
  const { connection, client } = await open(connectionId);
  await pendingSignIns.cancel(connectionId);
  const { session } = client;
  const { revoked } = await client.signOut();
  void dialogs.notify("information", messageOf(connection.label, session, revoked));
}

function messageOf(label: string, session: Session | undefined, revoked: boolean): string {
  if (session === undefined) {
    return l10n.t("Nobody was signed in to '{0}'; no token is kept.", label);
  }
  if (revoked) {
    return l10n.t("Signed out of '{0}'. The identity provider has revoked the token.", label);
  }
  const until =
    session.expiresAt === undefined
      ? l10n.t("until it is refused")
      : l10n.t("until {0}", timeWords(session.expiresAt, Date.now()));
  return l10n.t(
    "Signed out of '{0}' here: the token is forgotten. The identity provider did not revoke it; it stays valid {1}.",
    label,
    until,
  );
}
