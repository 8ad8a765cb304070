import type { Envelope } from "./envelope";

/** How many rows the pages of a list had, and what that says of rows per page. */
export class PageCounts {
  private readonly rowsOf = new Map<number, number>();
  /** Rows before each page, for the pages that came without a gap from the first on. */
  private readonly sums: number[] = [0];
  /** The page furthest on that had rows. */
  private furthest: { readonly pageNumber: number; readonly rows: number } | undefined;
  private said: number | undefined;
  private most = 0;
  /** The size was lowered without a word: by what pages had, or only by what a total says. */
  private isLowered = false;
  private seemsLowered = false;

  constructor(
    private readonly asked: number,
    private readonly firstPage: number,
  ) {}

  /** A page came, or came again. */
  add(pageNumber: number, rows: number, envelope: Envelope): void {
    const known = this.rowsOf.get(pageNumber);
    this.rowsOf.set(pageNumber, rows);
    this.addUp(pageNumber - this.firstPage, known !== undefined && known !== rows);
    this.said = envelope.pageSize?.value ?? this.said;
    this.most = Math.max(this.most, rows);
    if (rows > 0 && pageNumber >= (this.furthest?.pageNumber ?? 0)) {
      this.furthest = { pageNumber, rows };
    }
    this.lookForLowered(pageNumber - this.firstPage, rows, envelope.total?.value);
  }

  /** Rows per page as pages have shown it, else as the service says it, else as it was asked. */
  get size(): number {
    const isShown = this.most > this.asked || this.isLowered || this.seemsLowered;
    return isShown && this.most > 0 ? this.most : Math.min(this.said ?? this.asked, this.asked);
  }

  /** Rows of the pages that came without a gap from the first on. */
  get rows(): number {
    return this.sums.at(-1) ?? 0;
  }

  /** No page that came lies behind a gap. */
  get isWhole(): boolean {
    return this.rowsOf.size > 0 && this.sums.length - 1 === this.rowsOf.size;
  }

  /** Place of the last row that came, from 1. */
  get reached(): number {
    const { furthest } = this;
    return furthest === undefined ? 0 : this.before(furthest.pageNumber) + furthest.rows;
  }

  /** Rows of the pages before one: added up, or as many as full pages have. */
  before(pageNumber: number): number {
    const index = Math.max(0, pageNumber - this.firstPage);
    return this.sums[index] ?? index * this.size;
  }

  rowsIn(pageNumber: number): number | undefined {
    return this.rowsOf.get(pageNumber);
  }

  private addUp(index: number, isOther: boolean): void {
    if (isOther && index < this.sums.length - 1) {
      this.sums.length = index + 1;
    }
    for (let next = this.sums.length - 1; ; next++) {
      const rows = this.rowsOf.get(this.firstPage + next);
      if (rows === undefined) {
        return;
      }
      this.sums.push((this.sums[next] ?? 0) + rows);
    }
  }

  /**
   * Fewer rows than were asked for on the first page and yet rows on a later one, or a total that
   * the first page leaves open, or one that full pages would have passed.
   */
  private lookForLowered(index: number, rows: number, total: number | undefined): void {
    if (this.most >= this.asked) {
      [this.isLowered, this.seemsLowered] = [false, false];
      return;
    }
    const first = this.rowsOf.get(this.firstPage) ?? 0;
    this.isLowered ||= index > 0 && rows > 0 && first > 0;
    if (rows === 0 || total === undefined) {
      // Where nothing follows after all, the total was wrong and not the size.
      this.seemsLowered &&= rows > 0;
      return;
    }
    // One page missing to the total means that pages are counted otherwise.
    this.seemsLowered =
      index === 0 ? total > rows && rows !== total - this.asked : index * this.asked + rows > total;
  }
}
