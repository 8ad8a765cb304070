import { isCanceled } from "../errors";
import { untilAborted } from "../http/scope";
import type { Action } from "../requests/record";
import type { ServiceAnswer, ServiceCall, ServiceClient } from "../service/client";
import type { Guess } from "./envelope";
import { identifyRow, type RowIdentity, type RowKind } from "./identify";
import { type LoadKind, type LoadOptions, LoadQueue } from "./loadQueue";
import { type ListPage, readPage, samePage } from "./page";

/** A row of a growing list: how it is called and where it came from. */
export interface GrownRow extends RowIdentity {
  /** Unique in its list, also where ids are absent or repeated. */
  readonly key: string;
  readonly action: Action;
  /** Milliseconds since the epoch. */
  readonly loadedAt: number;
}

export interface GrowingListOptions {
  readonly kind: RowKind;
  readonly pageSize: number;
  readonly call: Pick<ServiceCall, "operationId" | "path">;
  readonly client: () => Promise<ServiceClient>;
  /** A few words for the record: "Clients page 2". */
  readonly title: (pageNumber: number) => string;
}

/** Why the last load failed, and which it was. */
export interface LoadFailure {
  readonly error: unknown;
  readonly kind: LoadKind;
}

/** What is known to follow the rows that are loaded. */
export type Rest = "none" | "more" | "maybe";

interface LoadedPage {
  readonly page: ListPage;
  readonly rows: readonly GrownRow[];
  /** The next page repeated this one: there is no paging, and nothing more. */
  readonly isWhole: boolean;
}

/** A list of the service that is loaded page by page and keeps what it has, for trees. */
export class GrowingList {
  private pages: readonly LoadedPage[] = [];
  private readonly queue = new LoadQueue();
  private failed: LoadFailure | undefined;

  constructor(private readonly options: GrowingListOptions) {}

  get rows(): readonly GrownRow[] {
    return this.rowsOf(this.pages.length);
  }

  /** The rows of the first pages. */
  rowsOf(pageCount: number): readonly GrownRow[] {
    return uniqueKeys(this.pages.slice(0, pageCount).flatMap(({ rows }) => rows));
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

  /** Rows of the whole list, where the service said so. */
  get total(): Guess<number> | undefined {
    return this.pages.at(-1)?.page.total;
  }

  get lastAction(): Action | undefined {
    return this.pages.at(-1)?.rows[0]?.action;
  }

  get rest(): Rest {
    return this.restAfter(this.pages.length);
  }

  /** What follows the first pages: those that are loaded, else what the service told. */
  restAfter(pageCount: number): Rest {
    return pageCount < this.pages.length ? "more" : restOf(this.pages, this.options.pageSize);
  }

  get pageSize(): number {
    return this.options.pageSize;
  }

  /**
   * Loads the first page unless there is one. The error is kept, not thrown; after one, only
   * `loadMore` and `reload` ask again, so that drawing anew never becomes calling anew.
   */
  async load(options: LoadOptions = {}): Promise<void> {
    if (this.isLoaded || this.failed !== undefined) {
      return;
    }
    await (this.queue.isBusy ? this.queue.join(options) : this.loadMore(options));
  }

  /** Loads the page after those that are loaded; who asks meanwhile shares it. */
  async loadMore(options: LoadOptions = {}): Promise<void> {
    await this.work("grow", options, async (signal) => this.append(this.pages, signal));
  }

  /**
   * Loads as many pages anew as were shown, so that nobody loses their place. Asked while a page
   * is being loaded it follows that load: what is on its way may be older than the wish.
   */
  async reload(options: LoadOptions = {}): Promise<void> {
    await this.work("reload", options, async (signal) => {
      let pages = await this.append([], signal);
      while (pages.length < this.pages.length && restOf(pages, this.options.pageSize) !== "none") {
        pages = await this.append(pages, signal);
      }
      return pages;
    });
  }

  private async work(
    kind: LoadKind,
    options: LoadOptions,
    task: (signal: AbortSignal) => Promise<readonly LoadedPage[]>,
  ): Promise<void> {
    await this.queue.run(kind, options, async (signal) => {
      try {
        this.pages = await task(signal);
        this.failed = undefined;
      } catch (error) {
        // After a cancel all is as it was before.
        this.failed = isCanceled(error) ? this.failed : { error, kind };
      }
    });
  }

  private async append(
    pages: readonly LoadedPage[],
    signal: AbortSignal,
  ): Promise<readonly LoadedPage[]> {
    const { client, call, title, pageSize } = this.options;
    const pageNumber = pages.length + 1;
    const service = await untilAborted(client(), signal);
    const action = service.startAction(title(pageNumber));
    const query = { pageNumber, pageSize };
    const answer = await service.send({ ...call, query }, { action, signal });
    const root = await answer.index();
    const page = readPage(answer.text, root, { asked: query, action: answer.action });
    const previous = pages.at(-1);
    // Some servers ignore paging and answer every page number with the whole list.
    if (previous !== undefined && samePage(previous.page, page)) {
      return pages.with(-1, { ...previous, isWhole: true });
    }
    const rows = this.identify(page, answer, pageNumber);
    return [...pages, { page, rows, isWhole: false }];
  }

  private identify(page: ListPage, { action }: ServiceAnswer, pageNumber: number): GrownRow[] {
    const loadedAt = Date.now();
    return page.rows.map(({ node }, index) => {
      const identity = identifyRow(page.text, node, this.options.kind);
      const key = identity.id?.value ?? `${pageNumber}.${index + 1}`;
      return { ...identity, key, action, loadedAt };
    });
  }
}

function restOf(pages: readonly LoadedPage[], askedSize: number): Rest {
  const last = pages.at(-1);
  if (last === undefined || last.rows.length === 0 || last.isWhole) {
    return "none";
  }
  const total = last.page.total?.value;
  if (total !== undefined) {
    const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0);
    return shown < total ? "more" : "none";
  }
  return last.rows.length >= (last.page.pageSize?.value ?? askedSize) ? "maybe" : "none";
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
