import { AppError, isCanceled } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import type { Locks } from "../../../platform/files/locks/locks";
import type { ExportState } from "./export";
import { partError } from "./partErrors";
import { withPartLock } from "./partLock";

/** What is exported while it lasts. None of its functions throws: the outcome is in its state. */
export interface RunningJob {
  readonly progress: { readonly state: ExportState };
  /** Why it failed; undefined otherwise. */
  readonly failure: unknown;
  /** Goes on until the end, a pause, a stop or a failure. */
  run(): Promise<void>;
  /** Stays after the requests that are on their way. */
  pause(): void;
  /** Ends what is in flight; what came stays. */
  stop(): Promise<void>;
  /** As `stop`, and nothing is told any more. */
  dispose(): Promise<void>;
}

interface JobOptions {
  readonly locks: Locks;
  readonly clock: Clock;
  /** Path of the part or folder, which one window at a time works on. */
  readonly part: string;
  readonly onChange: () => void;
}

/** Running, pausing, stopping and failing, of an export of one list and of a data set. */
export abstract class ExportJob {
  failure: unknown;
  protected state: ExportState = "paused";
  protected wantsPause = false;
  /** Of the run that lasts. */
  protected controller: AbortController | undefined;
  private running: Promise<void> | undefined;
  private isDisposed = false;

  constructor(private readonly job: JobOptions) {}

  run(): Promise<void> {
    if (this.isDisposed || this.state === "finished") {
      return this.running ?? Promise.resolve();
    }
    this.wantsPause = false;
    if (this.running === undefined) {
      this.failure = undefined;
      this.enter("running");
      this.running = this.runToRest();
    } else if (this.state === "paused") {
      // The pause has not come yet, and is taken back.
      this.enter("running");
    }
    return this.running;
  }

  pause(): void {
    if (this.state === "running") {
      this.wantsPause = true;
      this.enter("paused");
    }
  }

  async stop(): Promise<void> {
    this.controller?.abort(new AppError("canceled", "canceled/byUser"));
    await this.running;
    if (this.state === "paused") {
      this.enter("stopped");
    }
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.stop();
  }

  /** Works to the end, which it enters itself, or to a pause; called again where that was taken back. */
  protected abstract work(controller: AbortController): Promise<void>;

  protected enter(state: ExportState): void {
    this.state = state;
    this.changed();
  }

  protected changed(): void {
    if (!this.isDisposed) {
      this.job.onChange();
    }
  }

  private async runToRest(): Promise<void> {
    const controller = new AbortController();
    this.controller = controller;
    let end: ExportState | undefined;
    try {
      await withPartLock(this.job, this.job.part, async () => {
        do {
          await this.work(controller);
        } while (this.state === "running");
      });
    } catch (error) {
      end = isCanceled(error) ? "stopped" : "failed";
      this.failure = isCanceled(error) ? undefined : partError(error);
    }
    this.controller = undefined;
    this.running = undefined;
    if (end !== undefined) {
      this.enter(end);
    } else if (this.state === "running") {
      // A pause was taken back after the work had looked at it.
      await this.run();
    }
  }
}
