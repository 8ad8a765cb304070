import * as vscode from "vscode";
import { type ConnectionSummary, isProduction } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import { UNLOCK_MINUTES, type WriteLock } from "../../../platform/guard/writeLock";
import type { WriteGuard } from "../../../platform/guard/guard";
import type { Commands } from "../../../platform/vscode/commands";
import { contextKeySetter } from "../../../platform/vscode/contextKeys";
import type { Dialogs, Question } from "../../../platform/vscode/dialogs";
import { connectionName, sameKeyLine } from "../../../platform/vscode/words";
import type { NodeArgument } from "../../../manifest";
import { LastUsers } from "../common/lastUsers";
import type { Connections } from "./connections";
import { countText } from "../../../platform/vscode/formats";

/** The lock of this window, and when it opens or closes. */
export interface WritingLock {
  readonly lock: WriteLock;
  readonly onDidChange: vscode.Event<void>;
}

export interface WritingServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly connections: Connections;
  readonly guard: Pick<WriteGuard, "demandTrust">;
  readonly writing: WritingLock;
  readonly connectionOf: (node: NodeArgument | undefined) => string | undefined;
}

/** The commands that unlock and lock Production, and what else locks it. */
export function registerWriting(services: WritingServices): vscode.Disposable {
  const { commands, writing } = services;
  const setUnlocked = contextKeySetter("financialPlanning.writingUnlocked");
  const tellMenus = (): void => setUnlocked(writing.lock.unlocked.length > 0);
  tellMenus();
  return vscode.Disposable.from(
    commands.register("financialPlanning.writing.unlock", (node) => unlock(services, node)),
    commands.register("financialPlanning.writing.lock", () => writing.lock.lock()),
    writing.onDidChange(tellMenus),
    trackAccess(services),
  );
}

/** True when it was unlocked. */
async function unlock(services: WritingServices, node: NodeArgument | undefined): Promise<boolean> {
  const { connections, dialogs, guard, writing } = services;
  const id = await demandProduction(services, node);
  if (id === undefined) {
    return false;
  }
  const { connection } = connections.summary(id);
  if (connection === undefined) {
    throw new AppError("input", "input/connectionGone");
  }
  // Nobody is asked for what could not be done then.
  guard.demandTrust(connection);
  // The key may have been entered in another profile, which told this one nothing of it.
  await connections.secretStates(id);
  const key = writing.lock.demandKey(connection);
  if (!(await dialogs.confirm(question(connections.summary(id), connections.summaries)))) {
    return false;
  }
  // What is unlocked is what the question named.
  const isSame = connections.summary(id).connection === connection;
  if (!isSame || writing.lock.demandKey(connection) !== key) {
    const values = { connectionLabel: connection.label };
    throw new AppError("input", "input/connectionChanged", { values });
  }
  writing.lock.unlock(connection);
  connections.use(id);
  return true;
}

/** The Production that is meant: the node's, else the one in use, else one that is asked for. */
async function demandProduction(
  { connections, dialogs, connectionOf }: WritingServices,
  node: NodeArgument | undefined,
): Promise<string | undefined> {
  const named = connectionOf(node);
  const meant = connections.summary(named ?? connections.current);
  if (isProduction(meant.environment)) {
    return meant.id;
  }
  const locked = connections.summaries.filter(({ environment }) => isProduction(environment));
  if (named !== undefined || locked.length === 0) {
    throw new AppError("input", "input/notLocked", { values: { connectionLabel: meant.label } });
  }
  const items = locked.map((summary) => ({
    label: summary.label,
    description: connectionName(summary),
    id: summary.id,
  }));
  const title = vscode.l10n.t("Which connection?");
  return (items.length === 1 ? items[0] : await dialogs.pick(title, items))?.id;
}

function question(summary: ConnectionSummary, summaries: readonly ConnectionSummary[]): Question {
  const l10n = vscode.l10n;
  const sameKey = sameKeyLine(summaries, summary.id);
  return {
    message: l10n.t(
      "Unlock writing to {0} for {1} minutes?",
      summary.label,
      countText(UNLOCK_MINUTES),
    ),
    detail: [
      l10n.t(
        "Connection: {0} (key {1})",
        connectionName(summary),
        summary.keyFingerprint ?? l10n.t("unknown"),
      ),
      l10n.t("Service: {0}", summary.connection?.baseUrl ?? l10n.t("unknown")),
      ...(sameKey === undefined ? [] : [sameKey]),
      l10n.t(
        "Until then this window can create, replace and delete there; you confirm each write, and before the first one type the last 6 characters of the id of the client.",
      ),
      l10n.t(
        "It is locked again when the time is over, by command, with another key or address, and when you sign out or sign in as another user.",
      ),
    ].join("\n"),
    button: l10n.t("Unlock"),
  };
}

/** Whatever replaces the access of a connection, or ends it, locks it. */
function trackAccess({ connections, writing }: WritingServices): vscode.Disposable {
  let signedIn = new Set<string>();
  const users = new LastUsers();
  const check = (): void => {
    const now = connections.summaries.filter(({ session }) => session !== undefined);
    const ids = new Set(now.map(({ id }) => id));
    const ended = [...signedIn].filter((id) => !ids.has(id));
    ended.forEach((id) => users.forget(id));
    // A sign-in takes the place of the one before: the session of that is never seen to end.
    const others = now.filter((summary) => users.note(summary));
    signedIn = ids;
    [...ended, ...others.map(({ id }) => id)].forEach((id) => writing.lock.lock(id));
  };
  check();
  return vscode.Disposable.from(
    connections.onDidChange(check),
    connections.onDidReplace(({ connectionId }) => writing.lock.lock(connectionId)),
  );
}
