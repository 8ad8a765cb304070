import { AppError, isCanceled, needsAccess } from "../../../platform/base/errors";
import type { TextEncoding } from "../../../platform/http/text";
import type { Action } from "../../../platform/base/action";
import type { ServiceAnswer, ServiceClient } from "../../../platform/service/client";
import type { OperationCall } from "../../../platform/base/call";
import { PagingAudit } from "./audit";
import type { PageQuery } from "./envelope";
import type { Guess } from "./guess";
import { pagingFindings, type PagingFact } from "./findings";
import { identifyRow, isOwnId, type RowIdentity, type RowKind } from "./identify";
import { NO_RULES, sendsSize, type ListRules } from "./listRules";
import { type LoadKind, type LoadOptions, LoadQueue } from "./loadQueue";
import { type ListPage, samePage } from "./page";
import { mayRefusePage, type WayOn, waysOn } from "./refusedPaging";
import { type RowRemark, rowRemarks } from "./rowRemarks";
import type { SeenList } from "./seenLists";
import { auditPage, fetchListPage, type PageFindings } from "./walkPages";

/** A row of a growing list: how it is called and where it came from. */
export interface GrownRow extends RowIdentity {
  /** Unique in its list, also where ids are absent or repeated. */
  readonly key: string;
  readonly action: Action;
  /** Milliseconds since the epoch. */
  readonly loadedAt: number;
  /** Absent where nothing has to be said. */
  readonly remarks?: readonly RowRemark[];
}

interface GrowingListOptions {
  readonly kind: RowKind;
  /** Rows per page; asked for when it is loaded anew. */
  readonly pageSize: () => number;
  readonly call: Pick<OperationCall, "operationId" | "path">;
  readonly client: () => Promise<ServiceClient>;
  /** A few words for the record: "Clients page 2". */
  readonly title: (pageNumber: number) => string;
  /** False where the definition knows no pages of it: it is one, and asked for as such. */
  readonly takesPages?: () => boolean;
  /** What the user said of this list; asked for when it is loaded anew. */
  readonly rules?: () => ListRules;
  /** What pages of this list have shown in this window. */
  readonly seen?: () => SeenList;
}

/** Why the last load failed, and which it was. */
interface LoadFailure {
  readonly error: unknown;
  readonly kind: LoadKind;
}

/** What is known to follow the rows that are loaded. */
export type Rest = "none" | "more" | "maybe";

interface LoadedPage extends PageFindings {
  readonly page: ListPage;
  /** Those that no earlier page brought. */
  readonly freshRows: readonly GrownRow[];
  /** What rows of later pages are compared with. */
  readonly keys: readonly (string | undefined)[];
  readonly action: Action;
  readonly encoding: TextEncoding;
}

interface LoadedPages {
  readonly all: readonly LoadedPage[];
  /** Rows per page that are asked for. */
  readonly size: number;
  /** Holds what the service says of the list against its pages. */
  readonly audit: PagingAudit;
}

/** A list of the service that is loaded page by page and keeps what it has, for trees. */
export class GrowingList {
  private loaded: LoadedPages;
  private readonly queue = new LoadQueue();
  private failed: LoadFailure | undefined;
  /** What it was asked for with. */
  private asked = "";

  constructor(private readonly options: GrowingListOptions) {
    this.loaded = this.noPages();
  }

  get rows(): readonly GrownRow[] {
    return this.rowsOf(this.pages.length);
  }

  /** The rows of the first pages. */
  rowsOf(pageCount: number): readonly GrownRow[] {
    return uniqueKeys(this.pages.slice(0, pageCount).flatMap(({ freshRows }) => freshRows));
  }

  /** Rows of the first pages that are not kept: an answer may have more than a tree can show. */
  omittedRowsOf(pageCount: number): number {
    return this.pages.slice(0, pageCount).reduce((sum, { page }) => sum + page.omittedRows, 0);
  }

  /** How many pages are loaded. */
  get pageCount(): number {
    return this.pages.length;
  }

  get isLoaded(): boolean {
    return this.pages.length > 0;
  }

  /** Whether the service was asked for it, or is being asked. */
  get wasAsked(): boolean {
    return this.isLoaded || this.failed !== undefined || this.queue.isBusy;
  }

  /** Why the last load failed; gone with the next one that succeeds. */
  get failure(): LoadFailure | undefined {
    return this.failed;
  }

  /** Rows of the whole list, where the service said so and its pages do not speak against it. */
  get total(): Guess<number> | undefined {
    const { audit } = this.loaded;
    const { guess } = audit.totals;
    return guess !== undefined && audit.total === guess.value ? guess : undefined;
  }

  get lastAction(): Action | undefined {
    return this.pages.at(-1)?.action;
  }

  get rest(): Rest {
    return this.restAfter(this.pages.length);
  }

