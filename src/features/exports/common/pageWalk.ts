import { throwIfAborted } from "../../../platform/base/scope";
import { PagingAudit } from "../../lists/common/audit";
import { endsBefore } from "../../lists/common/refusedPaging";
import type { ManifestPage } from "./exportManifest";
import type { Committed, OpenedLines } from "./exportMessages";
import { type ArrivedPage, PageFetcher, type PageAskingOptions } from "./pageFetcher";
import { Backoff, type WalkWait } from "./backoff";

interface PageWalkOptions extends PageAskingOptions {
  /** What was there already when it was opened. */
  readonly opened: OpenedLines;
  /** Whether the endpoint takes page numbers; without them the first page is all. */
  readonly takesPages: boolean;
  /** Requests at once, asked anew each time. */
  readonly width: () => number;
}

/** Pages on their way for each call at once, as long as they are so small together. */
const PAGES_AHEAD = 16;
const WAITING_BYTES = 4_194_304;

type Outcome = { readonly page: ArrivedPage } | { readonly error: unknown };

/**
 * All pages of a list into a file of lines, several on their way at once where the service said
 * that there are so many, taken in their order.
 */
export class PageWalk {
  readonly audit: PagingAudit;
  readonly pages: ManifestPage[] = [];
  readonly inexactPages: number[] = [];
  /** All totals that pages said, each once, in order. */
  readonly totals = new Set<number>();
  rows = 0;
  bytes = 0;
  private readonly backoff: Backoff;
  private readonly fetcher: PageFetcher;
  private readonly onWay = new Map<number, Promise<Outcome>>();
  private sending = 0;
  private next: number;
  private nextToSend: number;
  private isPausing = false;
  /** Of the run: aborted when it is over, or does not wait any more. */
  private ending = new AbortController();
  private isEnded = false;
  private refusedPage: number | undefined;

  constructor(private readonly options: PageWalkOptions) {
    const { query, opened, takesPages } = options;
    const rules = takesPages ? query.rules : { ...query.rules, isUnpaged: true };
    this.audit = new PagingAudit(query.pageSize, rules);
    this.next = this.audit.firstPage;
    this.backoff = new Backoff(options.clock, options.onChange);
    this.fetcher = new PageFetcher(options, this.backoff);
    for (const page of opened.pages) {
      const { end } = page;
      this.count(page.page, { ...page, bytes: end - this.bytes });
    }
    if (opened.refusedPage === this.next && !this.isEnded) {
      this.end(this.next);
    }
    this.nextToSend = this.next;
  }

  /** Nothing more is to come. */
  get isOver(): boolean {
    return this.isEnded;
  }

  get wait(): WalkWait | undefined {
    return this.backoff.waiting ?? this.fetcher.waiting;
  }

  /** Trace ids of this run, in order. */
  get traceIds(): readonly string[] {
    return this.fetcher.traceIds;
  }

  /** Rows of the whole list, where the service says so and pages do not speak against it. */
  get claimed(): number | undefined {
    return this.audit.deniedTotal === undefined ? this.audit.totals.claim : undefined;
  }

  /** Goes on to the end or to a pause. Throws what a page throws; then nothing is on its way. */
  async run(signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    this.ending = ending;
    const both = AbortSignal.any([signal, ending.signal]);
    try {
      while (!this.isEnded) {
        throwIfAborted(signal);
        this.send(both);
        const coming = this.onWay.get(this.next);
        const outcome = await coming;
        if (outcome === undefined || ending.signal.aborted) {
          break;
        }
        await this.take(outcome);
      }
      await this.leave();
    } finally {
      ending.abort();
      await Promise.all(this.onWay.values());
      this.onWay.clear();
      this.nextToSend = this.next;
    }
  }

  /** Stays after the pages that are on their way; those that wait for better times do not come. */
  pause(): void {
    this.isPausing = true;
    if (this.backoff.waiting !== undefined) {
      this.ending.abort();
    }
  }

  /** Takes a pause back that has not come yet. */
  goOn(): void {
    this.isPausing = false;
  }

