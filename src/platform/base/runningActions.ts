import { AppError } from "./errors";

/** The calls of one window that have not ended, by their action: any of them may be cancelled. */
export class RunningActions {
  private readonly calls = new Map<string, Set<AbortController>>();

  /** `onChange` is told whether a call is running, when one begins and when the last one ends. */
  constructor(private readonly onChange: (isRunning: boolean) => void = () => undefined) {}

  /** Follows a call; the function returned is to be called when it has ended. */
  begin(actionId: string, controller: AbortController): () => void {
    const calls = this.calls.get(actionId) ?? new Set();
    this.calls.set(actionId, calls.add(controller));
    this.onChange(true);
    return () => {
      calls.delete(controller);
      if (calls.size === 0 && this.calls.get(actionId) === calls) {
        this.calls.delete(actionId);
      }
      if (this.calls.size === 0) {
        this.onChange(false);
      }
    };
  }

  /** The action of these that is running, else the one that began last; undefined where none runs. */
  find(actionId: string | undefined): string | undefined {
    return actionId !== undefined && this.calls.has(actionId)
      ? actionId
      : [...this.calls.keys()].at(-1);
  }

  /** Ends the calls of an action as the user's wish; false where none is running here. */
  cancel(actionId: string): boolean {
    const calls = [...(this.calls.get(actionId) ?? [])];
    calls.forEach((call) => call.abort(new AppError("canceled", "canceled/byUser")));
    return calls.length > 0;
  }
}
