import type { operations } from "../../core/definitions/generated/service";
import type { PagingFault } from "../../shared/sandboxFaults";
import type { ClientEntry } from "../data/clients";
import type { DataSet } from "../data/dataSet";
import type { StoredPension } from "../data/pensions";
import { listOf, type RowList } from "../data/rows";
import { createPage, type Page } from "./page";
import type { Parameters } from "./parameters";
import { Problem } from "./problem";

/** A checked request, as an operation sees it. */
export interface Call {
  /** Of the request, with its query. */
  readonly address: URL;
  readonly dataSet: DataSet;
  readonly parameters: Parameters;
  /** Known members of the body; empty where the operation takes none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly maximumPageSize: number;
  /** What is odd about its pages; none where all is well. */
  readonly oddities: readonly PagingFault[];
}

export interface Answer {
  readonly status: number;
  /** Absent for an answer without content, and for a page. */
  readonly body?: unknown;
  readonly page?: Page;
}

/** What each operation of the definition does; one that has no entry does not compile. */
export const OPERATIONS: Readonly<Record<keyof operations, (call: Call) => Answer>> = {
  listClients: (call) => page(call, "clients", listOf(call.dataSet.clients)),
  getClient: (call) => ok(call.dataSet.record(findClient(call))),
  listHoldings: (call) => page(call, "holdings", call.dataSet.holdings(findClient(call))),
  listResults: (call) =>
    page(
      call,
      "results",
      listOf(
        call.dataSet.results(findClient(call), {
          fields: call.parameters.list("fields"),
          unions: call.parameters.list("unions"),
          questionnaireId: call.parameters.text("questionnaireId"),
        }),
      ),
    ),
  getPension: (call) => {
    const client = findClient(call);
    const pension = call.dataSet.pension(client, pensionIdOf(call));
    if (pension === undefined) {
      throw notFound("pension");
    }
    return ok(pensionAnswer(call, client, pension));
  },
  putPension: (call) => {
    const client = findClient(call);
    const { created, pension } = call.dataSet.putPension(client, pensionIdOf(call), call.body);
    return { status: created ? 201 : 200, body: pensionAnswer(call, client, pension) };
  },
  deletePension: (call) => {
    call.dataSet.deletePension(findClient(call), pensionIdOf(call));
    return { status: 204 };
  },
};

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function page(call: Call, name: string, rows: RowList): Answer {
  const { parameters, maximumPageSize, address, oddities } = call;
  const asked = {
    pageNumber: parameters.integer("pageNumber"),
    pageSize: Math.min(parameters.integer("pageSize"), maximumPageSize),
  };
  return { status: 200, page: createPage({ name, rows, asked, address, oddities }) };
}

function findClient({ dataSet, parameters }: Call): ClientEntry {
  const client = dataSet.client(parameters.text("clientId") ?? "");
  if (client === undefined) {
    throw notFound("client");
  }
  return client;
}

function notFound(resource: string): Problem {
  return new Problem(404, "not_found", `There is no such ${resource}.`);
}

function pensionIdOf({ parameters }: Call): string {
  return parameters.text("pensionId") ?? "";
}

function pensionAnswer(call: Call, client: ClientEntry, pension: StoredPension): unknown {
  return {
    pensionId: pensionIdOf(call),
    clientId: client.row.clientId,
    ...pension.content,
    lastUpdated: pension.lastUpdated,
  };
}
