import type { PageFacts } from "../messages/paging";
import type { Envelope, PageQuery } from "./envelope";
import { NO_RULES, type ListRules } from "./listRules";
import { PageCounts } from "./pageCounts";
import { TotalWatch } from "./totalWatch";

/** What the audit hears of a page that came. */
export interface AuditedPage {
  readonly asked: PageQuery;
  readonly rows: number;
  readonly envelope: Envelope;
  /** The same rows as the page before it. */
  readonly repeatsPage: boolean;
  /** Rows that came with an earlier page too, where pages are read as one list. */
  readonly repeatedRows: number;
  /** Those of them that are the same record by an id, and not just equal. */
  readonly sameRecords?: number;
}

/** A page, the place of its first row as the service says it, and the rows that came before. */
type SkippedRows = Readonly<Record<"page" | "place" | "came", number>>;

/** Where the service counts rows behind them, so many empty pages in a row are the end all the same. */
const EMPTY_PAGES = 3;

/** What follows the last page; `perhaps`: only asking tells. */
type Following = "nothing" | "perhaps" | "more";

/**
 * What the pages of one list have shown, compared with what the service says of it. Found by the
 * shape of one page, confirmed or withdrawn by the others: no count that pages speak against is
 * handed out as one. For pages of one size; asks nobody.
 */
export class PagingAudit {
  readonly counts: PageCounts;
  readonly totals = new TotalWatch();
  readonly firstPage: 0 | 1;
  /** The page that came last. */
  private last: AuditedPage | undefined;
  private repeats: number | undefined;
  private repeated = 0;
  private same = 0;
  /** By page number, what each page added to these two. */
  private readonly repeatsOf = new Map<number, Readonly<Record<"repeated" | "same", number>>>();
  /** Pages of the whole list, as the service said last. */
  private saidPages: Envelope["pages"];
  /** The service said where its pages begin, and that is where the rows before them ended. */
  private fits = false;
  private skip: SkippedRows | undefined;
  private endPage: number | undefined;
  /** It is one only where pages are as long as they were taken to be when it came. */
  private endDependsOnSize = false;
  private empty: number | undefined;
  private shortPage: number | undefined;
  private late = false;
  /** The page behind the last one was refused. */
  private refusedAt: number | undefined;
  /** The same where nothing says that the list ends before it. */
  private refused: number | undefined;
  /** Where an earlier page had its link to the next one. */
  private hadNext = false;

  /** Rows per page that were asked for; 0 where the service was left to decide. */
  readonly pageSize: number;

  constructor(
    pageSize: number,
    readonly rules: ListRules = NO_RULES,
  ) {
    this.pageSize = rules.pageSize === null ? 0 : pageSize;
    this.firstPage = rules.firstPage ?? 1;
    this.counts = new PageCounts(this.pageSize, this.firstPage);
  }

  /** A page came, or came again. */
  add(page: AuditedPage): void {
    const { envelope, rows } = page;
    const { pageNumber } = page.asked;
    if (page.repeatsPage && this.last?.asked.pageNumber === pageNumber - 1) {
      this.repeats = pageNumber;
      this.endPage = pageNumber - 1;
      return;
    }
    this.last = page;
    if (this.refusedAt !== undefined && pageNumber >= this.refusedAt) {
      this.refusedAt = undefined;
      this.refused = undefined;
    }
    const sizeBefore = this.counts.size;
    this.counts.add(pageNumber, rows, envelope);
    if (this.endDependsOnSize && this.counts.size !== sizeBefore) {
      this.endPage = undefined;
    }
    const isFull = rows >= this.counts.size;
    this.noteOddities(page);
    this.noteRepeats(page);
    this.saidPages = envelope.pages ?? this.saidPages;
    this.totals.add({ pageNumber, rows, isFull, reached: this.distinct }, envelope.total);
    this.hadNext ||= envelope.more?.value === true;
    this.noteEnd(page);
  }

  /** The service refused a page behind those that came: for the walk that is the end. */
  refuse(pageNumber: number): void {
    const { lastRows, size } = this.counts;
    this.endPage = pageNumber - 1;
    this.refusedAt = pageNumber;
    this.refused = lastRows < size || this.isTotalReached ? undefined : pageNumber;
  }

