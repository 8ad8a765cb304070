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
  /** Of all pages that came, wherever they are. */
  private sum = 0;
  /** The size was lowered without a word, by what pages had. */
  private isLowered = false;
  /** The same by what a total says, and to how many rows. */
  private guessed: number | undefined;

  /** @param asked rows per page; 0 where the service was left to decide */
  constructor(
    private readonly asked: number,
    private readonly firstPage: number,
  ) {}

  /** A page came, or came again. */
  add(pageNumber: number, rows: number, envelope: Envelope): void {
    const known = this.rowsOf.get(pageNumber);
    this.rowsOf.set(pageNumber, rows);
    this.sum += rows - (known ?? 0);
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
    if (this.asked === 0) {
      return Math.max(this.most, this.said ?? 1);
    }
    if (this.most > this.asked || this.isLowered) {
      return this.most;
    }
    return this.guessed === undefined
      ? // Fewer than a page had is no size of pages: some other number, or that page's own rows.
        Math.max(this.most, Math.min(this.said ?? this.asked, this.asked))
      : Math.max(this.most, this.guessed);
  }

  /** The size is only concluded from a page amid the list: nothing to be told as a fact. */
  get isSizeConcluded(): boolean {
    const isKnown = this.most > this.asked || this.isLowered;
    return !isKnown && this.guessed !== undefined && !this.rowsOf.has(this.firstPage);
  }

  /** Rows of the pages that came without a gap from the first on. */
  get rows(): number {
    return this.sums.at(-1) ?? 0;
  }

  /** Pages up to the one furthest on that had rows. */
  get pages(): number {
    return this.furthest === undefined ? 0 : this.furthest.pageNumber - this.firstPage + 1;
  }

  /** Fewer rows per page came than were asked for, and the service does not say so. */
  get isSizeUnsaid(): boolean {
    return this.pages > 1 && this.size < this.asked && this.said !== this.size;
  }

  /** No page that came lies behind a gap. */
  get isWhole(): boolean {
    return this.rowsOf.size > 0 && this.sums.length - 1 === this.rowsOf.size;
  }

  /** Rows of the page furthest on that had some. */
  get lastRows(): number {
    return this.furthest?.rows ?? 0;
  }

  /** Place of the last row that came, from 1. */
  get reached(): number {
    const { furthest } = this;
    return furthest === undefined ? 0 : this.before(furthest.pageNumber) + furthest.rows;
  }

  /** So many rows there are for sure. */
  get least(): number {
    const { pageNumber, rows } = this.furthest ?? { pageNumber: this.firstPage, rows: 0 };
    // A page with all that was asked for has full ones before it.
    const isFull = rows >= this.asked && this.most <= this.asked;
    return Math.max(this.sum, isFull ? (pageNumber - this.firstPage) * this.asked + rows : 0);
  }

  /** Rows of the pages before one: added up, or as many as full pages have. */
  before(pageNumber: number): number {
    const index = Math.max(0, pageNumber - this.firstPage);
    return this.sums[index] ?? index * this.size;
  }

  /** More rows than these cannot be before a page. */
  mostBefore(pageNumber: number): number {
    const known = Math.min(this.sums.length - 1, pageNumber - this.firstPage);
    const others = Math.max(0, pageNumber - this.firstPage - known);
    return (this.sums[Math.max(0, known)] ?? 0) + others * Math.max(this.asked, this.most);
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
      [this.isLowered, this.guessed] = [false, undefined];
      return;
    }
    const first = this.rowsOf.get(this.firstPage) ?? 0;
    const isFurther = (this.furthest?.pageNumber ?? this.firstPage) > this.firstPage;
    this.isLowered ||= first > 0 && isFurther;
    if (rows === 0 || total === undefined) {
      // Where nothing follows after all, the total was wrong and not the size.
      this.guessed = rows === 0 ? undefined : this.guessed;
      return;
    }
    this.guessed = index === 0 ? this.sizeOfFirst(rows, total) : this.sizeOf(index, rows, total);
  }

  /** One page missing to the total means that pages are counted otherwise. */
  private sizeOfFirst(rows: number, total: number): number | undefined {
    return total > rows && rows !== total - this.asked ? rows : undefined;
  }

  /** A full page of the lowered size, or the last one where that fits and its rows look odd. */
  private sizeOf(index: number, rows: number, total: number): number | undefined {
    if (index * this.asked + rows <= total) {
      return undefined;
    }
    const size = (total - rows) / index;
    const isLast = Number.isInteger(size) && size >= rows && size < this.asked;
    return isLast && rows % 5 !== 0 ? size : rows;
  }
}
