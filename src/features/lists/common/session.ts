import type { ListQuery, ParameterValues, Walk } from "../messages/listQuery";
import type { TableFacts } from "../messages/listQuestions";
import { describePaging, pageAfterResize, type Paging } from "../messages/paging";
import { AppError, isAppError, isCanceled, needsAccess } from "../../../platform/base/errors";
import type { Translate } from "../../../platform/texts/words";
import { untilAborted } from "../../../platform/base/scope";
import type { Action } from "../../../platform/base/action";
import type { CallContext, ServiceClient } from "../../../platform/service/client";
import type { RetryWait } from "../../../platform/http/retry";
import { PagingAudit } from "./audit";
import { actionTitle, listCall, type ListEndpoint, missingParameters } from "./listEndpoint";
import { pagingFindings, type PagingFact } from "./findings";
import { type ListRules, sendsSize } from "./listRules";
import { loadPage, type LoadedPage } from "./pageLoad";
import type { RowTable } from "./table/rowTables";
import { endsBefore, mayRefusePage, type WayOn, waysOn } from "./refusedPaging";
import type { SeenList } from "./seenLists";
import { type ShownPlace, shownPlace } from "./shownPlace";
import { ListWalk } from "./walk";

export interface ListState {
  /** Place of the rows on screen; before there are any, the place asked for. */
  readonly query: ListQuery;
  /** The page that came last and whose rows are in the table, of mode `all` after others. */
  readonly loaded: LoadedPage | undefined;
  readonly loading: ListQuery | undefined;
  /** The first rows of what is loading are in the table already. */
  readonly growing: TableFacts | undefined;
  /** Why the last request gave no page; gone with the next request. */
  readonly failure: { readonly error: unknown; readonly query: ListQuery } | undefined;
  /** What the user did not wait for; gone with the next request. Not an error. */
  readonly canceled: ListQuery | undefined;
  /** The last exchange that ended, good or bad. */
  readonly action: Action | undefined;
  /** Whether the service was ever asked for this list; a restored panel asks nobody. */
  readonly wasAsked: boolean;
  /** Rows that were here came through what the connection was before; gone with the next request. */
  readonly isInvalidated: boolean;
  /** The last wait before a retry, until the answer is there. */
  readonly waiting: RetryWait | undefined;
  /** There while or after all pages were asked for. */
  readonly walk: Walk | undefined;
  /** Place of what is loaded; no count in it that pages speak against. */
  readonly paging: Paging | undefined;
  readonly findings: readonly PagingFact[];
  /** The rows on screen are proven to be all of the list. */
  readonly isWhole: boolean;
}

interface ListSessionOptions {
  readonly endpoint: ListEndpoint;
  readonly query: ListQuery;
  /** Where the rows go; stays its owner's, who disposes it after the session. */
  readonly table: RowTable;
  readonly client: () => Promise<ServiceClient>;
  /** What the user said of this list, asked for with each request. */
  readonly rules: () => ListRules;
  readonly onChange: () => void;
  /** For the titles of its actions. */
  readonly translate: Translate;
  /** Rows after which a walk asks whether to go on. */
  readonly rowsAtOnce?: number;
  /** What pages of this list have shown in this window. */
  readonly seen?: () => SeenList;
}

/** What is left of an action after its client was closed: nothing can be added to it. */
interface WalkAction {
  readonly client: ServiceClient;
  readonly action: Action;
}

/**
 * One list being paged through, or loaded whole: at most one request in flight, a newer one
 * cancels the older. A failure leaves the rows and their place as they are. What came is in the
 * table, and compared with what the service says of it.
 */
export class ListSession {
  private current: ListState;
  private inFlight: AbortController | undefined;
  private isDisposed = false;
  /** Of the pages that were seen; anew for other parameters, sizes and rules. */
  private audit: { readonly key: string; readonly of: PagingAudit } | undefined;
  private walk: ListWalk | undefined;
  /** What the first page of the walk was asked with. */
  private walkCall = "";
  /** Rows per page before it. */
  private sizeBefore: number | undefined;
  /** What the walk is doing, to its end. */
  private walking: Promise<void> | undefined;
  /** Grows with each wish to stop or to go on: the last one counts. */
  private generation = 0;
  private walkAction: WalkAction | undefined;
  /** Grows with each reset: what was asked for before it is not shown. */
  private epoch = 0;