  /** What follows the first pages: those that are loaded, else what the service told. */
  restAfter(pageCount: number): Rest {
    return pageCount < this.pages.length ? "more" : restOf(this.loaded);
  }

  /** Rows that one more page brings at most, as pages have shown it. */
  get pageSize(): number {
    return this.loaded.audit.counts.size;
  }

  /** How the first page was read that is not valid in its encoding, else that is not in UTF-8. */
  get encoding(): TextEncoding | undefined {
    const all = this.pages.map(({ encoding }) => encoding);
    return all.find(({ exact }) => !exact) ?? all.find(({ name }) => name !== "utf-8");
  }

  /** Why rows may be missing; undefined where nothing says so. */
  get loss(): PagingFact | undefined {
    return pagingFindings(this.loaded.audit).find(({ isLoss }) => isLoss === true);
  }

  /** Other ways to ask for it: where a page did not come, or rows seem to be missing. */
  get waysOn(): readonly WayOn[] {
    const { failed, rules, takesPages, options } = this;
    const { audit, all } = this.loaded;
    if (failed === undefined) {
      // What is asked for as a whole has its way back to pages, and no size.
      return rules.isUnpaged === true ? [] : remediesOf(audit);
    }
    const pageNumber = audit.firstPage + (failed.kind === "grow" ? all.length : 0);
    const taken = options.seen?.().sizes.taken;
    const pageSize = this.wantedSize;
    return waysOn(failed.error, { takesPages, rules, pageNumber, pageSize, taken });
  }

  /** What the user said of it. */
  get rules(): ListRules {
    return this.options.rules?.() ?? NO_RULES;
  }

  get operationId(): string {
    return this.options.call.operationId;
  }

  /** What the service says of all rows, whether its pages speak against it or not. */
  get said(): number | undefined {
    return this.loaded.audit.totals.newest;
  }

  /**
   * Loads the first page unless there is one. The error is kept, not thrown; after one, only
   * `loadMore` and `reload` ask again, so that drawing anew never becomes calling anew.
   */
  async load(options: LoadOptions = {}): Promise<void> {
    if (this.isLoaded || this.failed !== undefined) {
      // What a panel has learnt of the list meanwhile holds here too.
      return this.asked === this.wish || this.queue.isBusy ? undefined : this.reload(options);
    }
    await (this.queue.isBusy ? this.queue.join(options) : this.loadMore(options));
  }

  /** As `load`, but done only when a load that somebody else began is done too. */
  async settle(options: LoadOptions = {}): Promise<void> {
    await this.load(options);
    await this.queue.join(options);
  }

  /** Loads the page after those that are loaded; who asks meanwhile shares it. */
  async loadMore(options: LoadOptions = {}): Promise<void> {
    await this.work("grow", options, async (signal) => this.append(this.loaded, signal));
  }

  /**
   * Loads as many pages anew as were shown, so that nobody loses their place. Asked while a page
   * is being loaded it follows that load: what is on its way may be older than the wish.
   */
  async reload(options: LoadOptions = {}): Promise<void> {
    await this.work("reload", options, async (signal) => {
      let loaded = await this.append(this.noPages(), signal);
      const isOpen = (): boolean =>
        restOf(loaded) !== "none" && loaded.audit.refusedPage === undefined;
      while (loaded.all.length < this.pages.length && isOpen()) {
        loaded = await this.append(loaded, signal);
      }
      return loaded;
    });
  }

  /**
   * Ends what is being loaded, whoever waits for it. That is kept as why it did not come, so that
   * drawing anew never becomes calling anew.
   */
  cancel(): void {
    const kind = this.queue.cancel();
    if (kind !== undefined) {
      this.failed = { error: new AppError("canceled", "canceled/byUser"), kind };
    }
  }

  /** Asks again for what failed for want of a sign-in or of trust; true where something did. */
  async retryAccess(): Promise<boolean> {
    const { failed } = this;
    if (!needsAccess(failed?.error)) {
      return false;
    }
    await (failed?.kind === "reload" ? this.reload() : this.loadMore());
    return true;
  }

  private async work(
    kind: LoadKind,
    options: LoadOptions,
    task: (signal: AbortSignal) => Promise<LoadedPages>,
  ): Promise<void> {
    await this.queue.run(kind, options, async (signal) => {
      try {
        this.loaded = await task(signal);
        this.failed = undefined;
      } catch (error) {
        // After a cancel all is as it was before.
        this.failed = isCanceled(error) ? this.failed : { error, kind };
        if (mayRefusePage(error) && (kind === "reload" || !this.isLoaded)) {
          this.options.seen?.().refuse(this.wantedSize);
        }
      }
    });
  }

  private get pages(): readonly LoadedPage[] {
    return this.loaded.all;
  }

  /** All that decides how it is asked for and read. */
  private get wish(): string {
    return JSON.stringify([this.wantedSize, this.rules]);
  }

  private get wantedSize(): number {
    return this.rules.pageSize ?? this.options.pageSize();
  }