  /** Asks for as many pages as may be asked for. */
  private send(signal: AbortSignal): void {
    const width = Math.max(1, this.options.width());
    while (
      !this.isPausing &&
      !this.isEnded &&
      !signal.aborted &&
      this.sending < width &&
      this.onWay.size < this.mostOnWay(width) &&
      this.nextToSend <= Math.max(this.next, this.lastKnown)
    ) {
      const pageNumber = this.nextToSend++;
      this.sending++;
      this.onWay.set(pageNumber, this.fetch(pageNumber, signal));
    }
  }

  /** Those that came wait for one before them, and for the thread: the memory is bounded. */
  private mostOnWay(width: number): number {
    const fitting = Math.floor(WAITING_BYTES / Math.max(1, this.fetcher.pageBytes));
    return Math.max(2 * width, Math.min(PAGES_AHEAD * width, fitting));
  }

  private async fetch(pageNumber: number, signal: AbortSignal): Promise<Outcome> {
    try {
      const came = await this.fetcher.fetch(pageNumber, signal).finally(() => this.sending--);
      const handing = this.fetcher.hand(pageNumber, came, signal);
      this.send(signal);
      if (this.sending === 0) {
        this.options.lines.hurry();
      }
      return { page: await handing };
    } catch (error) {
      return { error };
    }
  }

  /** The last page of which the service said that it is there. */
  private get lastKnown(): number {
    const { firstPage, counts, facts, rules } = this.audit;
    if (rules.isUnpaged === true || facts === undefined) {
      return 0;
    }
    const { claimed } = this;
    const byTotal = claimed === undefined ? undefined : Math.ceil(claimed / counts.size);
    const pages = Math.min(byTotal ?? Infinity, facts.pages ?? Infinity);
    return Number.isFinite(pages) ? firstPage + pages - 1 : 0;
  }

  private async take(outcome: Outcome): Promise<void> {
    const pageNumber = this.next;
    this.onWay.delete(pageNumber);
    if ("error" in outcome) {
      if (!endsBefore(this.audit, pageNumber, outcome.error)) {
        throw outcome.error;
      }
      this.end(pageNumber);
      return;
    }
    const { page } = outcome;
    this.count(pageNumber, page);
    if (page.isHeld && !this.isEnded) {
      await this.options.lines.ask("goOn", {});
    }
    this.options.onChange();
  }

  /** The page behind the end was refused. */
  private end(refusedPage: number): void {
    this.audit.refuse(refusedPage);
    this.refusedPage = refusedPage;
    this.isEnded = true;
  }

  private count(
    pageNumber: number,
    page: Committed & { readonly requestId?: string | undefined },
  ): void {
    const { rows, envelope, requestId, repeatsPage, repeatedRows, bytes, end, isExact } = page;
    const { audit } = this;
    const asked = { pageNumber, pageSize: this.options.query.pageSize };
    // A part of an earlier version does not say which of its rows are the same record.
    const { sameRecords = repeatedRows } = page;
    audit.add({ asked, rows, envelope, repeatsPage, repeatedRows, sameRecords });
    this.next = pageNumber + 1;
    this.isEnded = audit.following === "nothing";
    this.bytes = end;
    const total = envelope.total?.value;
    if (total !== undefined) {
      this.totals.add(total);
    }
    if (!isExact) {
      this.inexactPages.push(pageNumber);
    }
    if (!repeatsPage) {
      this.rows += rows;
      const said = { ...(total === undefined ? {} : { total }) };
      const id = requestId === undefined ? {} : { requestId };
      this.pages.push({ page: pageNumber, rows, bytes, ...id, ...said });
    }
  }

  /** What came is written; the end of the walk too, where it is one. */
  private async leave(): Promise<void> {
    const { lines } = this.options;
    if (this.isEnded) {
      const { refusedPage } = this;
      const entry = { end: true, ...(refusedPage === undefined ? {} : { refusedPage }) };
      await lines.ask("note", { entry });
    }
    await lines.ask("flush", {});
  }
}
