import type { Connection } from "../../../platform/base/connection";
import { sameKeyLabels } from "../../../platform/base/sameKey";
import { warningText } from "../../../platform/texts/warnings";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { translate } from "../../../platform/vscode/translate";
import { connectionName } from "../../../platform/vscode/words";
import type { EnteredSecrets } from "../common/enteredSecrets";
import { CONNECTION_WARNINGS } from "../texts/warnings";
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
    void dialogs.notify(
      "warning",
      warningText(CONNECTION_WARNINGS["connections/sameKey"], translate, {
        name: connectionName(connection),
        names: others.flat().map(connectionName).join(", "),
        isMixed: others.flat().some(({ environment }) => environment !== connection.environment)
          ? 1
          : 0,
      }),
    );
  }
}
