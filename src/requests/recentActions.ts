import { actionOutcome } from "../core/requests/actionOutcome";
import type {
  FoundId,
  History,
  HistoryFilter,
  HistoryPage,
  KnownConnection,
  Outcome,
} from "../core/requests/history";
import type { Action, AttemptBodies } from "../core/requests/record";

/** More actions of this window are forgotten, the oldest first. */
const KEPT_ACTIONS = 1000;
const LEAST_ID_LENGTH = 8;

/** What was asked of the service in this window, in memory only. */
export class RecentActions implements History {
  /** Newest last. */
  private readonly actions = new Map<string, Action>();
  private readonly texts = new WeakMap<Action, string>();
  private readonly listeners = new Set<(actionId: string | undefined) => void>();

  constructor(private readonly kept = KEPT_ACTIONS) {}

  /** Takes the newest state of an action: each attempt brings another. */
  note(action: Action): void {
    this.actions.set(action.id, action);
    for (const oldest of this.actions.keys()) {
      if (this.actions.size <= this.kept) {
        break;
      }
      this.actions.delete(oldest);
    }
    this.tell(action.id);
  }

  get size(): number {
    return this.actions.size;
  }

  get(id: string): Action | undefined {
    return this.actions.get(id);
  }

  get last(): Action | undefined {
    return [...this.actions.values()].at(-1);
  }

  query(filter: HistoryFilter, from: number, count: number): HistoryPage {
    const text = filter.text?.toLowerCase() ?? "";
    const found = [...this.actions.values()].filter(
      (action) =>
        (filter.connectionId ?? action.connectionId) === action.connectionId &&
        action.startedAt >= (filter.since ?? 0) &&
        isOutcome(action, filter.outcome) &&
        (text === "" || this.textOf(action).includes(text)),
    );
    return { total: found.length, actions: found.reverse().slice(from, from + count) };
  }

  find(id: string): readonly FoundId[] {
    const wanted = id.trim();
    return wanted.length < LEAST_ID_LENGTH
      ? []
      : [...this.actions.values()].reverse().flatMap((action) => foundIn(action, wanted));
  }

  get connections(): readonly KnownConnection[] {
    const known = new Map<string, KnownConnection>();
    for (const { connectionId: id, connectionLabel: label, environment } of this.newestFirst()) {
      if (!known.has(id)) {
        known.set(id, { id, label, environment });
      }
    }
    return [...known.values()];
  }

  bodies(): Promise<AttemptBodies | undefined> {
    return Promise.resolve(undefined);
  }

  onDidChange(listener: (actionId: string | undefined) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  clear(): Promise<void> {
    for (const { id, progress } of this.newestFirst()) {
      if (progress.state === "idle") {
        this.actions.delete(id);
      }
    }
    this.tell(undefined);
    return Promise.resolve();
  }

  private newestFirst(): readonly Action[] {
    return [...this.actions.values()].reverse();
  }

  private tell(id: string | undefined): void {
    for (const listener of [...this.listeners]) {
      listener(id);
    }
  }

  private textOf(action: Action): string {
    const known = this.texts.get(action);
    if (known !== undefined) {
      return known;
    }
    const { id, title, connectionLabel, traceId, attempts } = action;
    const ofAttempts = attempts.flatMap(({ pathTemplate, status, requestId, method }) => [
      ...[method, pathTemplate, status, requestId],
    ]);
    const text = [id, title, connectionLabel, traceId, ...ofAttempts].join("\n").toLowerCase();
    this.texts.set(action, text);
    return text;
  }
}

function isOutcome(action: Action, wanted: Outcome | undefined): boolean {
  return wanted === undefined || actionOutcome(action) === wanted;
}

function foundIn(action: Action, id: string): readonly FoundId[] {
  const isIt = (known: string | undefined): boolean => known?.startsWith(id) === true;
  return [
    ...(isIt(action.id) ? [{ action, what: "actionId" } as const] : []),
    ...(isIt(action.traceId) ? [{ action, what: "traceId" } as const] : []),
    ...action.attempts
      .filter(({ requestId }) => isIt(requestId))
      .map(({ number }) => ({ action, what: "requestId", attempt: number }) as const),
  ];
}
