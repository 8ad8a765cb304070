import { l10n } from "vscode";
import type { Connection } from "../../../platform/base/connection";
import type { EnteredSecrets } from "../common/enteredSecrets";
import { isBoundToServers, originsOf } from "../common/secretRecord";
import { AppError, isAppError } from "../../../platform/base/errors";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { SecretName } from "../messages/connectionDraft";
import type { Connections } from "./connections";
import { warnOfSameKey } from "./sameKey";
import { refusal } from "../../../platform/texts/refusals";
import { CONNECTION_REFUSALS } from "../texts/refusals";
import { localizer } from "../../../platform/vscode/translate";

interface SecretEntryServices {
  readonly dialogs: Dialogs;
  readonly connections: Connections;
  readonly entered: EnteredSecrets;
}

/**
 * Asks for a secret and keeps it; true when that was done.
 * @throws AppError `input/connectionGone` or `input/connectionMoved`: it is for the servers that
 * the box named
 */
export async function enterSecret(
  services: SecretEntryServices,
  connectionId: string,
  name: SecretName,
): Promise<boolean> {
  const { connections } = services;
  const asked = await connections.connection(connectionId);
  const value = await askSecret(services.dialogs, asked, name);
  if (value === undefined) {
    return false;
  }
  // It may have been removed or changed, here or elsewhere, while the box stood.
  connections.reread();
  const connection = await connections.connection(connectionId);
  if (!isBoundToServers(originsOf(asked), connection)) {
    const values = { connectionLabel: connection.label };
    throw new AppError("input", "input/connectionMoved", { values });
  }
  return keepSecrets(services, connection, { [name]: value });
}

/** Keeps secrets, asking where the store does not take them; true when they are kept. */
export async function keepSecrets(
  services: SecretEntryServices,
  connection: Connection,
  change: Readonly<Partial<Record<SecretName, string>>>,
): Promise<boolean> {
  const isKept = await storeOrAsk(services, connection, change);
  if (isKept) {
    // With another secret a client says who it is, and has the same token: nobody is signed out. A
    // service account has another one at once, by which a wrong secret is found.
    const isServiceAccount = connection.accessModel === "serviceAccount";
    const keepsToken = change.subscriptionKey === undefined && !isServiceAccount;
    await services.connections.reopen(connection.id, { keepsToken });
    if (change.subscriptionKey !== undefined) {
      await warnOfSameKey(services, connection, change.subscriptionKey);
    }
  }
  return isKept;
}

async function storeOrAsk(
  { dialogs, entered }: SecretEntryServices,
  connection: Connection,
  change: Readonly<Partial<Record<SecretName, string>>>,
): Promise<boolean> {
  try {
    await entered.write(connection, change);
    return true;
  } catch (error) {
    const code = isAppError(error) ? error.code : "";
    if (code === "credentials/notStored") {
      return askForSession({ dialogs, entered }, connection, change);
    }
    if (code !== "credentials/newerRecord" || !(await askToReplace(dialogs, connection))) {
      throw error;
    }
    await entered.write(connection, change, { replacesNewer: true });
    return true;
  }
}

/** A modal: while nobody answers, the value is held nowhere else. */
async function askForSession(
  { dialogs, entered }: Pick<SecretEntryServices, "dialogs" | "entered">,
  connection: Connection,
  change: Readonly<Partial<Record<SecretName, string>>>,
): Promise<boolean> {
  const agreed = await dialogs.confirm({
    message: l10n.t("VS Code's secret storage did not keep the value."),
    detail: l10n.t(
      "The system's key ring may be missing or locked. The value for {0} can stay in memory until this window closes; it is not written to disk.",
      connection.label,
    ),
    button: l10n.t("Keep for this session only"),
  });
  if (agreed) {
    entered.keepForSession(connection, change);
  }
  return agreed;
}

async function askToReplace(dialogs: Dialogs, { label }: Connection): Promise<boolean> {
  return dialogs.confirm({
    message: l10n.t("Replace the stored credentials of {0}?", label),
    detail: l10n.t(
      "A newer version of the explorer stored the key and the secret, and this one cannot read them. Both are removed, and what you entered is stored.",
    ),
    button: l10n.t("Replace"),
  });
}

async function askSecret(
  dialogs: Dialogs,
  { label, baseUrl, authUrl }: Connection,
  name: SecretName,
): Promise<string | undefined> {
  const titles: Readonly<Record<SecretName, string>> = {
    subscriptionKey: l10n.t("Subscription key of {0}", label),
    clientSecret: l10n.t("Client secret of {0}", label),
  };
  return dialogs.input({
    title: titles[name],
    prompt: l10n.t(
      "Kept in VS Code's secret storage, and sent only to {0} and {1}.",
      new URL(baseUrl).host,
      new URL(authUrl).host,
    ),
    password: true,
    check: (text) =>
      text === "" ? refusal(CONNECTION_REFUSALS.secretEmpty, localizer) : undefined,
  });
}
