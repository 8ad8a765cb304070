import type { Committed } from "./exportMessages";

/**
 * Knows the pages after which `PagingAudit.following` may say that nothing follows: only after
 * those the audit has to be asked before the next one is taken.
 */
export class EndOfListDetector {
  private most = 0;
  private hadMore = false;

  /** Of the pages in their order. */
  mayEndWith({
    rows,
    envelope,
    repeatsPage,
    repeatedRows,
  }: Pick<Committed, "rows" | "envelope" | "repeatsPage" | "repeatedRows">): boolean {
    const isShort = rows < this.most;
    this.most = Math.max(this.most, rows);
    const more = envelope.more?.value;
    const isLast = more === false || (more === undefined && this.hadMore);
    this.hadMore ||= more === true;
    return rows === 0 || isShort || isLast || repeatsPage || repeatedRows >= rows;
  }
}
