import {
  readDefinition,
  type ServiceDefinition,
} from "../../../platform/service/definition/definition";
import { type ListEndpoint, listEndpoints } from "./listEndpoint";

/** What the tree shows of the lists of a definition. */
export interface TreeLists {
  /** Lists of one client, beside its holdings, results and pensions. */
  readonly ofClient: readonly ListEndpoint[];
  /** Lists that belong to nobody, beside that of all clients. */
  readonly ofDomain: readonly ListEndpoint[];
  /** The collection that `putPension` writes to, where the definition lists it. */
  readonly pensions: ListEndpoint | undefined;
  /** False where a list is known to come in one page. */
  takesPages(operationId: string): boolean;
}

/** Before a definition was read, or where none can be: what the specification shows. */
export const NO_TREE_LISTS: TreeLists = {
  ...{ ofClient: [], ofDomain: [], pensions: undefined },
  takesPages: () => true,
};

/** Reads them of the text of a definition. Throws `AppError` `definition/unreadable`. */
export function treeLists(text: string): TreeLists {
  const definition = readDefinition(text);
  const endpoints = listEndpoints(definition);
  const pensions = pensionList(definition, endpoints);
  const others = endpoints.filter((one) => !NODES.has(one.operationId) && one !== pensions);
  return {
    ofClient: others.filter(
      ({ pathParameters, clientParameter }) =>
        clientParameter !== undefined && pathParameters.length === 1,
    ),
    ofDomain: others.filter(({ pathParameters }) => pathParameters.length === 0),
    pensions,
    takesPages: (id) => endpoints.find((one) => one.operationId === id)?.takesPages ?? true,
  };
}

/** Lists that have nodes of their own. */
const NODES: ReadonlySet<string> = new Set(["listClients", "listHoldings", "listResults"]);

/** `/clients/{x}/pensions` where pensions are put to `/clients/{y}/pensions/{z}`. */
function pensionList(
  { operations }: ServiceDefinition,
  endpoints: readonly ListEndpoint[],
): ListEndpoint | undefined {
  const put = operations.find(({ id }) => id === "putPension");
  if (put === undefined) {
    return undefined;
  }
  const collection = shapeOf(put.path.split("/").slice(0, -1).join("/"));
  return endpoints.find(
    ({ domain, path }) => domain === put.domain && shapeOf(path) === collection,
  );
}

/** The path without the names of its parameters. */
function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}").replace(/\/+$/, "");
}
