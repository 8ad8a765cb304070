import type { Action, AttemptBodies } from "../core/requests/record";

/** More actions of this window are forgotten, the oldest first. */
const KEPT_ACTIONS = 1000;

/** What was asked of the service in this window, newest last, in memory only. */
export class RecentActions {
  private readonly actions = new Map<string, Action>();

  /** Takes the newest state of an action: each attempt brings another. */
  note(action: Action): void {
    this.actions.set(action.id, action);
    for (const oldest of this.actions.keys()) {
      if (this.actions.size <= KEPT_ACTIONS) {
        return;
      }
      this.actions.delete(oldest);
    }
  }

  get(id: string): Action | undefined {
    return this.actions.get(id);
  }

  /** None are kept here. */
  bodies(): Promise<AttemptBodies | undefined> {
    return Promise.resolve(undefined);
  }

  get last(): Action | undefined {
    return [...this.actions.values()].at(-1);
  }
}
