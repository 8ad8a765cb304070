import type { History } from "../../src/core/requests/history";
import type { Action, AttemptBodies } from "../../src/core/requests/record";

/** A history in memory that holds what a test puts into it; its filter takes everything. */
export class HeldHistory implements History {
  readonly connections = [];
  private readonly actions = new Map<string, Action>();
  private readonly kept = new Map<string, AttemptBodies>();

  /** The newest; bodies are those of its last attempt. */
  add(action: Action, bodies?: AttemptBodies): void {
    this.actions.set(action.id, action);
    if (bodies !== undefined) {
      this.kept.set(`${action.id}/${action.attempts.length}`, bodies);
    }
  }

  get size(): number {
    return this.actions.size;
  }

  get last(): Action | undefined {
    return [...this.actions.values()].at(-1);
  }

  get(id: string): Action | undefined {
    return this.actions.get(id);
  }

  query(_filter: unknown, from: number, count: number): ReturnType<History["query"]> {
    const newest = [...this.actions.values()].reverse();
    return { total: newest.length, actions: newest.slice(from, from + count) };
  }

  find(): [] {
    return [];
  }

  bodies(actionId: string, attempt: number): Promise<AttemptBodies | undefined> {
    return Promise.resolve(this.kept.get(`${actionId}/${attempt}`));
  }

  onDidChange(): { dispose(): void } {
    return { dispose: () => undefined };
  }

  clear(): Promise<void> {
    this.actions.clear();
    this.kept.clear();
    return Promise.resolve();
  }
}
