import { hash } from "node:crypto";
import { ClientSearch, type NamedClient } from "../../../lists/common/clientSearch";
import { sourceOf } from "../../../../platform/json/jsonText";
import { answerError } from "../../../../platform/service/answerJson";
import type {
  CallContext,
  ServiceAnswer,
  ServiceClient,
} from "../../../../platform/service/client";
import { PagingAudit } from "../../../lists/common/audit";
import { pagingQuery } from "../../../lists/common/endpoint";
import { readEnvelope } from "../../../lists/common/envelope";
import { pagingFindings } from "../../../lists/common/findings";
import { withHeaders } from "../../../lists/common/headerEnvelope";
import { identifyRow } from "../../../lists/common/identify";
import { findRows } from "../../../lists/common/page";
import { TextHashSet } from "../../../lists/common/rowHashes";
import { endsBefore } from "../../../lists/common/refusedPaging";
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

/**
 * The clients of a connection, page by page, each once; nothing but hashes of their ids is
 * kept, and one page is asked for ahead.
 */
export class ClientWalk {
  private readonly audit: PagingAudit;
  private readonly seen = new TextHashSet();
  private readonly totals: number[] = [];
  private lastPrint = "";
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
    const { total, totals, deniedTotal } = this.audit;
    return total ?? (deniedTotal === undefined ? totals.claim : undefined);
  }

  /** What its pages have shown so far. */
  get facts(): Omit<ClientsLine, "kind" | "at"> {
    const { pages, rows, repeatedRows, withoutId, totals } = this;
    const findings = pagingFindings(this.audit);
    const isWhole = this.isOver && this.audit.isProven && withoutId === 0;
    return { isWhole, pages, rows, repeatedRows, withoutId, totals, findings };
  }

  async *clients(): AsyncGenerator<NamedClient, void> {
    const { typed } = this.options;
    let number = this.audit.firstPage as number;
    let next: Promise<readonly NamedClient[] | undefined> | undefined = this.load(number);
    while (next !== undefined) {
      const clients: readonly NamedClient[] | undefined = await next;
      this.isOver = clients === undefined || this.audit.following === "nothing";
      next = this.isOver ? undefined : this.load(++number);
      // Whoever waits for it hears of it; until then it is nobody's.
      next?.catch(() => undefined);
      const found = clients ?? [];
      yield* typed === undefined ? found : new ClientSearch(found).find(typed);
    }
  }

  /** The clients of a page that no page before it had; undefined behind the end. */
  private async load(pageNumber: number): Promise<readonly NamedClient[] | undefined> {
    try {
      return await this.read(await this.ask(pageNumber), pageNumber);
    } catch (error) {
      if (!endsBefore(this.audit, pageNumber, error)) {
        throw error;
      }
      this.audit.refuse(pageNumber);
      return undefined;
    }
  }

  private async ask(pageNumber: number): Promise<ServiceAnswer> {
    const { client, title, pageSize, signal, onWait, rules } = this.options;
    const service = await client();
    const action = service.startAction(title(pageNumber));
    const query = pagingQuery({ pageNumber, pageSize }, rules);
    const call = { operationId: "listClients" as const, query };
    const step = { priority: "background", isStepOfWalk: true } as const;
    return service.send(call, { ...step, action, signal: signal(), onWait });
  }

  private async read(answer: ServiceAnswer, pageNumber: number): Promise<readonly NamedClient[]> {
    const { pageSize, rules } = this.options;
    const { text, action } = answer;
    const root = await answer.index();
    const found = findRows(root, rules);
    if (found === undefined) {
      throw answerError("answer/notAList", { type: root.type }, action);
    }
    const asked = { pageNumber, pageSize };
    const rows = found.list.count;
    const print = hash("sha256", sourceOf(text, found.list));
    const repeatsPage = rows > 0 && print === this.lastPrint;
    this.lastPrint = print;
    const read = readEnvelope({ text, around: found.around, rows, asked, rules });
    const envelope = withHeaders(read, answer.headers, { rows, asked, rules });
    // An empty page behind the last one, or one that came again, is none of the list's.
    this.pages += this.pages === 0 || (rows > 0 && !repeatsPage) ? 1 : 0;
    this.rows += repeatsPage ? 0 : rows;
    this.noteTotal(envelope.total?.value);
    const named = (found.list.items ?? []).map((row) => nameOf(text, row));
    const known = named.filter((client) => client !== undefined);
    const fresh = known.filter(({ clientId }) => this.seen.add(clientKey(clientId)));
    const repeatedRows = known.length - fresh.length;
    // Clients are known by their ids alone.
    const sameRecords = repeatedRows;
    this.audit.add({ asked, rows, envelope, repeatsPage, repeatedRows, sameRecords });
    if (!repeatsPage) {
      this.withoutId += rows - known.length;
      this.repeatedRows += repeatedRows;
    }
    return fresh;
  }

  private noteTotal(total: number | undefined): void {
    if (total !== undefined && !this.totals.includes(total)) {
      this.totals.push(total);
    }
  }
}

function nameOf(text: string, row: Parameters<typeof identifyRow>[1]): NamedClient | undefined {
  const { id, label, description } = identifyRow(text, row, "client");
  return id === undefined
    ? undefined
    : {
        clientId: id.value,
        label: label?.value ?? id.value,
        ...(description === undefined ? {} : { description: description.value }),
      };
}
