import { AppError } from "../../../platform/base/errors";
import { LIST_OPERATIONS } from "../../lists/common/operations";

/** What a link to the explorer names: never an address, a secret or anything to be written. */
export type ExplorerLink =
  | { readonly kind: "request"; readonly request: string }
  | { readonly kind: "connection"; readonly connection: string }
  | { readonly kind: "client"; readonly connection: string; readonly client: string }
  | {
      readonly kind: "list";
      readonly connection: string;
      /** That brings the list; those of the specification go by shorter names in links. */
      readonly operationId: string;
      /** Absent for lists of nobody. */
      readonly client?: string;
    };

/** The path of links, below the address of the editor and the extension. */
export const LINK_PATH = "/open";

const PARTS = ["connection", "client", "list", "request"] as const;
type Part = (typeof PARTS)[number];

/** What ids of connections, clients, operations and calls are made of. */
const VALUE = /^[\w.:-]{1,200}$/;
/** What a list is called that only an imported definition describes: by its call. */
const CALLED_BY_PATH = /^(crm|finances|profiling):GET (?=.{1,180}$)(\/[\w.~:@,;{}()-]+)+$/;
const LONGEST_LINK = 1000;

/**
 * Reads what follows the question mark of a link, decoded or not: but for a list that is called by its
 * path, values have nothing to decode.
 * @throws AppError `link/unknownPart`, `link/repeatedPart`, `link/value`, `link/nothing`, `link/tooLong`
 */
export function parseLink(query: string): ExplorerLink {
  const parts = partsOf(query);
  const { request, connection, client, list } = parts;
  if (request !== undefined) {
    // The call says itself where it went: what else the link names could only differ from it.
    const other = PARTS.find((part) => part !== "request" && parts[part] !== undefined);
    if (other !== undefined) {
      throw new AppError("input", "link/unknownPart", { values: { name: other } });
    }
    return { kind: "request", request };
  }
  if (connection === undefined) {
    throw new AppError("input", "link/nothing");
  }
  if (list === undefined) {
    return client === undefined
      ? { kind: "connection", connection }
      : { kind: "client", connection, client };
  }
  const operationId = isListName(list) ? LIST_OPERATIONS[list] : list;
  return {
    ...{ kind: "list", connection, operationId },
    ...(client !== undefined && { client }),
  };
}

/** The query of a link; undefined where a value is none that a link can have. */
export function formatLink(link: ExplorerLink): string | undefined {
  const values: Partial<Record<Part, string>> =
    link.kind === "list" ? { ...link, list: nameOf(link.operationId) } : link;
  const pairs = PARTS.flatMap((part) => {
    const value = values[part];
    return value === undefined ? [] : [[part, value] as const];
  });
  const encoded = (value: string): string =>
    VALUE.test(value) ? value : encodeURIComponent(value);
  const query = pairs.map(([part, value]) => `${part}=${encoded(value)}`).join("&");
  const isReadable = pairs.every(([part, value]) => isValue(part, value));
  return isReadable && query.length <= LONGEST_LINK ? query : undefined;
}

function isValue(part: Part, value: string): boolean {
  return VALUE.test(value) || (part === "list" && CALLED_BY_PATH.test(value));
}

function partsOf(query: string): Partial<Record<Part, string>> {
  if (query.length > LONGEST_LINK) {
    throw new AppError("input", "link/tooLong");
  }
  const parts = new Map<Part, string>();
  for (const pair of query === "" ? [] : query.split("&")) {
    const [name = "", written = ""] = pair.split(/=(.*)/s);
    const part = PARTS.find((one) => one === name);
    if (part === undefined) {
      throw new AppError("input", "link/unknownPart", { values: { name: shown(name) } });
    }
    if (parts.has(part)) {
      throw new AppError("input", "link/repeatedPart", { values: { name } });
    }
    const value = part === "list" ? decoded(written) : written;
    if (!isValue(part, value)) {
      throw new AppError("input", "link/value", { values: { name } });
    }
    parts.set(part, value);
  }
  return Object.fromEntries(parts);
}

/** Once: what was decoded on its way has nothing left to decode. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A page may have made it: enough of it to be known again. */
function shown(name: string): string {
  return name.replaceAll(/[^\w.-]/g, "?").slice(0, 40);
}

function isListName(name: string): name is keyof typeof LIST_OPERATIONS {
  return Object.hasOwn(LIST_OPERATIONS, name);
}

function nameOf(operationId: string): string {
  const known = Object.entries(LIST_OPERATIONS).find(([, id]) => id === operationId);
  return known?.[0] ?? operationId;
}
