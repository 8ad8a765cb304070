import type { ListQuery, Walk } from "../messages/listQuery";
import type { Paging } from "../messages/paging";
import type { PagingAudit } from "./audit";
import type { LoadedPage } from "./pageLoad";
import { isCanceled } from "../../../platform/base/errors";
import { walkPages } from "./walkPages";

/** Rows after which a walk asks whether to go on, and again after as many more. */
const WALK_ROWS = 200_000;

interface WalkOptions {
  /** The first page, mode `all`. */
  readonly query: ListQuery;
  readonly audit: PagingAudit;
  /** Loads a page; the first one takes the place of what is there. */
  readonly load: (query: ListQuery, isAdded: boolean, signal: AbortSignal) => Promise<LoadedPage>;
  /** A page came and was added to the audit. */
  readonly onPage: (loaded: LoadedPage) => void;
  readonly rowsAtOnce?: number | undefined;
}

/** All pages of a list, one after the other, to be interrupted and resumed at any page. */
export class ListWalk {
  private state: Walk["state"] = "running";
  private isAtLimit = false;
  private isPausing = false;
  private pages = 0;
  private rows = 0;
  private limit: number;

  constructor(private readonly options: WalkOptions) {
    this.limit = this.rowsAtOnce;
  }

  get query(): ListQuery {
    return this.options.query;
  }

  get audit(): PagingAudit {
    return this.options.audit;
  }

  get progress(): Walk {
    const { claimedTotal: claimed } = this.audit;
    return {
      state: this.state,
      ...(this.isAtLimit ? { isAtLimit: true } : {}),
      pages: this.pages,
      rows: this.rows,
      ...(claimed === undefined ? {} : { claimed }),
    };
  }

  /** Its place: rows that were loaded as one list have no pages to turn. */
  get paging(): Paging {
    const { state, rows } = this;
    const { firstPage, countedRows, deniedTotal, total, counts } = this.audit;
    const isCounted = state === "finished" && countedRows !== undefined;
    // Where rows came twice there are more of them than the list has.
    const isKnown = total !== undefined && total >= rows;
    return {
      ...{ pageNumber: firstPage, firstPage, pageSize: counts.size, rows },
      ...(isKnown ? { total, totalBasis: isCounted ? "counted" : "claimed" } : {}),
      ...(deniedTotal === undefined ? {} : { deniedTotal }),
      firstRow: rows === 0 ? 0 : 1,
      lastRow: rows,
      hasPrevious: false,
      hasNext: false,
      end: isCounted ? "known" : "mayFollow",
    };
  }

  /** Goes on from where it is until the end, a pause or the limit. Throws what a page throws. */
  async run(signal: AbortSignal): Promise<void> {
    const { audit, query, load, onPage } = this.options;
    this.cancelPause();
    const fetchPage = (pageNumber: number): Promise<LoadedPage> | undefined =>
      this.isPausing
        ? undefined
        : load({ ...query, pageNumber }, pageNumber > query.pageNumber, signal);
    try {
      for await (const loaded of walkPages({ audit, pageSize: query.pageSize, fetchPage })) {
        this.rows = loaded.page.facts.rows;
        this.pages += loaded.rows > 0 && !loaded.repeatsPage ? 1 : 0;
        this.state = audit.isOver ? "finished" : this.state;
        onPage(loaded);
        if (!audit.isOver && this.rows >= this.limit) {
          this.limit = this.rows + this.rowsAtOnce;
          this.isAtLimit = true;
          this.isPausing = true;
        }
      }
      this.state = audit.isOver ? "finished" : "paused";
    } catch (error) {
      // Its call alone may have been cancelled, from the view of requests.
      this.state = signal.aborted || isCanceled(error) ? "stopped" : "failed";
      throw error;
    }
  }

  /** Stays after the page that is on its way. */
  pause(): void {
    this.isPausing = true;
    this.state = "paused";
  }

  cancelPause(): void {
    this.isPausing = false;
    this.isAtLimit = false;
    this.state = "running";
  }

  /** Nothing more is asked for, unless it is run again. */
  stop(): void {
    this.isAtLimit = false;
    this.state = "stopped";
  }

  private get rowsAtOnce(): number {
    return this.options.rowsAtOnce ?? WALK_ROWS;
  }
}
