import type { operations } from "../../../../platform/service/generated/service";
import type { PagingFault, PutVariant } from "../../messages/sandboxFaults";
import type { ClientEntry } from "../data/clients";
import type { ClientList } from "../data/clientList";
import type { DataSet } from "../data/dataSet";
import type { ListedPension, StoredPension } from "../data/pensions";
import { MOST_PENSION_BYTES } from "../data/pensionStore";
import type { RowList } from "../data/rows";
import { checkPreconditions, entityTag, type Preconditions } from "./entityTag";
import { createPage, type Page } from "./page";
import type { Parameters } from "./parameters";
import { contentToStore, variantAnswer, type VariantAnswer } from "./pensionWrites";
import { Problem } from "./problem";
import { stringifyJson } from "../data/losslessJson";

/** A checked request, as an operation sees it. */
export interface Call {
  /** Of the request, with its query. */
  readonly address: URL;
  readonly dataSet: DataSet;
  readonly parameters: Parameters;
  /** Known members of the body; empty where the operation takes none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The text that the body was read from. */
  readonly sent: string;
  /** Undefined where pensions have no tags: then none are met or answered. */
  readonly preconditions: Preconditions | undefined;
  readonly maximumPageSize: number;
  /** What is odd about its pages; none where all is well. */
  readonly oddities: readonly PagingFault[];
  /** How a PUT is done and answered, where that is not as it should be. */
  readonly putVariant: PutVariant | undefined;
}

export interface Answer {
  readonly status: number;
  /** Absent for an answer without content, and for a page. */
  readonly body?: unknown;
  readonly page?: Page;
  /** In the place of a body. */
  readonly odd?: VariantAnswer;
  /** `ETag` of the pension as it is now. */
  readonly tag?: string | undefined;
}

/** What an operation does; a `Problem` that it throws is answered. */
export type Run = (call: Call) => Answer;

/** What each operation of the definition does; one that has no entry does not compile. */
export const OPERATIONS: Readonly<Record<keyof operations, Run>> = {
  listClients: (call) => page(call, "clients", rowsOf(call.dataSet.clients)),
  getClient: (call) => ok(call.dataSet.record(findClient(call))),
  listHoldings: (call) => page(call, "holdings", call.dataSet.holdings(findClient(call))),
  listResults: (call) =>
    page(
      call,
      "results",
      call.dataSet.results(findClient(call), {
        fields: call.parameters.list("fields"),
        unions: call.parameters.list("unions"),
        questionnaireId: call.parameters.text("questionnaireId"),
      }),
    ),
  getPension: (call) => {
    const client = findClient(call);
    const pension = call.dataSet.pension(client, pensionIdOf(call));
    if (pension === undefined) {
      throw notFound("pension");
    }
    return {
      status: 200,
      body: pensionBody(client, { ...pension, pensionId: pensionIdOf(call) }),
      tag: tagOf(call, client, pension),
    };
  },
  putPension,
  deletePension: (call) => {
    call.dataSet.deletePension(findClient(call), pensionIdOf(call));
    return { status: 204 };
  },
};

function putPension(call: Call): Answer {
  const { dataSet, body, putVariant, preconditions } = call;
  const client = findClient(call);
  const before = dataSet.pension(client, pensionIdOf(call));
  if (preconditions !== undefined) {
    checkPreconditions(preconditions, before && tagOf(call, client, before));
  }
  const stored = contentToStore(body, putVariant);
  const outcome = dataSet.putPension(client, pensionIdOf(call), stored);
  if (outcome === undefined) {
    throw noRoom();
  }
  const { created, pension } = outcome;
  const tag = tagOf(call, client, pension);
  const odd = variantAnswer(putVariant, call.sent);
  if (odd !== undefined) {
    return { status: odd.status, odd, tag };
  }
  const content = putVariant === "dropped" ? body : pension.content;
  const answer = pensionBody(client, { ...pension, content, pensionId: pensionIdOf(call) });
  return { status: created ? 201 : 200, body: answer, tag };
}

/** RFC 4918, section 11.5. */
function noRoom(): Problem {
  const message =
    `The sandbox keeps ${MOST_PENSION_BYTES / 1_048_576} MB of written pensions, ` +
    "and this one does not fit in any more. Delete some of them, or reset the sandbox.";
  return new Problem(507, "storage_full", message);
}

/** 200 with this body. */
export function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** 200 with the page that was asked for. */
export function page(call: Call, name: string, rows: RowList): Answer {
  const { parameters, maximumPageSize, address, oddities } = call;
  const asked = {
    pageNumber: parameters.integer("pageNumber"),
    pageSize: Math.min(parameters.integer("pageSize"), maximumPageSize),
  };
  return { status: 200, page: createPage({ name, rows, asked, address, oddities }) };
}

/** The client in the path. Throws a 404. */
export function findClient({ dataSet, parameters }: Call): ClientEntry {
  const client = dataSet.client(parameters.text("clientId") ?? parameters.text("id") ?? "");
  if (client === undefined) {
    throw notFound("client");
  }
  return client;
}

/** A 404 that says what there is none of. */
export function notFound(resource: string): Problem {
  return new Problem(404, "not_found", `There is no such ${resource}.`);
}

function pensionIdOf({ parameters }: Call): string {
  return parameters.text("pensionId") ?? "";
}

/** A pension as it is answered. */
export function pensionBody(
  client: ClientEntry,
  { pensionId, content, lastUpdated }: ListedPension,
): unknown {
  return { pensionId, clientId: client.row.clientId, ...content, lastUpdated };
}

/** Of the pension as a read shows it, whatever a PUT answers. */
function tagOf(call: Call, client: ClientEntry, pension: StoredPension): string | undefined {
  return call.preconditions === undefined
    ? undefined
    : entityTag(stringifyJson(pensionBody(client, { ...pension, pensionId: pensionIdOf(call) })));
}

function rowsOf(clients: ClientList): RowList {
  return {
    length: clients.length,
    slice: (from, to) => clients.slice(from, to).map(({ row }) => stringifyJson(row)),
  };
}
