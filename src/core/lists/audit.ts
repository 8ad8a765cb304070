import type { PageFacts } from "../../shared/paging";
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
}

/** What follows the last page; `perhaps`: only asking tells. */
export type Following = "nothing" | "perhaps" | "more";

/**
 * What the pages of one list have shown, held against what the service says of it. Found by the
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
  private endPage: number | undefined;
  private emptyPage: number | undefined;
  private shortPage: number | undefined;
  private late = false;
  /** Where an earlier page had its link to the next one. */
  private hadNext = false;

  constructor(
    readonly pageSize: number,
    readonly rules: ListRules = NO_RULES,
  ) {
    this.firstPage = rules.firstPage ?? 1;
    this.counts = new PageCounts(pageSize, this.firstPage);
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
    this.counts.add(pageNumber, rows, envelope);
    const isFull = rows >= this.counts.size;
    this.totals.add({ pageNumber, rows, isFull }, envelope.total);
    this.noteOddities(page);
    this.repeated += page.repeatedRows;
    this.hadNext ||= envelope.more?.value === true;
    this.noteEnd(page);
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

  /** An empty page where the one before it did not look like the last. */
  get emptyLastPage(): number | undefined {
    const rows = this.emptyPage === undefined ? 0 : (this.counts.rowsIn(this.emptyPage - 1) ?? 0);
    return rows > 0 && rows >= this.counts.size && !this.isTotalReached
      ? this.emptyPage
      : undefined;
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
    return this.late || (isEnd && missing === this.pageSize);
  }

  /** On the word of the service; a link that is absent counts where an earlier page had one. */
  get more(): boolean | undefined {
    return this.last?.envelope.more?.value ?? (this.hadNext ? false : undefined);
  }

  /** Rows of the whole list as far as they can be believed. */
  get total(): number | undefined {
    return this.countedRows ?? (this.deniedTotal === undefined ? this.totals.claim : undefined);
  }

  /** All rows, counted: every page from the first to the end has come. */
  get countedRows(): number | undefined {
    if (this.endPage === undefined || !this.counts.isWhole) {
      return undefined;
    }
    const { rows } = this.counts;
    const claim = this.totals.claim;
    // Rows that came twice: which count is right only the service's own can tell.
    return this.repeated === 0 || claim === rows
      ? rows
      : claim === this.distinct
        ? claim
        : undefined;
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
    return newest !== undefined && this.distinct > newest;
  }

  /** The list ended before as many rows as the service says there are. */
  get isTotalTooHigh(): boolean {
    const { newest } = this.totals;
    if (newest === undefined || this.endPage === undefined) {
      return false;
    }
    return this.counts.isWhole
      ? this.counts.rows < newest
      : this.emptyPage !== undefined && this.counts.before(this.emptyPage) < newest;
  }

  /** What follows the page that came last. */
  get following(): Following {
    if (this.last === undefined) {
      return "perhaps";
    }
    const { rows, repeatedRows } = this.last;
    // Where every row of a page came before, going on would only go round.
    if (this.isUnpaged || rows === 0 || repeatedRows >= rows) {
      return "nothing";
    }
    const { total, more, isTotalReached } = this;
    if (more === false) {
      return total === undefined || isTotalReached ? "nothing" : "perhaps";
    }
    if (more === true || (total !== undefined && !isTotalReached)) {
      return "more";
    }
    // A short page is no proof of the end, nor is a total that a full page just reaches.
    const isEnd = isTotalReached && rows < this.counts.size && this.totals.isSure;
    return isEnd ? "nothing" : "perhaps";
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
      isUnpaged: this.isUnpaged,
    };
  }

  /** Rows that came, each once. */
  private get distinct(): number {
    return this.counts.reached - this.repeated;
  }

  private noteOddities({ asked: { pageNumber }, rows, envelope }: AuditedPage): void {
    const before = this.counts.rowsIn(pageNumber - 1) ?? 0;
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

  private noteEnd({ asked: { pageNumber }, rows }: AuditedPage): void {
    if (rows === 0) {
      this.emptyPage = Math.min(pageNumber, this.emptyPage ?? Infinity);
    } else if (this.emptyPage !== undefined && this.emptyPage <= pageNumber) {
      this.emptyPage = undefined;
    }
    if (rows === 0 || this.following === "nothing") {
      this.endPage = pageNumber;
    } else if (this.endPage !== undefined && this.endPage <= pageNumber) {
      this.endPage = undefined;
    }
  }
}
