import type { ListQuery, Walk } from "../messages/listQuery";
import type { PagingAudit } from "./audit";
import type { LoadedPage } from "./pageLoad";
import { endsBefore } from "./refusedPaging";

/** Rows after which a walk asks whether to go on, and again after as many more. */
const WALK_ROWS = 200_000;

interface WalkOptions {
  /** The first page, mode `all`. */
  readonly query: ListQuery;
  readonly audit: PagingAudit;
  /** Brings a page; the first one takes the place of what is there. */
  readonly load: (query: ListQuery, isAdded: boolean, signal: AbortSignal) => Promise<LoadedPage>;
  /** A page came and was held against the others. */
  readonly onPage: (loaded: LoadedPage) => void;
  readonly rowsAtOnce?: number | undefined;
}

/** All pages of a list, one after the other, to be interrupted and taken up again at any page. */
export class ListWalk {
  private state: Walk["state"] = "running";
  private isAtLimit = false;
  private wantsPause = false;
  private pages = 0;
  private rows = 0;
  private next: number;
  private limit: number;

  constructor(private readonly options: WalkOptions) {
    this.next = options.query.pageNumber;
    this.limit = this.rowsAtOnce;
  }

  get query(): ListQuery {
    return this.options.query;
  }

  get audit(): PagingAudit {
    return this.options.audit;
  }

  get progress(): Walk {
    const { audit } = this.options;
    const claimed = audit.deniedTotal === undefined ? audit.totals.claim : undefined;
    return {
      state: this.state,
      ...(this.isAtLimit ? { isAtLimit: true } : {}),
      pages: this.pages,
      rows: this.rows,
      ...(claimed === undefined ? {} : { claimed }),
    };
  }

  /** Goes on from where it is until the end, a pause or the limit. Throws what a page throws. */
  async run(signal: AbortSignal): Promise<void> {
    this.goOn();
    try {
      while (!this.wantsPause && (await this.step(signal))) {
        if (this.rows >= this.limit) {
          this.limit = this.rows + this.rowsAtOnce;
          this.isAtLimit = true;
          this.wantsPause = true;
        }
      }
      this.state = this.wantsPause && this.state !== "finished" ? "paused" : "finished";
    } catch (error) {
      this.state = signal.aborted ? "stopped" : "failed";
      throw error;
    }
  }

  /** Stays after the page that is on its way. */
  pause(): void {
    this.wantsPause = true;
    this.state = "paused";
  }

  /** Takes a pause back. */
  goOn(): void {
    this.wantsPause = false;
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

  /** One page; whether there may be another. */
  private async step(signal: AbortSignal): Promise<boolean> {
    const { audit, load, onPage, query } = this.options;
    const isAdded = this.next > query.pageNumber;
    const loaded = await this.orEnd(load({ ...query, pageNumber: this.next }, isAdded, signal));
    if (loaded === undefined) {
      this.state = "finished";
      return false;
    }
    const { page } = loaded;
    audit.add({
      asked: { pageNumber: this.next, pageSize: query.pageSize },
      rows: page.rows,
      envelope: page,
      repeatsPage: isAdded && page.repeatsPage,
      repeatedRows: isAdded ? page.repeatedRows : 0,
      sameRecords: isAdded ? page.sameRecords : 0,
    });
    this.next++;
    this.rows = page.facts.rows;
    this.pages += page.rows > 0 && !(isAdded && page.repeatsPage) ? 1 : 0;
    const isOver = audit.following === "nothing";
    this.state = isOver ? "finished" : this.state;
    onPage(loaded);
    return !isOver;
  }

  private async orEnd(loading: Promise<LoadedPage>): Promise<LoadedPage | undefined> {
    try {
      return await loading;
    } catch (error) {
      if (!endsBefore(this.options.audit, this.next, error)) {
        throw error;
      }
      this.options.audit.refuse(this.next);
      return undefined;
    }
  }
}
