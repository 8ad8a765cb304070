import { isAppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import { pause, untilAborted } from "../../../platform/base/scope";

/** Waits of a walk after what the transport gave up on, one after the other. */
const WAITS = [2_000, 5_000, 15_000, 30_000, 60_000];
/** A service that wants to be left alone for longer is not waited for. */
const LONGEST_WAIT = 900_000;

/** "Client retries are advised" for these alone (specification, section 7). */
const TEMPORARY = new Set([429, 500, 503]);

/** A wait before another try, and the status that made it; no status where no answer came. */
export interface WalkWait {
  readonly milliseconds: number;
  readonly status?: number | undefined;
}

/** Temporary trouble of a walk: pages that are on their way wait together. */
export class Backoff {
  private inRow = 0;
  private waitingFor: Promise<void> | undefined;
  private wait: WalkWait | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onChange: () => void,
  ) {}

  /** The wait that lasts. */
  get waiting(): WalkWait | undefined {
    return this.wait;
  }

  /** Waits until trouble that others had is over. */
  async waitWhileBusy(signal: AbortSignal): Promise<void> {
    while (this.waitingFor !== undefined) {
      await untilAborted(this.waitingFor, signal);
    }
  }

  /** A page came. */
  reset(): void {
    this.inRow = 0;
  }

  /** Waits longer each time; throws what is not temporary, or has lasted too long. */
  async waitOrThrow(error: unknown, signal: AbortSignal): Promise<void> {
    if (this.waitingFor === undefined) {
      const milliseconds = waitAfter(error, this.inRow);
      if (milliseconds === undefined || signal.aborted) {
        throw error;
      }
      this.inRow++;
      this.begin({ milliseconds, status: statusOf(error) }, signal);
    } else if (!isTemporary(error)) {
      throw error;
    }
    await this.waitWhileBusy(signal);
  }

  private begin(wait: WalkWait, signal: AbortSignal): void {
    this.wait = wait;
    this.onChange();
    const over = pause(wait.milliseconds, this.clock, signal).catch(() => undefined);
    this.waitingFor = over.then(() => {
      this.waitingFor = undefined;
      this.wait = undefined;
      this.onChange();
    });
  }
}

function waitAfter(error: unknown, inRow: number): number | undefined {
  const own = WAITS[inRow];
  if (!isAppError(error) || !isTemporary(error) || own === undefined) {
    return undefined;
  }
  const asked = Number(error.values["retryAfterSeconds"] ?? 0) * 1000;
  return asked > LONGEST_WAIT ? undefined : Math.max(asked, own);
}

/** What made it wait: an answer that was cut began with a status that says nothing of trouble. */
function statusOf(error: unknown): number | undefined {
  return isAppError(error) && error.kind === "service" ? error.status : undefined;
}

/** What another try may mend: no whole answer came, or one that says "later". */
function isTemporary(error: unknown): boolean {
  return (
    isAppError(error) &&
    (error.kind === "network" || error.code === "answer/cut" || TEMPORARY.has(error.status ?? 0))
  );
}
