import { fillText } from "../../../../../src/platform/base/texts";
import { setImmediate } from "node:timers/promises";
import { readDefinition } from "../../../../../src/platform/service/definition/definition";
import type { ListEndpoint } from "../../../../../src/features/lists/common/listEndpoint";
import { listEndpoint } from "../../../../fakes/listEndpoint";
import { NO_RULES, type ListRules } from "../../../../../src/features/lists/common/listRules";
import { ListSession, type ListState } from "../../../../../src/features/lists/common/session";
import type { SeenList } from "../../../../../src/features/lists/common/seenLists";
import type { RowTable } from "../../../../../src/features/lists/common/table/rowTables";
import type { ServiceClient } from "../../../../../src/platform/service/client";
import type { ListQuery } from "../../../../../src/features/lists/messages/listQuery";
import { EVERY_ROW } from "../../../../../src/features/lists/messages/listQuestions";
import { CLIENT_ID, DEFINITION } from "../../../platform/http/support/bench";
import { openTables } from "../table/support/tables";

/** A session with all it works with, as a panel has it. */
export interface OpenSession {
  readonly session: ListSession;
  readonly table: RowTable;
  readonly states: ListState[];
  readonly said: { rules: ListRules; endpoint: ListEndpoint };
}

export interface SessionGiven {
  readonly query?: Partial<ListQuery>;
  readonly rules?: ListRules;
  readonly rowsAtOnce?: number;
  readonly definition?: string;
  readonly seen?: () => SeenList;
}

/** A session of the holdings of a client, unless another list is named. */
export function openSession(
  client: ServiceClient | (() => Promise<ServiceClient>),
  { query, rules = NO_RULES, rowsAtOnce, definition = DEFINITION, seen }: SessionGiven = {},
): OpenSession {
  const asked = aQuery(query);
  const table = openTables().open();
  const states: ListState[] = [];
  const said = { rules, endpoint: endpointOf(asked.operationId, definition) };
  const session = new ListSession({
    ...{ query: asked, table, translate: fillText },
    get endpoint() {
      return said.endpoint;
    },
    client: typeof client === "function" ? client : () => Promise.resolve(client),
    rules: () => said.rules,
    onChange: () => states.push(session.state),
    ...(rowsAtOnce === undefined ? {} : { rowsAtOnce }),
    ...(seen === undefined ? {} : { seen }),
  });
  return { session, table, states, said };
}

export function endpointOf(operationId: string, definition = DEFINITION): ListEndpoint {
  return listEndpoint(readDefinition(definition), operationId);
}

/** The first ten holdings of a client, with what a test changes of it. */
export function aQuery(change: Partial<ListQuery> = {}): ListQuery {
  const operationId = change.operationId ?? "listHoldings";
  return {
    ...{ connectionId: "connection-1", operationId, parameters: {} },
    path: operationId === "listClients" ? {} : { clientId: CLIENT_ID },
    ...{ pageNumber: 1, pageSize: 10, mode: "page", copy: 0 },
    ...change,
  };
}

/** The first column of every row that is in a table. */
export async function firstColumn(table: RowTable): Promise<readonly string[]> {
  const { columns } = await table.ask("facts", {});
  const question = { view: EVERY_ROW, from: 0, count: 500, columns: [columns[0]?.key ?? ""] };
  const { rows } = await table.ask("rows", question);
  return rows.map(([cell]) => (cell !== undefined && "text" in cell ? cell.text : ""));
}

/** For what real sockets do in their own time; the runner ends a wait without end. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await setImmediate();
  }
}

/** Page number and size of a request. */
export function askedPage(path: string): readonly [pageNumber: number, pageSize: number] {
  const query = new URL(path, "http://x").searchParams;
  return [Number(query.get("pageNumber")), Number(query.get("pageSize"))];
}