  constructor(private readonly options: ListSessionOptions) {
    this.current = emptyState(options.query);
  }

  get state(): ListState {
    return this.current;
  }

  /** Of the rows on screen, also of a page whose first rows are there alone. */
  get place(): ShownPlace {
    return shownPlace(this.current, this.saidRules.isUnpaged === true);
  }

  /** Number under which the table has the page on screen. */
  get shownPage(): number | undefined {
    return this.current.loaded?.page === undefined ? undefined : this.tablePage;
  }

  private tablePage: number | undefined;

  /** Other ways to ask for what did not come. */
  get waysOn(): readonly WayOn[] {
    const { failure } = this.current;
    const { endpoint, rules } = this.options;
    return failure === undefined
      ? []
      : waysOn(failure.error, {
          ...{ takesPages: endpoint.takesPages, rules: rules(), taken: this.seen?.sizes.taken },
          ...failure.query,
        });
  }

  /** Rows per page of a walk: as asked for, or the largest page that this list was seen to fill. */
  walkPageSize({ pageSize }: ListQuery = this.pagedQuery): number {
    const isSaid = this.options.rules().pageSize !== undefined;
    return isSaid ? pageSize : Math.max(pageSize, this.seen?.sizes.filled ?? 0);
  }

  /** Loads one page; never throws, the outcome is in the state. */
  async load(query: ListQuery): Promise<void> {
    const asked: ListQuery = { ...query, mode: "page" };
    this.walk = undefined;
    await this.work(asked, async (signal) => {
      this.refuseMissing(asked);
      const client = await untilAborted(this.options.client(), signal);
      const action = client.startAction(this.titleOf(asked));
      const context = { action, signal, onWait: this.onWait(signal) };
      try {
        return this.arrived(await this.fetch(client, { query: asked, isAdded: false, context }));
      } catch (error) {
        return this.endedBefore(asked, error);
      }
    });
  }

  /** Repeats what failed or was cancelled, goes on with a walk that failed, or loads anew what is on screen. */
  async reload(): Promise<void> {
    const { failure, loading, canceled, query } = this.current;
    if (this.walk?.progress.state === "failed") {
      return this.resume();
    }
    const asked = failure?.query ?? loading ?? canceled ?? query;
    await (asked.mode === "all" ? this.loadAll() : this.load(asked));
  }

  /** Another page size, staying with the first row on screen. */
  async resize(pageSize: number): Promise<void> {
    const { query, paging } = this.place;
    const { firstPage } = this;
    const before = paging === undefined || paging.rows === 0 ? undefined : paging.firstRow - 1;
    const pageNumber =
      before === undefined
        ? pageAfterResize(query.pageNumber, query.pageSize, pageSize, firstPage)
        : pageAfterResize(before + firstPage, 1, pageSize, firstPage);
    await this.load({ ...query, pageNumber, pageSize });
  }

  /** A page by its number, as the service counts. */
  async goTo(pageNumber: number): Promise<void> {
    const wanted = Math.max(this.firstPage, Math.trunc(pageNumber));
    await this.load({ ...this.pagedQuery, pageNumber: wanted });
  }

  /** Other parameters: another list, from its first page on. */
  async setParameters(parameters: ParameterValues): Promise<void> {
    await this.load({ ...this.pagedQuery, parameters, pageNumber: this.firstPage });
  }

  /** The rules are others: how pages are counted and rows are found is learnt anew. */
  async applyRules(): Promise<void> {
    this.audit = undefined;
    const { firstPage: pageNumber, pagedQuery } = this;
    const pageSize = this.options.rules().pageSize ?? pagedQuery.pageSize;
    await this.load({ ...pagedQuery, pageNumber, pageSize });
  }

