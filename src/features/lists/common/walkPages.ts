import type { OperationCall } from "../../../platform/base/call";
import { untilAborted } from "../../../platform/base/scope";
import type { CallContext, ServiceAnswer, ServiceClient } from "../../../platform/service/client";
import type { AuditedPage, PagingAudit } from "./audit";
import { pagingQuery } from "./listEndpoint";
import type { PageQuery } from "./envelope";
import type { ListRules } from "./listRules";
import { type ListPage, readPage } from "./page";
import { endsBefore } from "./refusedPaging";

/** What a fetched page tells the audit of its list. */
export type PageFindings = Omit<AuditedPage, "asked">;

/**
 * Waits for a page and adds it to the audit. Undefined where it was refused because the list ended
 * before it; any other error is thrown.
 */
export async function auditPage<Page extends PageFindings>(
  audit: PagingAudit,
  asked: PageQuery,
  fetching: Promise<Page>,
): Promise<Page | undefined> {
  try {
    const page = await fetching;
    audit.add({ ...page, asked });
    return page;
  } catch (error) {
    if (!endsBefore(audit, asked.pageNumber, error)) {
      throw error;
    }
    audit.refuse(asked.pageNumber);
    return undefined;
  }
}

interface WalkOptions<Page extends PageFindings> {
  /** Knows the pages that came, and so where to go on. */
  readonly audit: PagingAudit;
  readonly pageSize: number;
  /** Undefined to stop before that page; another walk with the same audit goes on from there. */
  readonly fetchPage: (pageNumber: number) => Promise<Page> | undefined;
}

/** The pages of a list that did not come yet, in order, until nothing can follow. */
export async function* walkPages<Page extends PageFindings>({
  audit,
  pageSize,
  fetchPage,
}: WalkOptions<Page>): AsyncGenerator<Page, void> {
  while (!audit.isOver) {
    const asked = { pageNumber: audit.nextPage, pageSize };
    const fetching = fetchPage(asked.pageNumber);
    const page = fetching && (await auditPage(audit, asked, fetching));
    if (page === undefined) {
      return;
    }
    yield page;
  }
}

interface ListPageRequest {
  readonly client: () => Promise<ServiceClient>;
  readonly call: Pick<OperationCall, "operationId" | "path">;
  /** A few words for the record: "Clients page 2". */
  readonly title: (pageNumber: number) => string;
  readonly asked: PageQuery;
  readonly rules: ListRules;
  readonly context: Omit<CallContext, "action">;
  /** Rows that are read at most. */
  readonly rowLimit?: number;
}

/** Fetches a page as an action of its own and reads it here, not in a table. */
export async function fetchListPage(
  request: ListPageRequest,
): Promise<{ readonly page: ListPage; readonly answer: ServiceAnswer }> {
  const { client, call, title, asked, rules, context, rowLimit } = request;
  const service = await untilAborted(client(), context.signal);
  const action = service.startAction(title(asked.pageNumber));
  const query = pagingQuery(asked, rules);
  const answer = await service.send({ ...call, query }, { ...context, action });
  const { text, headers } = answer;
  const found = { asked, rules, headers, rowLimit, action: answer.action };
  return { page: readPage(text, await answer.index(), found), answer };
}
