import { listEndpoints } from "../lists/endpoint";
import type { Coverage, CoverageLimit, CoveragePlace } from "./active";
import { type Operation, readDefinition } from "./definition";
import { namesIn } from "./paths";

/** The operations that payload files are read, written and taken away by. */
const PAYLOADS = new Set(["getPension", "putPension", "deletePension"]);
/** Below it stands what belongs to a client. */
const CLIENT_PATH = /^\/clients\/\{[^{}]+\}(\/|$)/;

/** What the explorer does with each endpoint of a definition, in the order of its text. */
export function coverageOf(definition: string): readonly Coverage[] {
  const read = readDefinition(definition);
  const lists = new Set(listEndpoints(read).map(({ operationId }) => operationId));
  return [...read.operations, ...read.uncallable].map((operation) => ({
    operationId: operation.id,
    method: operation.method,
    path: operation.documentedPath,
    summary: operation.summary,
    domain: operation.domain,
    deprecated: operation.deprecated,
    places: placesOf(operation, lists.has(operation.id)),
    limits: operation.limits,
    known: knownOf(operation),
  }));
}

function placesOf(operation: Operation, isList: boolean): readonly CoveragePlace[] {
  const { id, path, limits } = operation;
  const stops = (limit: CoverageLimit): boolean => limits.includes(limit);
  if (stops("method") || stops("cookieParameter") || stops("bodyNotJson")) {
    return [];
  }
  const isRead = !stops("answerNotJson");
  const names = namesIn(path);
  const isOfTree = names.length === 0 || (names.length === 1 && CLIENT_PATH.test(path));
  const places: [CoveragePlace, boolean][] = [
    ["tree", isRead && (id === "getClient" || id === "getPension" || (isList && isOfTree))],
    ["list", isRead && isList],
    ["payloads", PAYLOADS.has(id)],
    ["send", true],
  ];
  return places.filter(([, isMet]) => isMet).map(([place]) => place);
}

/** Ids that the provider's own endpoints get begin with their domain. */
function knownOf({ imported, id, domain }: Operation): Coverage["known"] {
  return !imported ? "description" : id.startsWith(`${domain}:`) ? "provider" : "both";
}