  /** Loads the whole list from its first page on, one page after the other. */
  async loadAll(): Promise<void> {
    const before = this.current.failure?.query ?? this.current.query;
    if (before.mode === "page") {
      this.sizeBefore = before.pageSize;
    }
    const query: ListQuery = {
      ...before,
      ...{ pageNumber: this.firstPage, pageSize: this.walkPageSize(before), mode: "all" },
    };
    this.audit = undefined;
    this.walkAction = undefined;
    this.walkCall = this.callOf(query);
    this.walk = new ListWalk({
      query,
      audit: this.auditOf(query),
      rowsAtOnce: this.options.rowsAtOnce,
      load: (page, isAdded, signal) => this.fetchStep(page, isAdded, signal),
      onPage: (loaded) => this.pageLoaded(loaded),
    });
    await this.runWalk(this.walk, query);
  }

  /** Stays after the page that is on its way. */
  pause(): void {
    if (this.walk?.progress.state === "running") {
      this.walk.pause();
      this.change({ walk: this.walk.progress });
    }
  }

  /** Goes on with a walk that was paused, stopped or failed. */
  async resume(): Promise<void> {
    const { walk } = this;
    const state = walk?.progress.state;
    if (walk === undefined || state === "running" || state === "finished") {
      return;
    }
    if (isLost(this.current.failure?.error)) {
      return this.loadAll();
    }
    if (this.inFlight?.signal.aborted === false) {
      // The page of before the pause is still on its way.
      walk.cancelPause();
      this.change({ walk: walk.progress });
      return;
    }
    // What was stopped may not have ended yet: two of one walk would fetch the same page.
    const generation = ++this.generation;
    await this.walking;
    if (generation === this.generation && this.walk === walk && walk.progress.state !== "running") {
      await this.runWalk(walk, walk.query);
    }
  }

  /** Cancels what is in flight; rows that came stay. */
  stop(): void {
    const { inFlight, walk } = this;
    this.generation++;
    if (walk !== undefined && walk.progress.state !== "finished") {
      walk.stop();
      this.change({ walk: walk.progress });
    }
    inFlight?.abort();
  }

  /**
   * Forgets all rows and what is in flight: the connection is another service or user's now. A page
   * that was on its way, or waited for a sign-in, is asked for again.
   */
  reset(): void {
    const { loaded, loading, failure } = this.current;
    const wanted = needsAccess(failure?.error) ? failure?.query : loading;
    if (loaded === undefined && wanted === undefined) {
      return;
    }
    this.epoch++;
    this.generation++;
    this.inFlight?.abort();
    this.inFlight = undefined;
    this.walk = undefined;
    this.walkAction = undefined;
    this.audit = undefined;
    this.options.table.clear();
    this.change({ ...emptyState({ ...this.pagedQuery, mode: "page" }), isInvalidated: true });
    if (wanted?.mode === "page") {
      void this.load(wanted);
    }
  }

  /** Cancels what is in flight; the state does not change any more. */
  dispose(): void {
    this.isDisposed = true;
    this.inFlight?.abort();
    this.inFlight = undefined;
  }

  private callOf(query: ListQuery): string {
    return JSON.stringify([
      this.options.endpoint.path,
      listCall(this.options.endpoint, query, this.options.rules()),
    ]);
  }

  private get firstPage(): 0 | 1 {
    return this.options.rules().firstPage ?? 1;
  }

  /** What is on screen, with rows per page as before a walk, which may have larger ones. */
  private get pagedQuery(): ListQuery {
    const { query } = this.place;
    const { sizeBefore = query.pageSize } = this;
    return query.mode === "all" ? { ...query, pageSize: sizeBefore } : query;
  }

  private get seen(): SeenList | undefined {
    return this.options.seen?.();
  }

  private refuseMissing({ parameters }: ListQuery): void {
    const missing = missingParameters(this.options.endpoint, parameters);
    if (missing.length > 0) {
      throw new AppError("input", "lists/parameterMissing", {
        values: { name: missing.join(", ") },
      });
    }
  }

  private async runWalk(walk: ListWalk, query: ListQuery): Promise<void> {
    this.walking = this.work(query, async (signal) => {
      await walk.run(signal);
      return { walk: walk.progress, ...this.counted(walk) };
    });
    await this.walking;
  }

  private titleOf(query: ListQuery): string {
    const { endpoint, translate } = this.options;
    return actionTitle(endpoint, query, translate);
  }

