/** Locks that hold across windows: what rotates or is used once is touched by one at a time. */
export interface Locks {
  /**
   * Runs the work while no other window or call holds the name. A holder that died holds nothing.
   * @throws AppError kind `canceled` when the signal aborts while waiting
   */
  withLock<Result>(
    name: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}
