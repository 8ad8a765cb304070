import { AppError } from "../../../../../platform/base/errors";

/** Comparisons of the thread that go on: a table is in one at a time, in that which was asked for last. */
export class RunningComparisons {
  private readonly byTable = new Map<number, AbortController>();

  /** What was begun before about one of the tables is aborted. */
  async run<Result>(
    tables: readonly number[],
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const running = new AbortController();
    for (const table of tables) {
      this.stop(table, "canceled/abandoned");
      this.byTable.set(table, running);
    }
    try {
      return await work(running.signal);
    } finally {
      for (const table of tables) {
        if (this.byTable.get(table) === running) {
          this.byTable.delete(table);
        }
      }
    }
  }

  stop(table: number, code: "canceled/abandoned" | "canceled/disposed"): void {
    this.byTable.get(table)?.abort(new AppError("canceled", code));
    this.byTable.delete(table);
  }
}