  /** Does one thing after cancelling the other; failures become part of the state. */
  private async work(
    query: ListQuery,
    task: (signal: AbortSignal) => Promise<Partial<ListState>>,
  ): Promise<void> {
    if (this.isDisposed) {
      return;
    }
    this.inFlight?.abort();
    const controller = new AbortController();
    this.inFlight = controller;
    const { epoch } = this;
    const idle = { waiting: undefined, growing: undefined };
    const before = { failure: undefined, canceled: undefined };
    const begun = { ...before, loading: query, wasAsked: true, isInvalidated: false };
    this.change({ ...idle, ...begun, walk: this.walk?.progress });
    let change: Partial<ListState>;
    try {
      change = await task(controller.signal);
    } catch (error) {
      // A walk that was stopped says so itself, with its way on.
      const canceled = this.walk === undefined ? query : undefined;
      change = isCanceled(error) ? { canceled } : this.failed(error, query);
    }
    if (epoch !== this.epoch) {
      return;
    }
    // A superseded answer may still have arrived: then it is in the table all the same.
    if (this.inFlight === controller) {
      this.inFlight = undefined;
      this.change({ ...change, ...idle, loading: undefined, walk: this.walk?.progress });
    } else if (change.loaded !== undefined) {
      this.change(change);
    }
  }

  private failed(error: unknown, query: ListQuery): Partial<ListState> {
    const hasPages = this.walk !== undefined && this.walk.progress.pages > 0;
    if (query.pageNumber === this.firstPage && !hasPages && mayRefusePage(error)) {
      this.seen?.refuse(query.pageSize);
    }
    const action = isAppError(error) ? error.action : undefined;
    return { failure: { error, query }, action: action ?? this.current.action };
  }

  private async fetch(
    client: ServiceClient,
    step: Pick<Parameters<typeof loadPage>[0], "query" | "isAdded" | "context">,
  ): Promise<LoadedPage> {
    const { endpoint, table, rules } = this.options;
    const { signal } = step.context;
    const { epoch } = this;
    const loaded = await loadPage({
      ...{ client, endpoint, table, ...step },
      rules: rules(),
      onFirstRows: step.isAdded ? undefined : this.onFirstRows(signal),
    });
    if (epoch !== this.epoch) {
      throw new AppError("canceled", "canceled/abandoned");
    }
    this.tablePage = loaded.query.pageNumber;
    this.noteTaken(loaded);
    return loaded;
  }

  private noteTaken({ query, page }: LoadedPage): void {
    const { endpoint, rules } = this.options;
    if (endpoint.takesPages && sendsSize(rules())) {
      this.seen?.note(query.pageSize, page.rows);
    }
  }

  /** A page of a walk: under the walk's one action, after what the user looks at. */
  private async fetchStep(
    query: ListQuery,
    isAdded: boolean,
    signal: AbortSignal,
  ): Promise<LoadedPage> {
    const client = await untilAborted(this.options.client(), signal);
    if (this.walk !== undefined && this.callOf(this.walk.query) !== this.walkCall) {
      // Pages of another call are no part of this list.
      throw new AppError("input", "lists/definitionChanged");
    }
    if (this.walkAction && this.walkAction.client.keyFingerprint !== client.keyFingerprint) {
      // Another key can mean another environment.
      throw new AppError("input", "lists/keyChanged");
    }
    if (this.walkAction?.client !== client) {
      const action = client.startAction(this.titleOf(query));
      this.walkAction = { client, action };
    }
    const { action } = this.walkAction;
    const context: CallContext & { signal: AbortSignal } = {
      ...{ action, signal, priority: "background", isStepOfWalk: true },
      onWait: this.onWait(signal),
    };
    return this.fetch(client, { query, isAdded, context });
  }

  private pageLoaded(loaded: LoadedPage): void {
    const { walk } = this;
    if (walk === undefined) {
      return;
    }
    const { query, action } = { query: walk.query, action: loaded.action };
    const place = { loaded, query, action, growing: undefined, waiting: undefined };
    this.change({ ...place, walk: walk.progress, ...this.counted(walk) });
  }

  private counted(walk: ListWalk): Pick<ListState, "paging" | "findings" | "isWhole"> {
    const { audit } = walk;
    this.noteCount(walk.query, audit);
    return {
      paging: walk.paging,
      findings: pagingFindings(audit),
      isWhole: walk.progress.state === "finished" && audit.isProven,
    };
  }