  /** Whether a refused page can be the one behind the end of the list, and no failure of it. */
  mayEndBefore(pageNumber: number): boolean {
    const { last, isTotalReached, more, totals, counts, firstPage } = this;
    const isNext = pageNumber === (last?.asked.pageNumber ?? NaN) + 1;
    if (last === undefined || !isNext || pageNumber < firstPage + counts.pages) {
      return false;
    }
    const isSaid = more === true || (totals.speaksOfList && !isTotalReached);
    return isTotalReached || (last.rows > 0 && !isSaid);
  }

  /** The page behind the end, where that was refused. */
  get refusedEnd(): number | undefined {
    return this.refusedAt;
  }

  /** The page to ask for next. */
  get nextPage(): number {
    return (this.last?.asked.pageNumber ?? this.firstPage - 1) + 1;
  }

  /** A walk over the pages in their order has nothing more to ask for. */
  get isOver(): boolean {
    return this.refusedAt !== undefined || this.following === "nothing";
  }

  /** A page that was refused though nothing says that the list ended before it. */
  get refusedPage(): number | undefined {
    return this.refused;
  }

  /** The service does not page this list: it said the same again, or the user knows. */
  get isUnpaged(): boolean {
    return this.rules.isUnpaged === true || this.repeats !== undefined;
  }

  /** The page that repeated the one before it. */
  get repeatedPage(): number | undefined {
    return this.repeats;
  }

  get repeatedRows(): number {
    return this.repeated;
  }

  /** The page that came last. */
  get latest(): AuditedPage | undefined {
    return this.last;
  }

  /** The first page that was empty, with no rows on one behind it. */
  get emptyPage(): number | undefined {
    return this.empty;
  }

  /** An empty page where the one before it did not look like the last. */
  get emptyLastPage(): number | undefined {
    const { counts, empty: emptyPage } = this;
    const rows = emptyPage === undefined ? 0 : (counts.rowsIn(emptyPage - 1) ?? 0);
    const wasFull = rows > 0 && rows >= counts.size && !counts.isSizeConcluded;
    return wasFull && !this.isTotalReached ? emptyPage : undefined;
  }

  /** A page before the end that had fewer rows than the others. */
  get shortPageNumber(): number | undefined {
    const { last, shortPage } = this;
    const isShort = last !== undefined && last.rows > 0 && last.rows < this.counts.size;
    return isShort && this.following === "more" ? last.asked.pageNumber : shortPage;
  }

  /** A page of rows is missing at the start: what was asked for as the first is the second. */
  get startsLate(): boolean {
    const { newest } = this.totals;
    const missing = newest === undefined ? 0 : newest - this.counts.reached;
    const isEnd = this.shortPageNumber !== undefined || this.isTotalTooHigh;
    return this.late || (isEnd && missing > 0 && missing === this.fullSize);
  }

  /**
   * On the word of the service; a link that is absent counts where an earlier page had one, and so
   * does a page that it refuses behind a short one.
   */
  get more(): boolean | undefined {
    const { last, refusedAt, refused } = this;
    const isBeforeEnd =
      refused === undefined && last !== undefined && last.asked.pageNumber + 1 === refusedAt;
    return last?.envelope.more?.value ?? (this.hadNext || isBeforeEnd ? false : undefined);
  }

  /** Rows of the whole list as far as they can be believed. */
  get total(): number | undefined {
    return this.countedRows ?? this.claimedTotal;
  }

  /** What the service says of all rows, where its pages do not speak against it. */
  get claimedTotal(): number | undefined {
    return this.deniedTotal === undefined ? this.totals.claim : undefined;
  }

  /**
   * All rows, counted: every page from the first to the end has come, and nothing that the service
   * said or did leaves open that there are more.
   */
  get countedRows(): number | undefined {
    const { rows, size, isWhole, lastRows } = this.counts;
    const { claim, isProven } = this.totals;
    // A short page that just reaches the total is as good as an empty one behind it.
    const isShort = claim === rows && isProven && lastRows < size;
    const isReached = isShort || (this.repeated > 0 && claim === this.distinct);
    const isEnd = isReached || (this.endPage !== undefined && !this.isEndOpen);
    if (!isWhole || !isEnd || this.startsLate || this.isTotalTooHigh || this.isDoubtful) {
      return undefined;
    }
    // Rows that came twice: which count is right only the service's own can tell. Where as many
    // came by records that came twice, or by a list that moved, others were passed over.
    const isOverlapping = this.same > 0 || (this.repeated > 0 && this.totals.hasMoved);
    return this.repeated === 0 || (claim === rows && !isOverlapping)
      ? rows
      : claim === this.distinct
        ? claim
        : undefined;
  }

