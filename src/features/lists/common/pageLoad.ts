import type { ListQuery } from "../messages/listQuery";
import type { TableFacts } from "../messages/listQuestions";
import { AppError, isAppError } from "../../../platform/base/errors";
import { findHeader } from "../../../platform/http/headers";
import type { Action } from "../../../platform/base/action";
import type { CallContext, ServiceAnswer, ServiceClient } from "../../../platform/service/client";
import { listCall, type ListEndpoint } from "./endpoint";
import { pagingHeaders } from "./headerEnvelope";
import type { ListRules } from "./listRules";
import type { PageReader, ReadPage, RowTable } from "./table/rowTables";

/** A page that came whole and is in the table. */
export interface LoadedPage {
  readonly query: ListQuery;
  readonly page: ReadPage;
  /** The action that brought it, with its attempts so far. */
  readonly action: Action;
}

interface PageLoad {
  readonly client: Pick<ServiceClient, "send">;
  readonly endpoint: ListEndpoint;
  readonly table: RowTable;
  readonly rules: ListRules;
  readonly query: ListQuery;
  /** Whether its rows follow those that are there. */
  readonly isAdded: boolean;
  readonly context: CallContext & { readonly signal: AbortSignal };
  readonly onFirstRows?: ((facts: TableFacts) => void) | undefined;
}

/**
 * Brings one page of a list into its table: the bytes go there as they come, nothing is read
 * here. Rows that were there stay until it has come whole, and for good when it does not come.
 */
export async function loadPage(load: PageLoad): Promise<LoadedPage> {
  const { client, endpoint, table, query, rules, isAdded, onFirstRows } = load;
  const { signal } = load.context;
  const { pageNumber, pageSize } = query;
  const reader = table.receive({ asked: { pageNumber, pageSize }, rules, isAdded, onFirstRows });
  const abandon = (): void => reader.abandon();
  signal.addEventListener("abort", abandon);
  try {
    const answer = await client.send(listCall(endpoint, query, rules), {
      ...load.context,
      onBody: (chunk) => reader.add(chunk),
    });
    const page = await finish(reader, answer);
    return { query, page, action: answer.action };
  } catch (error) {
    reader.abandon();
    throw error;
  } finally {
    signal.removeEventListener("abort", abandon);
  }
}

async function finish(reader: PageReader, answer: ServiceAnswer): Promise<ReadPage> {
  const { headers } = answer;
  try {
    return await reader.finish(findHeader(headers, "content-type"), pagingHeaders(headers));
  } catch (error) {
    throw isAppError(error) && error.kind === "answer" ? withAnswer(error, answer) : error;
  }
}

// Joining a longer body would keep the editor waiting; it can be asked for again.
const BODY_LIMIT = 5_000_000;

/** The thread knows no ids; and an answer that is no list can still be looked at. */
function withAnswer({ kind, code, values }: AppError, answer: ServiceAnswer): AppError {
  const { status, action } = answer;
  const last = action.attempts.at(-1);
  return new AppError(kind, code, {
    ...{ values, status, action },
    requestId: last?.requestId,
    ...((last?.responseBytes ?? 0) <= BODY_LIMIT ? { body: answer.body } : {}),
  });
}
