import type { ListName } from "../../shared/listPanel";
import { pageAfterResize, type PageFacts } from "../../shared/paging";
import { AppError, isAppError, isCanceled } from "../errors";
import type { Action } from "../requests/record";
import type { RetryWait, ServiceAnswer, ServiceCall, ServiceClient } from "../service/client";
import type { PageQuery } from "./envelope";
import { LIST_OPERATIONS } from "./operations";
import { readPage, samePage, type ListPage } from "./page";

export interface ListSource {
  readonly list: ListName;
  /** Absent for the list of clients. */
  readonly clientId?: string;
}

export interface LoadedPage {
  readonly query: PageQuery;
  readonly page: ListPage;
  readonly answer: ServiceAnswer;
}

export interface ListState {
  /** Place of the rows on screen; before there are any, the place asked for. */
  readonly query: PageQuery;
  readonly loaded: LoadedPage | undefined;
  readonly loading: PageQuery | undefined;
  /** Why the last request gave no page; gone with the next request. */
  readonly failure: { readonly error: unknown; readonly query: PageQuery } | undefined;
  /** The last exchange that ended, good or bad. */
  readonly action: Action | undefined;
  /** The next page repeated the rows of this one. */
  readonly isUnpaged: boolean;
  /** Whether the service was ever asked for this list; a restored panel asks nobody. */
  readonly wasAsked: boolean;
  /** The last wait before a retry, until the answer is there. */
  readonly waiting: RetryWait | undefined;
}

export interface ListSessionOptions {
  readonly source: ListSource;
  readonly query: PageQuery;
  readonly client: () => Promise<ServiceClient>;
  readonly onChange: () => void;
}

/**
 * One list being paged through: at most one request in flight, a newer one cancels the older.
 * A failure leaves the rows and their place as they are.
 */
export class ListSession {
  private current: ListState;
  private inFlight: AbortController | undefined;
  private isDisposed = false;

  constructor(private readonly options: ListSessionOptions) {
    this.current = {
      query: options.query,
      loaded: undefined,
      loading: undefined,
      failure: undefined,
      action: undefined,
      waiting: undefined,
      isUnpaged: false,
      wasAsked: false,
    };
  }

  get state(): ListState {
    return this.current;
  }

  /** Loads a page; never throws, the outcome is in the state. */
  async load(query: PageQuery): Promise<void> {
    if (this.isDisposed) {
      return;
    }
    this.inFlight?.abort();
    const controller = new AbortController();
    this.inFlight = controller;
    this.change({ loading: query, waiting: undefined, failure: undefined, wasAsked: true });
    let change: Partial<ListState>;
    try {
      change = this.arrived(await this.fetch(query, controller.signal));
    } catch (error) {
      change = isCanceled(error)
        ? {}
        : {
            failure: { error, query },
            action: actionOf(error) ?? this.current.loaded?.answer.action,
          };
    }
    // A superseded answer may still arrive: it is nobody's any more.
    if (this.inFlight === controller) {
      this.inFlight = undefined;
      this.change({ ...change, loading: undefined, waiting: undefined });
    }
  }

  /** Repeats what failed, or loads the present page anew. */
  reload(): Promise<void> {
    return this.load(this.current.failure?.query ?? this.current.loading ?? this.current.query);
  }

  /** Another page size, staying with the first row on screen. */
  resize(pageSize: number): Promise<void> {
    const { pageNumber, pageSize: old } = this.current.query;
    return this.load({ pageNumber: pageAfterResize(pageNumber, old, pageSize), pageSize });
  }

  /** Cancels what is in flight; the state does not change any more. */
  dispose(): void {
    this.isDisposed = true;
    this.inFlight?.abort();
    this.inFlight = undefined;
  }

  private async fetch(query: PageQuery, signal: AbortSignal): Promise<LoadedPage> {
    const client = await this.options.client();
    if (signal.aborted) {
      throw new AppError("canceled", "canceled/byUser");
    }
    const action = client.startAction(titleOf(this.options.source, query));
    const answer = await client.send(callOf(this.options.source, query), {
      action,
      signal,
      onWait: (waiting) => this.change({ waiting }),
    });
    try {
      const root = await answer.index();
      const page = readPage(answer.text, root, { asked: query, action: answer.action });
      return { query, page, answer };
    } catch (error) {
      throw withBody(error, answer);
    }
  }

  private arrived(next: LoadedPage): Partial<ListState> {
    const { loaded } = this.current;
    const repeats =
      loaded !== undefined &&
      next.query.pageSize === loaded.query.pageSize &&
      next.query.pageNumber === loaded.query.pageNumber + 1 &&
      samePage(loaded.page, next.page);
    const action = next.answer.action;
    // The rows on screen are the whole list; going on would show them as other ones.
    return repeats
      ? { isUnpaged: true, action }
      : { loaded: next, query: next.query, isUnpaged: false, action };
  }

  private change(change: Partial<ListState>): void {
    if (!this.isDisposed) {
      this.current = { ...this.current, ...change };
      this.options.onChange();
    }
  }
}

/** What the pager has to know of a loaded page. */
export function pageFacts(loaded: LoadedPage, isUnpaged: boolean): PageFacts {
  const { page, query } = loaded;
  return {
    pageNumber: query.pageNumber,
    pageSize: page.pageSize?.value ?? query.pageSize,
    rows: page.rows.length,
    ...(page.total === undefined ? {} : { total: page.total.value }),
    isUnpaged,
  };
}

const TITLES: Readonly<Record<ListName, string>> = {
  clients: "Clients",
  holdings: "Holdings",
  results: "Results",
};

function callOf({ list, clientId }: ListSource, query: PageQuery): ServiceCall {
  return {
    operationId: LIST_OPERATIONS[list],
    ...(clientId === undefined ? {} : { path: { clientId } }),
    query: { pageSize: query.pageSize, pageNumber: query.pageNumber },
  };
}

function titleOf({ list }: ListSource, query: PageQuery): string {
  return `${TITLES[list]} page ${query.pageNumber}`;
}

function actionOf(error: unknown): Action | undefined {
  return isAppError(error) ? error.action : undefined;
}

/** So that an answer which is no list can still be looked at. */
function withBody(error: unknown, answer: ServiceAnswer): unknown {
  if (!isAppError(error)) {
    return error;
  }
  const { kind, code, values, requestId } = error;
  return new AppError(kind, code, {
    values,
    requestId,
    status: answer.status,
    action: answer.action,
    body: answer.body,
  });
}
