/** Runs one task after the other, in the order in which they were given. */
export class SerialQueue {
  private tail: Promise<unknown> = Promise.resolve();

  /** Ends as the task does; a task that fails does not keep the next one. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.tail.then(task);
    this.tail = done.catch(() => undefined);
    return done;
  }

  /** Done when all tasks that were given until now are over. */
  async idle(): Promise<void> {
    await this.tail;
  }
}
