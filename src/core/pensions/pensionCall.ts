import type { Connection } from "../connection";
import type { Operation, ServiceDefinition } from "../definitions/definition";
import { AppError } from "../errors";
import type { AnyCall, OperationCall, TypedCall } from "../service/client";
import type { PensionIdentity } from "./target";

/** A call that writes or deletes a pension, whichever way it was put together. */
export interface PensionCall extends PensionIdentity {
  readonly kind: "put" | "delete";
}

/** What says where the pensions of a service are. */
export interface PensionPlaces {
  readonly definition: ServiceDefinition;
  readonly connection: Pick<Connection, "prefixes">;
}

const OPERATIONS = { put: "putPension", delete: "deletePension" } as const;

/**
 * Tells whether a call writes or deletes a pension: by its operation, or by where it goes, be it
 * typed or what a provider's definition calls otherwise, under whichever prefix. Undefined for all
 * others.
 * @throws AppError `input/pensionQuery` where it has a query, which no pension is written with
 */
export function pensionCallOf(call: AnyCall, places: PensionPlaces): PensionCall | undefined {
  const goesTo = "operationId" in call ? asTyped(call, places) : call;
  for (const kind of ["put", "delete"] as const) {
    if ("operationId" in call && call.operationId === OPERATIONS[kind]) {
      const { clientId = "", pensionId = "" } = call.path ?? {};
      return { kind, clientId, pensionId };
    }
    const operation = places.definition.operations.find(({ id }) => id === OPERATIONS[kind]);
    const identity = operation && goesTo && identityOfPath(goesTo, operation, places);
    if (identity !== undefined) {
      return { kind, ...identity };
    }
  }
  return undefined;
}

/** An operation's call as if its path had been typed: names say nothing of where it goes. */
function asTyped(
  { operationId, path = {}, query = {} }: OperationCall,
  { definition }: PensionPlaces,
): TypedCall | undefined {
  const operation = definition.operations.find(({ id }) => id === operationId);
  const typedPath = operation?.path.replace(/\{([^{}]+)\}/g, (_whole, name: string) =>
    Object.hasOwn(path, name) ? encodeURIComponent((path[name] ?? "").toWellFormed()) : "",
  );
  return operation && typedPath !== undefined
    ? {
        ...{ method: operation.method, domain: operation.domain, typedPath },
        queryString: Object.keys(query).join("&"),
      }
    : undefined;
}

/** Services differ in whether case and a slash at the end count: here they do not. */
function identityOfPath(
  { method, domain, typedPath, queryString = "" }: TypedCall,
  operation: Operation,
  { connection: { prefixes } }: PensionPlaces,
): PensionIdentity | undefined {
  const wanted = (prefixes[operation.domain] + operation.path).split("/");
  const parts = (prefixes[domain] + typedPath).replace(/\/$/, "").split("/").map(decoded);
  const fits =
    method === operation.method &&
    parts.length === wanted.length &&
    wanted.every((part, index) => isParameter(part) || isSame(part, parts[index]));
  if (!fits) {
    return undefined;
  }
  if (queryString !== "") {
    throw new AppError("input", "input/pensionQuery");
  }
  const valueOf = (name: string): string => parts[wanted.indexOf(`{${name}}`)] ?? "";
  return { clientId: valueOf("clientId"), pensionId: valueOf("pensionId") };
}

function isParameter(part: string): boolean {
  return part.startsWith("{") && part.endsWith("}");
}

function isSame(wanted: string, part: string | undefined): boolean {
  return wanted.toLowerCase() === part?.toLowerCase();
}

/** What cannot be decoded is none of an operation's words; the address is refused later. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