  /**
   * All rows are counted, and none of them can lie between pages: only then is the list called
   * whole, wherever it is shown or kept.
   */
  get isProven(): boolean {
    return this.countedRows !== undefined && !this.mayHaveGaps;
  }

  /** What the service says of all rows, where its pages speak against it. */
  get deniedTotal(): number | undefined {
    const { newest, speaksOfList, isMoving } = this.totals;
    const isDenied = speaksOfList && (isMoving || this.isTotalTooLow || this.isTotalTooHigh);
    return isDenied ? newest : undefined;
  }

  /** More rows came than the service says there are. */
  get isTotalTooLow(): boolean {
    const { newest } = this.totals;
    return newest !== undefined && this.counts.least - this.repeated > newest;
  }

  /** The list ended before as many rows as the service says there are. */
  get isTotalTooHigh(): boolean {
    const { newest, speaksOfList } = this.totals;
    if (newest === undefined || this.endPage === undefined) {
      return false;
    }
    const { isWhole, rows } = this.counts;
    return isWhole
      ? speaksOfList && rows !== newest && this.distinct < newest
      : this.empty !== undefined && this.counts.mostBefore(this.empty) < newest;
  }

  /** Pages of the whole list, where the service says more than came and no number of rows. */
  get missingPages(): number | undefined {
    const { saidPages, counts, totals } = this;
    // A "page count" may be that of a page's rows.
    const isVague =
      /^page_?count$/i.test(saidPages?.from ?? "") && saidPages?.value === counts.size;
    const isOpen = totals.claim === undefined && this.endPage !== undefined && !isVague;
    return isOpen && (saidPages?.value ?? 0) > counts.pages ? saidPages?.value : undefined;
  }

  /** The first page that begins behind more rows than came, where nothing counts them all. */
  get skippedRows(): SkippedRows | undefined {
    return this.totals.claim === undefined ? this.skip : undefined;
  }

  /** Pages came shorter than asked for, and nothing says that no rows lie between them. */
  get mayHaveGaps(): boolean {
    return this.totals.claim === undefined && !this.fits && this.counts.isSizeUnsaid;
  }

  /** What follows the page that came last. */
  get following(): Following {
    if (this.last === undefined) {
      return "perhaps";
    }
    const { rows, repeatedRows } = this.last;
    if (this.isUnpaged) {
      return "nothing";
    }
    // Where every row of a page came before, going on would only go round.
    if (rows === 0 || repeatedRows >= rows) {
      return this.isEmptyAmid ? "more" : "nothing";
    }
    const { more, isTotalReached } = this;
    const claim = this.claimedTotal;
    const isOpen = claim !== undefined && !isTotalReached;
    if (more === false) {
      return isOpen ? "perhaps" : "nothing";
    }
    if (more === true || isOpen) {
      return "more";
    }
    // A short page is no proof of the end, nor is a total that a full page just reaches.
    const isShort = rows < this.counts.size && this.totals.isProven;
    return claim !== undefined && isShort ? "nothing" : "perhaps";
  }

  /** Whether as many rows came as the service says there are. */
  get isTotalReached(): boolean {
    const { claim } = this.totals;
    return claim !== undefined && this.distinct >= claim;
  }

  /** The page that came last, as the pager has to know it. */
  get facts(): PageFacts | undefined {
    if (this.last === undefined) {
      return undefined;
    }
    const { asked, rows, envelope } = this.last;
    const { total, deniedTotal, more, firstPage } = this;
    const pages = envelope.pages?.value;
    const isInside = pages !== undefined && asked.pageNumber - firstPage < pages;
    return {
      pageNumber: asked.pageNumber,
      firstPage,
      pageSize: this.counts.size,
      rows,
      rowsBefore: this.counts.before(asked.pageNumber),
      ...(total === undefined ? {} : { total, isCounted: this.countedRows !== undefined }),
      ...(deniedTotal === undefined ? {} : { deniedTotal }),
      ...(isInside && deniedTotal === undefined ? { pages } : {}),
      ...(more === undefined ? {} : { more }),
      isUnpaged: this.rules.isUnpaged === true || (this.isUnpaged && total !== undefined),
    };
  }