  /** Whether its endpoint has parameters for pages. */
  private get takesPages(): boolean {
    return this.options.takesPages?.() ?? true;
  }

  private noPages(): LoadedPages {
    this.asked = this.wish;
    const said: ListRules = { ...this.rules, ...(this.takesPages ? {} : { isUnpaged: true }) };
    const size = this.wantedSize;
    return { all: [], size, audit: new PagingAudit(size, said) };
  }

  /** As it is where the page behind it was refused, and that may be its end. */
  private async append(loaded: LoadedPages, signal: AbortSignal): Promise<LoadedPages> {
    const { all, size: pageSize, audit } = loaded;
    const asked = { pageNumber: audit.firstPage + all.length, pageSize };
    const page = await auditPage(audit, asked, this.fetchPage(loaded, asked, signal));
    return page === undefined || page.repeatsPage ? loaded : { ...loaded, all: [...all, page] };
  }

  private async fetchPage(
    { all, audit: { rules } }: LoadedPages,
    asked: PageQuery,
    signal: AbortSignal,
  ): Promise<LoadedPage> {
    const { client, call, title } = this.options;
    const request = { client, call, title, asked, rules, context: { signal } };
    const { page, answer } = await fetchListPage(request);
    const previous = all.at(-1);
    const rows = page.rows.length + page.omittedRows;
    const identified = this.identify(page, answer, asked.pageNumber);
    const keys = identified.map(({ id }, index) => this.repeatKey(id, page.rows[index]));
    const known = new Set(all.flatMap((earlier) => earlier.keys));
    // Pages may overlap: what an earlier one brought stands in the list once.
    const freshRows = identified.filter((_, index) => !isKnown(keys[index], known));
    const repeatedRows = identified.length - freshRows.length;
    if (sendsSize(rules)) {
      this.options.seen?.().note(asked.pageSize, rows);
    }
    return {
      ...{ page, freshRows, keys, rows, envelope: page, repeatedRows },
      // Some servers ignore paging and answer every page number with the whole list.
      repeatsPage: previous !== undefined && samePage(previous.page, page),
      // Rows without an id are never among them.
      sameRecords: repeatedRows,
      ...{ action: answer.action, encoding: answer.encoding },
    };
  }

  /** Another's id, such as an adviser's, may come again with another row: that has to be equal. */
  private repeatKey(id: RowIdentity["id"], row: ListPage["rows"][number] | undefined) {
    return id === undefined || isOwnId(id.from, this.options.kind) ? id?.value : row?.source;
  }

  private identify(
    { text, rows }: ListPage,
    { action, encoding }: ServiceAnswer,
    pageNumber: number,
  ): GrownRow[] {
    const loadedAt = Date.now();
    const { kind } = this.options;
    return rows.map(({ node }, index) => {
      const identity = identifyRow(text, node, kind);
      const key = identity.id?.value ?? `${pageNumber}.${index + 1}`;
      const hasId = identity.id !== undefined;
      const remarks = rowRemarks({ text, node, kind, encoding, hasId });
      return { ...identity, key, action, loadedAt, ...(remarks.length > 0 && { remarks }) };
    });
  }
}

/** What the findings offer by which rows may be missing; to believe no number brings none. */
function remediesOf(audit: PagingAudit): readonly WayOn[] {
  return pagingFindings(audit).flatMap(({ actionId, isLoss, values }): readonly WayOn[] =>
    actionId === "list.takeGivenSize"
      ? [{ id: "list.smallerPages", pageSize: values["given"] ?? audit.counts.size }]
      : isLoss === true && actionId !== undefined && actionId !== "list.ignoreTotal"
        ? [{ id: actionId }]
        : [],
  );
}

function restOf({ all, audit }: LoadedPages): Rest {
  const last = all.at(-1);
  if (last === undefined) {
    return "none";
  }
  const { following, isTotalReached } = audit;
  if (following !== "perhaps") {
    return following === "more" ? "more" : "none";
  }
  // Not to offer more after each list that just fills its pages; a size that was lowered without
  // a word looks like a short first page, and where pages overlap a short one ends nothing.
  const isShort = (audit.latest?.rows ?? 0) < audit.counts.size && all.length > 1;
  const isOpen = audit.repeatedRows > 0 || (audit.facts?.pages ?? 0) > all.length;
  return isTotalReached || (isShort && !isOpen) ? "none" : "maybe";
}

function isKnown(key: string | undefined, known: ReadonlySet<string | undefined>): boolean {
  return key !== undefined && known.has(key);
}

/** The editor refuses a tree with two nodes of one id; a service may well repeat a row. */
function uniqueKeys(rows: readonly GrownRow[]): GrownRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const times = (seen.get(row.key) ?? 0) + 1;
    seen.set(row.key, times);
    return times === 1 ? row : { ...row, key: `${row.key}#${times}` };
  });
}