  private arrived(loaded: LoadedPage): Partial<ListState> {
    const { query, page, action } = loaded;
    const audit = this.auditOf(query);
    const { pageNumber } = query;
    audit.add({ ...loaded, asked: query });
    const known = { ...this.known(query, audit, page.rows), action };
    // The rows on screen are the whole list; going on would show them as other ones.
    return audit.repeatedPage === pageNumber && this.current.loaded !== undefined
      ? { ...known, loaded: { ...loaded, query: this.current.loaded.query } }
      : { ...known, loaded, query };
  }

  /** The page behind the last one need not be there: the rows stay, and nothing failed. */
  private endedBefore(asked: ListQuery, error: unknown): Partial<ListState> {
    const { action, loaded } = this.current;
    const audit = this.audit?.key === this.auditKey(asked) ? this.audit.of : undefined;
    if (audit === undefined || !endsBefore(audit, asked.pageNumber, error)) {
      throw error;
    }
    audit.refuse(asked.pageNumber);
    const called = isAppError(error) ? error.action : undefined;
    return { ...this.known(asked, audit, loaded?.page.rows ?? 0), action: called ?? action };
  }

  /** What the pages have shown, of which one with so many rows is on screen. */
  private known(
    query: ListQuery,
    audit: PagingAudit,
    rows: number,
  ): Partial<ListState> & Pick<ListState, "findings" | "isWhole"> {
    this.noteCount(query, audit);
    const { facts, isProven, countedRows } = audit;
    return {
      ...(facts === undefined ? {} : { paging: describePaging(facts) }),
      findings: pagingFindings(audit),
      isWhole: isProven && rows === countedRows,
    };
  }

  /** Of a whole list: parameters may leave rows out. */
  private noteCount({ path, parameters }: ListQuery, audit: PagingAudit): void {
    if (Object.values(parameters).some(({ length }) => length > 0)) {
      return;
    }
    this.seen?.noteTotal(path, audit.facts?.total);
    // Of the list that belongs to nobody: those of a client have numbers of their own.
    if (Object.keys(path).length === 0) {
      const { deniedTotal: said, isProven, counts, repeatedRows } = audit;
      if (said !== undefined) {
        this.seen?.deny({ said, came: counts.rows - repeatedRows });
      } else if (isProven) {
        this.seen?.deny(undefined);
      }
    }
  }

  private auditOf(query: ListQuery): PagingAudit {
    const key = this.auditKey(query);
    if (this.audit?.key !== key) {
      this.audit = { key, of: new PagingAudit(query.pageSize, this.saidRules) };
    }
    return this.audit.of;
  }

  private auditKey({ path, parameters, pageSize, mode }: ListQuery): string {
    return JSON.stringify([path, parameters, pageSize, mode, this.saidRules]);
  }

  private get saidRules(): ListRules {
    const { endpoint, rules } = this.options;
    return { ...rules(), ...(endpoint.takesPages ? {} : { isUnpaged: true }) };
  }

  private onWait(signal: AbortSignal): (waiting: RetryWait) => void {
    return (waiting) => this.whileIn(signal, { waiting });
  }

  private onFirstRows(signal: AbortSignal): (growing: TableFacts) => void {
    return (growing) => this.whileIn(signal, { growing });
  }

  private whileIn(signal: AbortSignal, change: Partial<ListState>): void {
    if (!signal.aborted) {
      this.change(change);
    }
  }

  private change(change: Partial<ListState>): void {
    if (!this.isDisposed) {
      this.current = { ...this.current, ...change };
      this.options.onChange();
    }
  }
}

function emptyState(query: ListQuery): ListState {
  return {
    query,
    ...{ loaded: undefined, loading: undefined, growing: undefined, failure: undefined },
    ...{ canceled: undefined, action: undefined, waiting: undefined, walk: undefined },
    ...{ paging: undefined, findings: [], isWhole: false },
    ...{ wasAsked: false, isInvalidated: false },
  };
}

/** The rows that came before went with their thread, or are another definition's or key's. */
function isLost(error: unknown): boolean {
  const codes = ["lists/threadBroken", "lists/definitionChanged", "lists/keyChanged"];
  return isAppError(error) && codes.includes(error.code);
}
