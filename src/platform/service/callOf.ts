import { DOMAINS, type Connection, type Domain, SANDBOX_CONNECTION_ID } from "../base/connection";
import type { Operation, ServiceDefinition } from "./definition/definition";
import type { Parameter } from "./definition/parameter";
import { AppError } from "../base/errors";
import type { Attempt } from "../base/action";
import { addressOf } from "./address";
import type { AnyCall, OperationCall, QueryValue } from "../base/call";
import { isGivenHeader } from "./givenHeaders";
import { serverOf } from "./serverOf";

type RecordedCall = Pick<Attempt, "method" | "url" | "pathTemplate" | "operationId"> &
  Partial<Pick<Attempt, "requestHeaders">>;

/**
 * Reads a call back from its record, without its body, to be sent again through this connection
 * or another one. `connection` is the one that it was recorded for, as it is now.
 * @throws AppError `input/notRepeatable` where the record does not hold all of it any more,
 * `input/movedAddress` where the connection leads to another server by now
 */
export function callOf(
  attempt: RecordedCall,
  definition: ServiceDefinition,
  connection: Connection,
): AnyCall {
  const url = URL.parse(attempt.url);
  if (url === null || attempt.url.includes("[redacted]")) {
    throw new AppError("input", "input/notRepeatable");
  }
  // The ids in a path are one server's; the sandbox alone has another port in each window.
  if (connection.id !== SANDBOX_CONNECTION_ID && serverOf(connection, url) !== "service") {
    throw new AppError("input", "input/movedAddress", {
      values: { connectionLabel: connection.label },
    });
  }
  const known = operationCall(attempt, url, { definition, connection });
  const call = known ?? typedCall(attempt, url, connection);
  const kept = Object.keys(known?.headers ?? {}).map((name) => name.toLowerCase());
  // One that the definition no longer has cannot be given again: without it, it is another request.
  const isLost = ([name]: readonly [string, string]): boolean =>
    isGivenHeader(name) && !kept.includes(name.toLowerCase());
  if (attempt.requestHeaders?.some(isLost) === true) {
    throw new AppError("input", "input/notRepeatable");
  }
  return call;
}

interface Known {
  readonly definition: ServiceDefinition;
  readonly connection: Connection;
}

/** The operation with its parameters; undefined where the address is none that it makes. */
function operationCall(attempt: RecordedCall, url: URL, known: Known): OperationCall | undefined {
  const operation = known.definition.operations.find((one) => isOf(attempt, one, known.connection));
  if (operation === undefined) {
    return undefined;
  }
  const headers = headerValues(operation, attempt);
  try {
    const found = pathValues(operation, url.pathname);
    const query = queryValues(operation, url.search.slice(1));
    if (query.queryString !== undefined && attempt.operationId === undefined) {
      // It was typed as a whole.
      return undefined;
    }
    const call = found && { operationId: operation.id, path: found.values, ...query, ...headers };
    const needsBody = operation.body?.required === true ? { body: new Uint8Array() } : {};
    // Proves that its values fit; the body comes later, and the prefix may be another one now.
    const made = call && addressOf(known.connection, known.definition, { ...call, ...needsBody });
    return made?.url.endsWith(`${found?.tail ?? ""}${url.search}`) ? call : undefined;
  } catch {
    return undefined;
  }
}

function isOf(attempt: RecordedCall, operation: Operation, { prefixes }: Connection): boolean {
  return attempt.operationId === undefined
    ? operation.method === attempt.method &&
        prefixes[operation.domain] + operation.path === attempt.pathTemplate
    : operation.id === attempt.operationId;
}

function pathValues(
  operation: Operation,
  pathname: string,
): { readonly tail: string; readonly values: Record<string, string> } | undefined {
  const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const pattern = operation.path
    .split(/\{[^{}]+\}/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("([^/]+)");
  const found = new RegExp(`${pattern}$`).exec(pathname);
  const values = names.map((name, index) => [name, decodeURIComponent(found?.[index + 1] ?? "")]);
  return found === null
    ? undefined
    : { tail: found[0], values: Object.fromEntries(values) as Record<string, string> };
}

/** Header parameters that the user gave; the others are the explorer's own. */
function headerValues(
  operation: Operation,
  { requestHeaders = [] }: RecordedCall,
): Pick<OperationCall, "headers"> {
  const given = operation.parameters.filter(
    ({ in: place, name }) => place === "header" && isGivenHeader(name),
  );
  const sent = given.flatMap(({ name }) => {
    const [, value] =
      requestHeaders.find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? [];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (sent.some(([, value]) => value.includes("[redacted]"))) {
    throw new AppError("input", "input/notRepeatable");
  }
  return sent.length === 0 ? {} : { headers: Object.fromEntries(sent) };
}

/** What the definition does not have stays as it was sent. */
function queryValues(
  operation: Operation,
  query: string,
): Pick<OperationCall, "query" | "queryString"> {
  const pairs = query === "" ? [] : query.split("&");
  const own = pairs.flatMap((pair) => {
    const read = readPair(operation, pair);
    return read === undefined ? [] : [read];
  });
  const free = pairs.filter((pair) => readPair(operation, pair) === undefined);
  return {
    query: Object.fromEntries(own),
    ...(free.length === 0 ? {} : { queryString: free.join("&") }),
  };
}

function readPair(operation: Operation, pair: string): [string, QueryValue] | undefined {
  const [name = "", ...rest] = pair.split("=");
  const parameter = operation.parameters.find(
    (one) => one.in === "query" && one.name === decodeURIComponent(name),
  );
  return parameter && [parameter.name, readValue(parameter, rest.join("="))];
}

/** A comma that stands as such parts items; one inside an item is escaped (section 4.3). */
function readValue({ schema }: Parameter, value: string): QueryValue {
  return schema.type === "array"
    ? value.split(",").map((item) => decodeURIComponent(item))
    : decodeURIComponent(value);
}

function typedCall(
  { method, pathTemplate }: RecordedCall,
  url: URL,
  connection: Connection,
): AnyCall {
  const base = URL.parse(connection.baseUrl)?.pathname.replace(/\/+$/, "") ?? "";
  const domain = domainOf(connection, pathTemplate);
  const start = base + (domain === undefined ? "" : connection.prefixes[domain]);
  if (domain === undefined || !url.pathname.startsWith(`${start}/`)) {
    throw new AppError("input", "input/notRepeatable");
  }
  const queryString = url.search.slice(1);
  return {
    method,
    domain,
    typedPath: url.pathname.slice(start.length),
    ...(queryString === "" ? {} : { queryString }),
  };
}

/** The domain with the longest prefix that the path begins with. */
function domainOf({ prefixes }: Connection, pathTemplate: string): Domain | undefined {
  return DOMAINS.filter((domain) => pathTemplate.startsWith(`${prefixes[domain]}/`))
    .sort((one, other) => prefixes[other].length - prefixes[one].length)
    .at(0);
}
