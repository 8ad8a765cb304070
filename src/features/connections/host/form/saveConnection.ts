import type { Dialogs } from "../../../../platform/vscode/dialogs";
import { localizer } from "../../../../platform/vscode/translate";
import type { Connection } from "../../../../platform/base/connection";
import { connectionOf, draftOf } from "../../common/draft";
import { newConnectionId } from "../../common/connectionRecord";
import { planImport } from "../../common/importPlan";
import type { ConnectionDraft } from "../../messages/connectionDraft";
import { riskQuestion } from "../../texts/importTexts";
import type { Connections } from "../connections";
import { rebased } from "./formContent";

interface SaveServices {
  readonly dialogs: Pick<Dialogs, "confirm">;
  readonly connections: Pick<Connections, "stored" | "reread" | "save" | "use">;
}

/**
 * Stores what a draft changes of `saved`, over what is stored by then, and gives the id; undefined
 * when the user declined to take it out of Production, where its key stays the one of Production
 * and writing would not be locked any more.
 */
export async function saveConnection(
  { dialogs, connections }: SaveServices,
  id: string | undefined,
  draft: ConnectionDraft,
  saved: ConnectionDraft,
): Promise<string | undefined> {
  const given = id ?? newConnectionId();
  const merged = (): Connection => {
    const stored = connections.stored.find((one) => one.id === id);
    const whole = stored === undefined ? draft : rebased({ draft, saved }, draftOf(stored));
    return connectionOf(whole, given);
  };
  connections.reread();
  const risk = "leavesProduction";
  const leaving = planImport([merged()], { stored: connections.stored, reserved: [] }).find(
    ({ risks }) => risks.includes(risk),
  );
  if (leaving && !(await dialogs.confirm(riskQuestion(leaving, risk, localizer.t)))) {
    return undefined;
  }
  // It may have been changed, here or elsewhere, while the question stood.
  await connections.save(merged());
  connections.use(given);
  return given;
}
