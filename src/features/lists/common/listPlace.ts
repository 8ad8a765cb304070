import type { GrowingList, GrownRow, Rest } from "./growingList";
import type { LoadOptions } from "./loadQueue";

/**
 * What one place shows of a list that several places share: each grows by itself, and a page
 * that is loaded is never asked for again.
 */
export class ListPlace {
  private pageCount = 1;
  /** Whether the page that could not be loaded is this place's next one. */
  private wantsMore = false;

  constructor(readonly list: GrowingList) {}

  get rows(): readonly GrownRow[] {
    return this.list.rowsOf(this.pageCount);
  }

  /** Rows that came and are not among them. */
  get omittedRows(): number {
    return this.list.omittedRowsOf(this.pageCount);
  }

  get rest(): Rest {
    return this.list.restAfter(this.pageCount);
  }

  /** What failed here: the list as a whole, or the page that this place wanted. */
  get error(): unknown {
    const { failure, isLoaded } = this.list;
    const isElsewhere = failure?.kind === "grow" && isLoaded && !this.wantsMore;
    return isElsewhere ? undefined : failure?.error;
  }

  /** Shows the next page; the service is asked only where it is not loaded yet. */
  async loadMore(options?: LoadOptions): Promise<void> {
    const { list } = this;
    const shown = Math.min(this.pageCount, list.pageCount);
    if (shown === list.pageCount) {
      await list.loadMore(options);
      this.wantsMore = list.pageCount === shown && list.failure !== undefined;
    }
    this.pageCount = Math.max(1, Math.min(shown + 1, list.pageCount));
  }

  /** Asks again for what failed. */
  async retry(options?: LoadOptions): Promise<void> {
    if (this.list.failure?.kind === "reload") {
      await this.list.reload(options);
    } else {
      await this.loadMore(options);
    }
  }
}
