import type { Dialogs } from "../../../../platform/vscode/dialogs";
import { localizer } from "../../../../platform/vscode/translate";
import { connectionOf } from "../../common/draft";
import { newConnectionId } from "../../common/connectionRecord";
import { planImport } from "../../common/importPlan";
import type { ConnectionDraft } from "../../messages/connectionDraft";
import { riskQuestion } from "../../texts/importTexts";
import type { Connections } from "../connections";

interface SaveServices {
  readonly dialogs: Pick<Dialogs, "confirm">;
  readonly connections: Pick<Connections, "stored" | "save" | "use">;
}

/**
 * Stores a connection and gives its id; undefined when the user declined to take it out of Production,
 * where its key stays the one of Production and writing would not be locked any more.
 */
export async function saveConnection(
  { dialogs, connections }: SaveServices,
  id: string | undefined,
  draft: ConnectionDraft,
): Promise<string | undefined> {
  const connection = connectionOf(draft, id ?? newConnectionId());
  const risk = "leavesProduction";
  const leaving = planImport([connection], { stored: connections.stored, reserved: [] }).find(
    ({ risks }) => risks.includes(risk),
  );
  if (leaving && !(await dialogs.confirm(riskQuestion(leaving, risk, localizer.t)))) {
    return undefined;
  }
  await connections.save(connection);
  connections.use(connection.id);
  return connection.id;
}
