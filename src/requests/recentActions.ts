import type { FoundId } from "../core/requests/history";
import type { Action } from "../core/requests/record";

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

  get size(): number {
    return this.actions.size;
  }

  /** Where an id stands, whole or its beginning of at least 8 characters; newest first. */
  find(id: string): readonly FoundId[] {
    return [...this.actions.values()].reverse().flatMap((action) => placesOf(action, id));
  }

  get last(): Action | undefined {
    return [...this.actions.values()].at(-1);
  }
}

const SHORTEST_BEGINNING = 8;

function placesOf(action: Action, id: string): readonly FoundId[] {
  const isIt = (known: string | undefined): boolean =>
    known === id || (id.length >= SHORTEST_BEGINNING && known?.startsWith(id) === true);
  return [
    ...(isIt(action.traceId) ? [{ action, what: "traceId" as const }] : []),
    ...(isIt(action.id) ? [{ action, what: "actionId" as const }] : []),
    ...action.attempts.flatMap(({ requestId, errorIds = [], number }): FoundId[] => [
      ...(isIt(requestId) ? [{ action, what: "requestId" as const, attempt: number }] : []),
      ...(errorIds.some(({ value }) => isIt(value))
        ? [{ action, what: "errorId" as const, attempt: number }]
        : []),
    ]),
  ];
}
