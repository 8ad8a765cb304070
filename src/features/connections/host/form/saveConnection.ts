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
  readonly connections: Pick<Connections, "stored" | "reread" | "save" | "edit" | "use">;
}

/**
 * Stores what a draft changes of `saved`, over what is stored by then, and gives the id; undefined
 * when the user declined to take it out of Production, where its key stays the one of Production
 * and writing would not be locked any more.
 * @throws AppError `input/connectionGone` when it was removed while it was saved
 */
export async function saveConnection(
  { dialogs, connections }: SaveServices,
  id: string | undefined,
  draft: ConnectionDraft,
  saved: ConnectionDraft,
): Promise<string | undefined> {
  const given = id ?? newConnectionId();
  const merged = (stored: Connection): Connection =>
    connectionOf(rebased({ draft, saved }, draftOf(stored)), given);
  connections.reread();
  const before = connections.stored.find((one) => one.id === id);
  const wanted = before === undefined ? connectionOf(draft, given) : merged(before);
  const risk = "leavesProduction";
  const leaving = planImport([wanted], { stored: connections.stored, reserved: [] }).find(
    ({ risks }) => risks.includes(risk),
  );
  if (leaving && !(await dialogs.confirm(riskQuestion(leaving, risk, localizer.t)))) {
    return undefined;
  }
  // It may have been changed or removed, here or elsewhere, while the question stood.
  await (before === undefined ? connections.save(wanted) : connections.edit(given, merged));
  connections.use(given);
  return given;
}