  /** The page that came last is empty, and the service says rows for pages behind it. */
  private get isEmptyAmid(): boolean {
    const { last } = this;
    if (last?.rows !== 0) {
      return false;
    }
    const { claim } = this.totals;
    const index = last.asked.pageNumber - this.firstPage;
    const empty = last.asked.pageNumber - (this.empty ?? last.asked.pageNumber);
    const pages = claim === undefined ? (this.saidPages?.value ?? 0) : claim / this.counts.size;
    const isPromised = index + 1 < Math.ceil(pages) || last.envelope.more?.value === true;
    return isPromised && empty + 1 < EMPTY_PAGES;
  }

  /**
   * The pages stopped and nothing shows that the list did: the same came again, or what follows
   * was refused. Only as many rows as the service says, or the user's word, close it.
   */
  private get isEndOpen(): boolean {
    const { rules, repeats, totals, counts, distinct } = this;
    const isStopped = repeats !== undefined || this.refused !== undefined;
    // More rows than were asked for are more than a page: their number is the list's.
    const isMore = this.pageSize > 0 && counts.rows > this.pageSize;
    const own = totals.isSure && isMore ? totals.newest : undefined;
    const isSaid = [counts.rows, distinct].includes(totals.claim ?? own ?? -1);
    return isStopped ? !isSaid && rules.isUnpaged !== true : this.more === true && !isSaid;
  }

  /** It ended, and yet rows may lie behind its pages or between them, or have moved past them. */
  private get isDoubtful(): boolean {
    const { missingPages, skippedRows, totals } = this;
    return missingPages !== undefined || skippedRows !== undefined || totals.hasShrunk;
  }

  /** Rows that came, each once. */
  private get distinct(): number {
    return this.counts.reached - this.repeated;
  }

  /** A page that came again counts once, as it came last. */
  private noteRepeats({ asked: { pageNumber }, repeatedRows, sameRecords = 0 }: AuditedPage): void {
    const before = this.repeatsOf.get(pageNumber);
    this.repeated += repeatedRows - (before?.repeated ?? 0);
    this.same += sameRecords - (before?.same ?? 0);
    this.repeatsOf.set(pageNumber, { repeated: repeatedRows, same: sameRecords });
  }

  private noteOddities({ asked: { pageNumber }, rows, envelope }: AuditedPage): void {
    const before = this.counts.rowsIn(pageNumber - 1) ?? 0;
    const [place, came] = [envelope.offset?.value ?? 0, this.counts.before(pageNumber)];
    if (before > 0 && rows > 0 && place >= came && this.counts.isWhole) {
      this.fits = place <= came + 1;
      this.skip ??= this.fits ? undefined : { page: pageNumber, place, came };
    }
    if (rows > 0 && before > 0 && before < this.counts.size) {
      this.shortPage ??= pageNumber - 1;
    }
    if (pageNumber === this.firstPage) {
      const { offset, total } = envelope;
      const [size, all] = [this.pageSize, total?.value ?? 0];
      const isMissing = rows < Math.min(size, all) && rows === Math.max(0, all - size);
      const isFurther = offset !== undefined && offset.value > 1 && offset.value >= size;
      this.late = envelope.before?.value === true || isFurther || isMissing;
    }
  }

  /** Rows of a full page: as asked for, else as pages have shown it. */
  private get fullSize(): number {
    return this.pageSize === 0 ? this.counts.size : this.pageSize;
  }

  private noteEnd({ asked: { pageNumber }, rows, repeatedRows }: AuditedPage): void {
    if (rows === 0) {
      this.empty = Math.min(pageNumber, this.empty ?? Infinity);
    } else if (this.empty !== undefined && this.empty <= pageNumber) {
      this.empty = undefined;
    }
    const isRound = rows > 0 && repeatedRows >= rows;
    if (this.following === "nothing" && !isRound) {
      this.endPage = pageNumber;
      this.endDependsOnSize = rows > 0 && this.more !== false && !this.isUnpaged;
    } else if (this.endPage !== undefined && this.endPage <= pageNumber) {
      this.endPage = undefined;
    }
  }
}
