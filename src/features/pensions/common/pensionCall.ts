import type { Connection } from "../../../platform/base/connection";
import type { Operation, ServiceDefinition } from "../../../platform/service/definition/definition";
import { AppError } from "../../../platform/base/errors";
import { decodeIfPossible, pathReadings, segmentsOf } from "../../../platform/http/pathReadings";
import type { AnyCall, OperationCall, TypedCall } from "../../../platform/base/call";
import { type PensionIdentity, samePension } from "./target";

/** A call that writes or deletes a pension, whichever way it was put together. */
interface PensionCall extends PensionIdentity {
  readonly kind: "put" | "delete";
}

/** What says where the pensions of a service are. */
interface PensionPlaces {
  readonly definition: ServiceDefinition;
  readonly connection: Pick<Connection, "baseUrl" | "prefixes">;
}

const OPERATIONS = { put: "putPension", delete: "deletePension" } as const;

/**
 * Tells whether a call writes or deletes a pension: by its operation, or by where it goes, be it
 * typed or what a provider's definition calls otherwise, under whichever prefix. Undefined for all
 * others.
 * @throws AppError `input/pensionQuery` where it has a query, which no pension is written with,
 * `input/pensionPath` where servers may read another pension in its path than we do
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
  if (operation === undefined) {
    return undefined;
  }
  const typedPath = operation.path.replace(/\{([^{}]+)\}/g, (_whole, name: string) =>
    Object.hasOwn(path, name) ? encodeURIComponent((path[name] ?? "").toWellFormed()) : "",
  );
  const { method, domain } = operation;
  return { method, domain, typedPath, queryString: Object.keys(query).join("&") };
}

/** Services differ in whether case and a slash at the end count: here they do not. */
function identityOfPath(
  { method, domain, typedPath, queryString = "" }: TypedCall,
  operation: Operation,
  { connection: { baseUrl, prefixes } }: PensionPlaces,
): PensionIdentity | undefined {
  if (method !== operation.method) {
    return undefined;
  }
  const wanted = prefixes[operation.domain] + operation.path;
  const path = prefixes[domain] + typedPath;
  const root = URL.parse(baseUrl)?.pathname ?? "";
  const found = writtenIdentity(path, wanted) ?? readIdentity(root + path, root + wanted);
  if (found !== undefined && queryString !== "") {
    throw new AppError("input", "input/pensionQuery");
  }
  return found;
}

/**
 * The pension of a path that is written as the definition has it. What cannot be decoded is none
 * of its words; the address is refused later.
 */
function writtenIdentity(path: string, template: string): PensionIdentity | undefined {
  const parts = path.replace(/\/$/, "").split("/").map(decodeIfPossible);
  return identityOf(parts, template.split("/"));
}

/**
 * The pension of a path that becomes one once a server or a gateway has read it.
 * @throws AppError `input/pensionPath` where it is not the same one in every reading
 */
function readIdentity(path: string, template: string): PensionIdentity | undefined {
  const wanted = segmentsOf(template).map(({ bare }) => bare);
  const found = pathReadings(path).flatMap((segments) => {
    const words = segments.map(({ bare }, index) =>
      isParameter(wanted[index] ?? "") ? bare : bare.normalize("NFKC"),
    );
    const identity = identityOf(words, wanted);
    const whole = segments.map(({ decoded }, index) =>
      isParameter(wanted[index] ?? "") ? decoded : (wanted[index] ?? ""),
    );
    return identity === undefined ? [] : [identity, identityOf(whole, wanted) ?? identity];
  });
  const [first, ...others] = found;
  if (first !== undefined && !others.every((other) => samePension(first, other))) {
    throw new AppError("input", "input/pensionPath");
  }
  return first;
}

function identityOf(
  parts: readonly string[],
  wanted: readonly string[],
): PensionIdentity | undefined {
  const fits =
    parts.length === wanted.length &&
    wanted.every((part, index) => isParameter(part) || isSame(part, parts[index]));
  const valueOf = (name: string): string => parts[wanted.indexOf(`{${name}}`)] ?? "";
  return fits ? { clientId: valueOf("clientId"), pensionId: valueOf("pensionId") } : undefined;
}

function isParameter(part: string): boolean {
  return part.startsWith("{") && part.endsWith("}");
}

function isSame(wanted: string, part: string | undefined): boolean {
  return wanted.toLowerCase() === part?.toLowerCase();
}
