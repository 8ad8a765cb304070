import { l10n } from "vscode";
import type { Connection } from "../../../platform/base/connection";
import { type KeyHolder, sameKeyLabels } from "../../../platform/base/sameKey";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { connectionName } from "../../../platform/vscode/words";
import type { EnteredSecrets } from "../common/enteredSecrets";
import type { Connections } from "./connections";

interface SameKeyServices {
  readonly dialogs: Pick<Dialogs, "notify">;
  readonly connections: Pick<Connections, "summaries" | "find">;
  readonly entered: Pick<EnteredSecrets, "read">;
}

/** Says that a key which was just entered is another connection's too. */
export async function warnOfSameKey(
  { dialogs, connections, entered }: SameKeyServices,
  connection: Connection,
  key: string,
): Promise<void> {
  const alike = sameKeyLabels(connections.summaries, connection.id);
  // A fingerprint is short: where the other key can be had, the keys themselves are compared.
  const others = await Promise.all(
    alike.map(async (other) => {
      const stored = connections.find(other.id)?.connection;
      const known = stored && (await entered.read(stored)).subscriptionKey;
      return known === undefined || known === key ? [other] : [];
    }),
  );
  const [other] = others.flat();
  if (other !== undefined) {
    void dialogs.notify("warning", warning(connection, others.flat()));
  }
}

function warning(connection: KeyHolder, others: readonly KeyHolder[]): string {
  const names = others.map(connectionName).join(", ");
  const isMixed = others.some(({ environment }) => environment !== connection.environment);
  return isMixed
    ? l10n.t(
        "{0} has the same subscription key as {1}. The key alone decides the environment, so one of them is labelled wrongly: check which environment the key was issued for.",
        connectionName(connection),
        names,
      )
    : l10n.t(
        "{0} has the same subscription key as {1}. The key alone decides the environment: calls of both go to the same one.",
        connectionName(connection),
        names,
      );
}
