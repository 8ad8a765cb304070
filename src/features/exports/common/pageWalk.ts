import { throwIfAborted } from "../../../platform/base/scope";
import { PagingAudit } from "../../lists/common/audit";
import { walkPages } from "../../lists/common/walkPages";
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

/**
 * All pages of a list into a file of lines, several on their way at once where the service said
 * that there are so many, committed in their order.
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
  private readonly onWay = new Map<number, Promise<ArrivedPage>>();
  private sending = 0;
  private nextToSend: number;
  private isPausing = false;
  /** Of the run: aborted when it is over, or does not wait any more. */
  private ending = new AbortController();

  constructor(private readonly options: PageWalkOptions) {
    const { query, opened, takesPages } = options;
    const { pageSize } = query;
    const rules = takesPages ? query.rules : { ...query.rules, isUnpaged: true };
    this.audit = new PagingAudit(pageSize, rules);
    this.backoff = new Backoff(options.clock, options.onChange);
    this.fetcher = new PageFetcher(options, this.backoff);
    for (const page of opened.pages) {
      const pageNumber = page.page;
      this.audit.add({ ...page, asked: { pageNumber, pageSize } });
      this.count({ ...page, pageNumber, bytes: page.end - this.bytes });
    }
    if (opened.refusedPage === this.audit.nextPage && !this.isOver) {
      this.audit.refuse(opened.refusedPage);
    }
    this.nextToSend = this.audit.nextPage;
  }

  /** Nothing more is to come. */
  get isOver(): boolean {
    return this.audit.isOver;
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
    return this.audit.claimedTotal;
  }

  /** Goes on to the end or to a pause. Throws what a page throws; then nothing is on its way. */
  async run(signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    this.ending = ending;
    const both = AbortSignal.any([signal, ending.signal]);
    const { audit, onWay } = this;
    const { query, onChange } = this.options;
    const fetchPage = (pageNumber: number): Promise<ArrivedPage> | undefined => {
      throwIfAborted(signal);
      this.send(both);
      return onWay.get(pageNumber);
    };
    try {
      for await (const page of walkPages({ audit, pageSize: query.pageSize, fetchPage })) {
        onWay.delete(page.pageNumber);
        this.count(page);
        onChange();
      }
      await this.flush();
    } catch (error) {
      // A pause ends a wait for better times, and so the page that waits.
      if (signal.aborted || !ending.signal.aborted) {
        throw error;
      }
      await this.flush();
    } finally {
      ending.abort();
      await Promise.allSettled(onWay.values());
      onWay.clear();
      this.nextToSend = audit.nextPage;
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
  cancelPause(): void {
    this.isPausing = false;
  }

  /** Asks for as many pages as may be asked for. */
  private send(signal: AbortSignal): void {
    const width = Math.max(1, this.options.width());
    while (
      !this.isPausing &&
      !this.isOver &&
      !signal.aborted &&
      this.sending < width &&
      this.onWay.size < this.mostOnWay(width) &&
      this.nextToSend <= Math.max(this.audit.nextPage, this.lastKnown)
    ) {
      const pageNumber = this.nextToSend++;
      this.sending++;
      const fetching = this.fetch(pageNumber, signal);
      // Its error is thrown when its turn comes.
      fetching.catch(() => undefined);
      this.onWay.set(pageNumber, fetching);
    }
  }

  /** Those that came wait for one before them, and for the thread: the memory is bounded. */
  private mostOnWay(width: number): number {
    const fitting = Math.floor(WAITING_BYTES / Math.max(1, this.fetcher.pageBytes));
    return Math.max(2 * width, Math.min(PAGES_AHEAD * width, fitting));
  }

  private async fetch(pageNumber: number, signal: AbortSignal): Promise<ArrivedPage> {
    const body = await this.fetcher.fetch(pageNumber, signal).finally(() => this.sending--);
    const writing = this.fetcher.write(pageNumber, body, signal);
    this.send(signal);
    if (this.sending === 0) {
      this.options.lines.hurry();
    }
    return await writing;
  }

  /** The last page of which the service said that it is there. */
  private get lastKnown(): number {
    const { firstPage, counts, facts, rules, claimedTotal } = this.audit;
    if (rules.isUnpaged === true || facts === undefined) {
      return 0;
    }
    const byTotal = claimedTotal === undefined ? undefined : Math.ceil(claimedTotal / counts.size);
    const pages = Math.min(byTotal ?? Infinity, facts.pages ?? Infinity);
    return Number.isFinite(pages) ? firstPage + pages - 1 : 0;
  }

  private count(page: Committed & Pick<ArrivedPage, "pageNumber" | "requestId">): void {
    const { pageNumber, rows, envelope, requestId, bytes } = page;
    const total = envelope.total?.value;
    this.bytes = page.end;
    if (total !== undefined) {
      this.totals.add(total);
    }
    if (!page.isExact) {
      this.inexactPages.push(pageNumber);
    }
    if (!page.repeatsPage) {
      this.rows += rows;
      const said = { ...(total === undefined ? {} : { total }) };
      const id = requestId === undefined ? {} : { requestId };
      this.pages.push({ page: pageNumber, rows, bytes, ...id, ...said });
    }
  }

  /** What came is written; the end of the walk too, where it is one. */
  private async flush(): Promise<void> {
    const { lines } = this.options;
    if (this.isOver) {
      const { refusedEnd: refusedPage } = this.audit;
      const entry = { end: true, ...(refusedPage === undefined ? {} : { refusedPage }) };
      await lines.ask("note", { entry });
    }
    await lines.ask("flush", {});
  }
}
