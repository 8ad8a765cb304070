import { hash } from "node:crypto";
import { ClientSearch, namedClient, type NamedClient } from "../../../lists/common/clientSearch";
import type { CallContext, ServiceClient } from "../../../../platform/service/client";
import { PagingAudit } from "../../../lists/common/audit";
import { pagingFindings } from "../../../lists/common/findings";
import { identifyRow } from "../../../lists/common/identify";
import { TextHashSet } from "../../../lists/common/rowHashes";
import { datesOf } from "../../../lists/common/typedDate";
import { fetchListPage, type PageFindings, walkPages } from "../../../lists/common/walkPages";
import type { ClientsWalk } from "./dataSet";
import type { ClientsLine } from "./journalLines";
import { clientKey } from "./partitions";

export interface ClientsWalkOptions extends ClientsWalk {
  /** Asked for at each page, as it may be replaced meanwhile. */
  readonly client: () => Promise<ServiceClient>;
  /** A few words for the record. */
  readonly title: (pageNumber: number) => string;
  /** Only clients that fit what was typed. */
  readonly typed?: string;
  /** Another one after each pause. */
  readonly signal: () => AbortSignal | undefined;
  readonly onWait?: CallContext["onWait"];
}

/** A page of clients, those that no page before it had. */
interface ClientsPage extends PageFindings {
  readonly clients: readonly NamedClient[];
}

/**
 * The clients of a connection, page by page, each once; nothing but hashes of their ids is
 * kept, and where a date was typed those that fit its words alone; one page is asked for ahead.
 */
export class ClientWalk {
  private readonly audit: PagingAudit;
  private readonly seen = new TextHashSet();
  private readonly totals = new Set<number>();
  private lastHash = "";
  private pages = 0;
  private rows = 0;
  private repeatedRows = 0;
  private withoutId = 0;
  private isOver = false;

  constructor(private readonly options: ClientsWalkOptions) {
    this.audit = new PagingAudit(options.pageSize, options.rules);
  }

  /** How many clients there are, where the service says so and its pages do not deny it. */
  get claimed(): number | undefined {
    return this.audit.total;
  }

  /** What its pages have shown so far. */
  get facts(): Omit<ClientsLine, "kind" | "at"> {
    const { pages, rows, repeatedRows, withoutId } = this;
    const totals = [...this.totals];
    const findings = pagingFindings(this.audit);
    const isWhole = this.isOver && this.audit.isProven && withoutId === 0;
    return { isWhole, pages, rows, repeatedRows, withoutId, totals, findings };
  }

  async *clients(): AsyncGenerator<NamedClient, void> {
    const { typed, pageSize } = this.options;
    const fetchPage = (pageNumber: number): Promise<ClientsPage> => this.fetchPage(pageNumber);
    const pages = walkPages({ audit: this.audit, pageSize, fetchPage });
    const matches = typed === undefined ? undefined : new TypedMatches(typed);
    for (let next = pages.next(); ;) {
      const { done, value } = await next;
      this.isOver = this.audit.isOver;
      if (done === true) {
        yield* matches?.rest ?? [];
        return;
      }
      next = pages.next();
      // Its error is thrown when its turn comes.
      next.catch(() => undefined);
      yield* matches?.take(value.clients) ?? value.clients;
    }
  }

  private async fetchPage(pageNumber: number): Promise<ClientsPage> {
    const { client, title, pageSize, signal, onWait, rules } = this.options;
    const { page } = await fetchListPage({
      ...{ client, title, rules, call: { operationId: "listClients" } },
      asked: { pageNumber, pageSize },
      context: { priority: "background", isStepOfWalk: true, signal: signal(), onWait },
      rowLimit: Infinity,
    });
    // Without the text of the page, which the audit would keep.
    const { text, rows: found, ...envelope } = page;
    const rows = found.length;
    const rowsHash = hash("sha256", found.map(({ source }) => source).join());
    const repeatsPage = rows > 0 && rowsHash === this.lastHash;
    this.lastHash = rowsHash;
    const named = found.flatMap(({ node }) => namedClient(identifyRow(text, node, "client")) ?? []);
    const clients = named.filter(({ clientId }) => this.seen.add(clientKey(clientId)));
    const repeatedRows = named.length - clients.length;
    if (envelope.total !== undefined) {
      this.totals.add(envelope.total.value);
    }
    // An empty page behind the last one, or one that came again, is none of the list's.
    this.pages += this.pages === 0 || (rows > 0 && !repeatsPage) ? 1 : 0;
    if (!repeatsPage) {
      this.rows += rows;
      this.withoutId += rows - named.length;
      this.repeatedRows += repeatedRows;
    }
    // Clients are known by their ids alone.
    const sameRecords = repeatedRows;
    return { clients, rows, envelope, repeatsPage, repeatedRows, sameRecords };
  }
}

/**
 * What fits of one page after the other. A date means its words as well only where nobody was born
 * then, which shows behind the last page.
 */
class TypedMatches {
  private readonly isDate: boolean;
  private hasBorn = false;
  private byWords: NamedClient[] = [];

  constructor(private readonly typed: string) {
    this.isDate = datesOf(typed).length > 0;
  }

  take(clients: readonly NamedClient[]): readonly NamedClient[] {
    const search = new ClientSearch(clients);
    if (!this.isDate) {
      return search.findWords(this.typed);
    }
    const born = search.findBorn(this.typed);
    this.hasBorn ||= born.length > 0;
    this.byWords = this.hasBorn ? [] : [...this.byWords, ...search.findWords(this.typed)];
    return born;
  }

  /** Those that count now that all pages came. */
  get rest(): readonly NamedClient[] {
    return this.byWords;
  }
}
