import type { Connection } from "../connection";
import { checkParameter } from "../definitions/parameter";
import type { Operation, Parameter, ServiceDefinition } from "../definitions/definition";
import { AppError } from "../errors";
import type { CallTarget, QueryValue, ServiceCall } from "./client";

/**
 * Where a call goes: base URL, the connection's prefix of the operation's domain, the path of
 * the definition. Checks every parameter first.
 * @throws AppError kind `input`
 */
export function addressOf(
  connection: Connection,
  definition: ServiceDefinition,
  call: ServiceCall,
): CallTarget {
  const operation = definition.operation(call.operationId);
  checkParameters(operation, call);
  const pathTemplate = `${prefixOf(connection, operation)}${operation.path}`;
  const path = fillPath(pathTemplate, call);
  const root = connection.baseUrl.replace(/\/+$/, "");
  const address = `${root}${path}${queryOf(operation, call)}`;
  return { method: operation.method, url: normalise(address, path), pathTemplate };
}

function prefixOf(connection: Connection, { domain }: Operation): string {
  const prefix = connection.prefixes[domain];
  // Without its slash a prefix would become part of the host name.
  if (!/^(?:\/[A-Za-z0-9._~-]+)*$/.test(prefix)) {
    throw new AppError("input", "input/prefix", { values: { prefix } });
  }
  return prefix;
}

function checkParameters(operation: Operation, call: ServiceCall): void {
  const names = { path: call.path ?? {}, query: call.query ?? {} };
  for (const place of ["path", "query"] as const) {
    for (const name of Object.keys(names[place])) {
      if (!operation.parameters.some((known) => known.in === place && known.name === name)) {
        throw inputError(name, "unknown", "");
      }
    }
  }
  for (const parameter of operation.parameters) {
    const problem = checkParameter(parameter, valueOf(parameter, call));
    if (problem !== undefined) {
      throw inputError(parameter.name, problem.keyword, problem.expected);
    }
  }
  if (operation.body?.required === true && call.body === undefined) {
    throw new AppError("input", "input/body");
  }
}

function valueOf({ in: place, name }: Parameter, call: ServiceCall): QueryValue | undefined {
  const values = place === "path" ? call.path : place === "query" ? call.query : undefined;
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

function fillPath(template: string, call: ServiceCall): string {
  return template.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = call.path?.[name] ?? "";
    // Dots are left alone by every encoder, and a whole segment of them climbs the path.
    if (value === "" || value === "." || value === ".." || !isEncodable(value)) {
      throw inputError(name, "format", "path segment");
    }
    return encodeURIComponent(value);
  });
}

/** Arrays are one value, separated by commas that stay literal (specification, section 4.3). */
function queryOf(operation: Operation, call: ServiceCall): string {
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .flatMap((parameter) => {
      const value = valueOf(parameter, call);
      const absent = value === undefined || (typeof value === "object" && value.length === 0);
      return absent ? [] : [`${encodeURIComponent(parameter.name)}=${encode(value)}`];
    });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function encode(value: QueryValue): string {
  const items = typeof value === "object" ? value : [String(value)];
  if (!items.every(isEncodable)) {
    throw inputError("query", "format", "text");
  }
  return items.map((item) => encodeURIComponent(item)).join(",");
}

/** A lone surrogate cannot be encoded. */
function isEncodable(text: string): boolean {
  return text.isWellFormed();
}

/** The address as it goes on the wire; proves that parsing left the path as it was built. */
function normalise(address: string, path: string): string {
  const url = URL.parse(address);
  if (url === null || !url.pathname.endsWith(path)) {
    throw new AppError("input", "input/address");
  }
  return url.href;
}
