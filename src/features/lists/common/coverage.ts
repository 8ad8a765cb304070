import { type ListEndpoint, listEndpoints } from "./listEndpoint";
import { treeLists } from "./treeLists";
import type {
  Coverage,
  CoverageLimit,
  CoveragePlace,
} from "../../../platform/service/definition/active";
import { type Operation, readDefinition } from "../../../platform/service/definition/definition";

/** The operations that payload files are read, written and taken away by. */
const PAYLOADS = new Set(["getPension", "putPension", "deletePension"]);
/** Nodes of the tree that have been there before any definition. */
const NODES = ["listClients", "getClient", "listHoldings", "listResults", "getPension"];

/** What the explorer does with each endpoint of a definition, in the order of its text. */
export function coverageOf(definition: string): readonly Coverage[] {
  const read = readDefinition(definition);
  const lists = idsOf(listEndpoints(read));
  const { ofClient, ofDomain, pensions } = treeLists(definition);
  const nodes = [...NODES, ...idsOf([...ofClient, ...ofDomain, ...(pensions ? [pensions] : [])])];
  const met = { lists, tree: new Set(nodes) };
  return [...read.operations, ...read.uncallable].map((operation) => ({
    operationId: operation.id,
    method: operation.method,
    path: operation.documentedPath,
    summary: operation.summary,
    domain: operation.domain,
    deprecated: operation.deprecated,
    places: placesOf(operation, met),
    limits: operation.limits,
    known: knownOf(operation),
  }));
}

function idsOf(endpoints: readonly ListEndpoint[]): ReadonlySet<string> {
  return new Set(endpoints.map(({ operationId }) => operationId));
}

/** Ids of what is a list, and of what has a node. */
type Met = Readonly<Record<"lists" | "tree", ReadonlySet<string>>>;

function placesOf({ id, limits }: Operation, { lists, tree }: Met): readonly CoveragePlace[] {
  const stops = (limit: CoverageLimit): boolean => limits.includes(limit);
  if (stops("method") || stops("cookieParameter") || stops("bodyNotJson")) {
    return [];
  }
  const isRead = !stops("answerNotJson");
  const places: [CoveragePlace, boolean][] = [
    ["tree", isRead && tree.has(id)],
    ["list", isRead && lists.has(id)],
    ["payloads", PAYLOADS.has(id)],
    ["send", true],
  ];
  return places.filter(([, isMet]) => isMet).map(([place]) => place);
}

/** Ids that the provider's own endpoints get begin with their domain. */
function knownOf({ imported, id, domain }: Operation): Coverage["known"] {
  return !imported ? "description" : id.startsWith(`${domain}:`) ? "provider" : "both";
}
