import type { ListQuery } from "../messages/listQuery";
import type { TableFacts } from "../messages/listQuestions";
import { AppError, isAppError } from "../../../platform/base/errors";
import { findHeader } from "../../../platform/http/headers";
import type { Action } from "../../../platform/base/action";
import type { CallContext, ServiceAnswer, ServiceClient } from "../../../platform/service/client";
import { listCall, type ListEndpoint } from "./listEndpoint";
import { pagingHeaders } from "./headerEnvelope";
import type { ListRules } from "./listRules";
import type { PageReader, ReadPage, RowTable } from "./table/rowTables";
import type { PageFindings } from "./walkPages";

/** A page that came whole and is in the table. */
export interface LoadedPage extends PageFindings {
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
    const { rows, repeatsPage, repeatedRows, sameRecords } = page;
    const findings = { rows, envelope: page, repeatsPage, repeatedRows, sameRecords };
    return { ...findings, query, page, action: answer.action };
  } catch (error) {
    reader.abandon();
    throw error;
  } finally {
    signal.removeEventListener("abort", abandon);
  }
}

async function finish(reader: PageReader, answer: ServiceAnswer): Promise<ReadPage> {
  const { headers, action } = answer;
  try {
    return await reader.finish(findHeader(headers, "content-type"), pagingHeaders(headers));
  } catch (error) {
    throw withAnswer(error, answer, action.attempts.at(-1)?.responseBytes ?? 0);
  }
}

/** Joining a longer body would keep the editor waiting; it can be asked for again. */
const BODY_LIMIT = 5_000_000;

/** A worker knows no ids; and an answer that is no list can still be looked at. */
export function withAnswer(error: unknown, answer: ServiceAnswer, bytes: number): unknown {
  if (!isAppError(error) || error.kind !== "answer") {
    return error;
  }
  const { status, action } = answer;
  return new AppError(error.kind, error.code, {
    ...{ values: error.values, status, action },
    requestId: requestIdOf(answer),
    ...(bytes <= BODY_LIMIT ? { body: answer.body } : {}),
  });
}

/** Header of every answer (specification, section 4.2). */
const REQUEST_HEADER = "x-dt-requestid";

/** Undefined where it was recorded otherwise than it came: then there was a secret in it. */
export function requestIdOf({ headers, action }: ServiceAnswer): string | undefined {
  const id = findHeader(headers, REQUEST_HEADER);
  return action.attempts.findLast(({ requestId }) => requestId === id)?.requestId;
}
