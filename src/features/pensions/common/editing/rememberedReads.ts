import { isAppError } from "../../../../platform/base/errors";
import type { Clock } from "../../../../platform/base/clock";

/** What failed is not asked for again for this long: hovering asks often. */
const FAILURE_MILLISECONDS = 60_000;

/** Reads each thing once, however often it is asked for; a cancelled read is none. */
export class RememberedReads<Value> {
  private readonly reads = new Map<string, Promise<Value | undefined>>();
  private readonly failedAt = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Undefined while the last read of it failed. */
  get(id: string, read: () => Promise<Value>): Promise<Value | undefined> {
    const failed = this.failedAt.get(id) ?? Infinity;
    if (this.clock.monotonic() - failed >= FAILURE_MILLISECONDS) {
      this.forget(id);
    }
    const known = this.reads.get(id) ?? this.start(id, read);
    this.reads.set(id, known);
    return known;
  }

  /** The next question reads it again. */
  forget(id: string): void {
    this.reads.delete(id);
    this.failedAt.delete(id);
  }

  clear(): void {
    this.reads.clear();
    this.failedAt.clear();
  }

  private async start(id: string, read: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await read();
    } catch (error) {
      if (isAppError(error) && error.kind === "canceled") {
        this.reads.delete(id);
      } else {
        this.failedAt.set(id, this.clock.monotonic());
        this.onFailure(error);
      }
      return undefined;
    }
  }
}
