import type { Action } from "../../src/core/requests/record";
import { RecentActions } from "../../src/requests/recentActions";

/** A history of these actions, oldest first; what is noted later comes on top. */
export function aHistory(actions: readonly Action[] = []): RecentActions {
  const history = new RecentActions(Number.MAX_SAFE_INTEGER);
  for (const action of actions) {
    history.note(action);
  }
  return history;
}
