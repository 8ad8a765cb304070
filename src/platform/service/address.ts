import type { Connection } from "../base/connection";
import { checkParameter, type Parameter } from "./definition/parameter";
import type { Operation, ServiceDefinition } from "./definition/definition";
import { AppError } from "../base/errors";
import { joinAddress, prefixOf, refuseBodyOfRead } from "./addressParts";
import type { CallTarget } from "./client";
import type { AnyCall, OperationCall, QueryValue } from "../base/call";
import { isGivenHeader, isHeaderValue } from "./givenHeaders";
import { checkedQuery, isDotSegment, typedAddress } from "./typedAddress";

const JSON_TYPE = "application/json";

/**
 * Where a call goes: base URL, the connection's prefix of the operation's domain, the path of
 * the definition or the typed one. Checks every parameter first.
 * @throws AppError kind `input`
 */
export function addressOf(
  connection: Connection,
  definition: ServiceDefinition,
  call: AnyCall,
): CallTarget {
  return "operationId" in call
    ? operationAddress(connection, definition.operation(call.operationId), call)
    : typedAddress(connection, definition, call);
}

/** Operations whose path does not climb; a walk asks for the same one thousands of times. */
const level = new WeakSet<Operation>();

function operationAddress(
  connection: Connection,
  operation: Operation,
  call: OperationCall,
): CallTarget {
  refuseBodyOfRead(operation.method, call.body);
  checkParameters(operation, call);
  const pathTemplate = `${prefixOf(connection, operation.domain)}${operation.path}`;
  if (!level.has(operation)) {
    if (operation.path.split("/").some(isDotSegment)) {
      throw new AppError("input", "input/address");
    }
    level.add(operation);
  }
  const path = fillPath(pathTemplate, operation, call);
  const url = joinAddress(connection, path, queryOf(operation, call));
  return {
    ...{ method: operation.method, url, pathTemplate, operationId: operation.id },
    ...contentTypeOf(operation),
  };
}

/** Only where it is not the one that the specification names (section 4.2). */
function contentTypeOf({ body }: Operation): Pick<CallTarget, "contentType"> {
  const { contentType = JSON_TYPE } = body ?? {};
  return contentType === JSON_TYPE ? {} : { contentType };
}

function checkParameters(operation: Operation, call: OperationCall): void {
  const names = { path: call.path ?? {}, query: call.query ?? {} };
  for (const place of ["path", "query"] as const) {
    for (const name of Object.keys(names[place])) {
      if (!operation.parameters.some((known) => known.in === place && known.name === name)) {
        throw inputError(name, "unknown", "");
      }
    }
  }
  checkHeaders(operation, call.headers ?? {});
  operation.parameters.filter(isGiven).forEach((parameter) => checkGiven(parameter, call));
  if (operation.body?.required === true && call.body === undefined) {
    throw new AppError("input", "input/body");
  }
}

/** A walk asks with the same values thousands of times. */
const fitting = new WeakMap<Parameter, string | number>();

function checkGiven(parameter: Parameter, call: OperationCall): void {
  const value = valueOf(parameter, call);
  if (value !== undefined && fitting.get(parameter) === value) {
    return;
  }
  const problem = checkParameter(documented(parameter), value);
  if (problem !== undefined) {
    throw inputError(parameter.name, problem.keyword, problem.expected);
  }
  if (typeof value === "string" || typeof value === "number") {
    fitting.set(parameter, value);
  }
}

/** Other headers are the explorer's own. */
function isGiven({ in: place, name }: Parameter): boolean {
  return place !== "header" || isGivenHeader(name);
}

function checkHeaders({ parameters }: Operation, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    const isKnown = parameters.some((known) => known.in === "header" && known.name === name);
    if (!isKnown || !isGivenHeader(name)) {
      throw inputError(name, "unknown", "");
    }
    if (!isHeaderValue(value)) {
      throw inputError(name, "format", "ASCII");
    }
  }
}

/** A walk asks for the same ones thousands of times. */
const known = new WeakMap<Parameter, Parameter>();

function documented(parameter: Parameter): Parameter {
  const found = known.get(parameter) ?? withFirstPage(withoutIllustrations(parameter));
  known.set(parameter, found);
  return found;
}

/** No service counts its pages from below 0, whatever its definition leaves open. */
function withFirstPage(parameter: Parameter): Parameter {
  const { in: place, name, schema } = parameter;
  return place === "query" && name === "pageNumber" && schema.minimum === undefined
    ? { ...parameter, schema: { ...schema, minimum: 0 } }
    : parameter;
}

/** Without the limits that are the sandbox's alone: a service may well count its pages from 0. */
function withoutIllustrations(parameter: Parameter): Parameter {
  const shown = parameter.schema["x-illustrative"];
  if (shown === undefined || typeof shown === "boolean") {
    return parameter;
  }
  const kept = Object.entries(parameter.schema).filter(([keyword]) => !shown.includes(keyword));
  return { ...parameter, schema: Object.fromEntries(kept) };
}

function valueOf({ in: place, name }: Parameter, call: OperationCall): QueryValue | undefined {
  const values = { path: call.path, query: call.query, header: call.headers }[place];
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

const OWN_CODES: Readonly<Record<string, string>> = {
  clientId: "input/clientId",
  pensionId: "input/pensionId",
};

function inputError(name: string, keyword: string, expected: string): AppError {
  const code = OWN_CODES[name] ?? "input/parameter";
  return new AppError("input", code, { values: { name, keyword, expected } });
}

function fillPath(template: string, { parameters }: Operation, call: OperationCall): string {
  return template.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = call.path?.[name] ?? "";
    // Dots are left alone by every encoder, and a whole segment of them climbs the path.
    if (value === "" || value === "." || value === ".." || !isEncodable(value)) {
      throw inputError(name, "format", "path segment");
    }
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    // Commas part the items of a list (OpenAPI, style `simple`; RFC 6570, section 3.2.2).
    return parameter?.schema.type === "array"
      ? value.split(",").map(encodeURIComponent).join(",")
      : encodeURIComponent(value);
  });
}

/** Arrays are one value, separated by commas that stay literal (specification, section 4.3). */
function queryOf(operation: Operation, call: OperationCall): string {
  const pairs: string[] = [];
  for (const parameter of operation.parameters) {
    const value = parameter.in === "query" ? valueOf(parameter, call) : undefined;
    if (value !== undefined && (typeof value !== "object" || value.length > 0)) {
      pairs.push(`${encodeInQuery(parameter.name)}=${encode(value)}`);
    }
  }
  pairs.push(...freePairs(operation, call));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** What the definition does not have; a value of its own parameters is never sent beside them. */
function freePairs(
  operation: Operation,
  { queryString = "" }: Pick<OperationCall, "queryString">,
): readonly string[] {
  if (queryString === "") {
    return [];
  }
  const pairs = checkedQuery(queryString)
    .split("&")
    .filter((pair) => pair !== "");
  for (const name of new URLSearchParams(pairs.join("&")).keys()) {
    if (operation.parameters.some((own) => own.in === "query" && own.name === name)) {
      throw new AppError("input", "input/ownParameter", { values: { name } });
    }
  }
  return pairs;
}

function encode(value: QueryValue): string {
  const items = typeof value === "object" ? value : [String(value)];
  if (!items.every(isEncodable)) {
    throw inputError("query", "format", "text");
  }
  return items.map(encodeInQuery).join(",");
}

/** An http URL escapes apostrophes in its query by itself (URL Standard, special-query set). */
function encodeInQuery(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}

/** A lone surrogate cannot be encoded. */
function isEncodable(text: string): boolean {
  return text.isWellFormed();
}
