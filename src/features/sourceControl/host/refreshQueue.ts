import type * as vscode from "vscode";

/** Files that are read again in a round; "all" looks for new ones as well. */
export type RefreshFiles = readonly vscode.Uri[] | "all";

/** Debounces bursts of changes, such as a git checkout of a thousand files. */
const CROWD_MILLISECONDS = 60;

/** Looks at what changed, one look after the other, never two at a time. */
export class RefreshQueue {
  private readonly waiting = new Map<string, vscode.Uri>();
  private isAll = false;
  private coming: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(
    private readonly refresh: (files: RefreshFiles) => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** In a moment, with what else changes until then; never rejects. */
  soon(files: RefreshFiles): void {
    this.note(files);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.run().catch((error: unknown) => this.onFailure(error));
    }, CROWD_MILLISECONDS);
  }

  /** At once, after the look that is under way; done when what is shown is of now. */
  async next(files: RefreshFiles): Promise<void> {
    this.note(files);
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.run();
  }

  /** Done when nothing waits any more. */
  async settled(): Promise<void> {
    if (this.timer !== undefined) {
      await this.next([]);
    }
    await this.last.catch(() => undefined);
  }

  dispose(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private note(files: RefreshFiles): void {
    if (files === "all") {
      this.isAll = true;
    } else {
      files.forEach((uri) => this.waiting.set(uri.toString(), uri));
    }
  }

  private run(): Promise<void> {
    // What waits now and what comes before this begins is one round.
    this.coming ??= this.last
      .catch(() => undefined)
      .then(() => {
        this.coming = undefined;
        const files = this.isAll ? "all" : [...this.waiting.values()];
        this.isAll = false;
        this.waiting.clear();
        return this.isOver ? undefined : this.refresh(files);
      });
    this.last = this.coming;
    return this.coming;
  }
}
