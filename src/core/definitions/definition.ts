import { DOMAINS, type Domain } from "../connection";
import { AppError } from "../errors";
import { dereference } from "./references";
import { asList, asRecord, asText, type JsonRecord } from "./reading";
import type { Schema } from "./schema";

/** A service described by an OpenAPI 3.1 document, local references resolved. */
export interface ServiceDefinition {
  readonly title: string;
  /** Path prefix of each domain as the document gives it. */
  readonly prefixes: Readonly<Record<Domain, string>>;
  readonly operations: readonly Operation[];
  /** Throws `AppError` `definition/unknownOperation`. */
  operation(id: string): Operation;
  /** A schema of `components.schemas`; throws `AppError` `definition/unknownSchema`. */
  schema(name: string): Schema;
}

export interface Operation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  readonly domain: Domain;
  /** Path template below the domain's prefix: `/clients/{clientId}/holdings`. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Absent where the operation takes no body. */
  readonly body?: RequestBody;
  /** Scopes that the sandbox asks for; the specification ties none to an operation. */
  readonly scopes: readonly string[];
  /** True where the specification does not show the operation itself. */
  readonly illustrative: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
  /** `form` without explode is one comma-separated value (OpenAPI 3.1, section 4.8.12). */
  readonly style: "simple" | "form";
  readonly explode: boolean;
  readonly description?: string;
  /** A value that the document shows; illustrative. */
  readonly example?: unknown;
}

export interface RequestBody {
  readonly required: boolean;
  readonly contentType: string;
  readonly schema: Schema;
}

const METHODS = ["get", "put", "post", "delete", "patch"] as const;

/** Reads an OpenAPI 3.1 document (JSON). Throws `AppError` `definition/unreadable`. */
export function readDefinition(text: string): ServiceDefinition {
  const document = asRecord(dereference(parse(text)));
  const prefixes = readPrefixes(document);
  const operations = Object.entries(asRecord(document["paths"])).flatMap(([path, item]) =>
    readPath(path, asRecord(item), prefixes),
  );
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const schemas = asRecord(asRecord(document["components"])["schemas"]);
  return {
    title: asText(asRecord(document["info"])["title"]),
    prefixes,
    operations,
    operation: (id) => byId.get(id) ?? missing("definition/unknownOperation", id),
    schema: (name) =>
      Object.hasOwn(schemas, name)
        ? asRecord(schemas[name])
        : missing("definition/unknownSchema", name),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("internal", "definition/unreadable", { cause });
  }
}

function missing(code: string, name: string): never {
  throw new AppError("internal", code, { values: { name } });
}

function readPrefixes(document: JsonRecord): Record<Domain, string> {
  const domains = asRecord(document["x-domains"]);
  const read = (domain: Domain): string => asText(asRecord(domains[domain])["prefix"]);
  return { crm: read("crm"), finances: read("finances"), profiling: read("profiling") };
}

function readPath(
  path: string,
  item: JsonRecord,
  prefixes: Readonly<Record<Domain, string>>,
): Operation[] {
  return METHODS.filter((method) => method in item).map((method) => {
    const source = asRecord(item[method]);
    const domain = readDomain(source["x-domain"]);
    const body = readBody(source["requestBody"]);
    return {
      id: asText(source["operationId"]),
      method: method.toUpperCase(),
      domain,
      path: withoutPrefix(path, prefixes[domain]),
      summary: asText(source["summary"] ?? ""),
      parameters: [...asList(item["parameters"]), ...asList(source["parameters"])].map(
        readParameter,
      ),
      ...(body === undefined ? {} : { body }),
      scopes: asList(source["x-illustrative-scopes"]).map(asText),
      illustrative: source["x-illustrative"] === true,
    };
  });
}

function readDomain(value: unknown): Domain {
  const domain = DOMAINS.find((candidate) => candidate === value);
  if (domain === undefined) {
    throw new AppError("internal", "definition/unreadable", { values: { name: "x-domain" } });
  }
  return domain;
}

/** The results path is documented without its domain's prefix, the others with it. */
function withoutPrefix(path: string, prefix: string): string {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

function readParameter(value: unknown): Parameter {
  const source = asRecord(value);
  const place = source["in"];
  if (place !== "path" && place !== "query" && place !== "header") {
    throw new AppError("internal", "definition/unreadable", { values: { name: "in" } });
  }
  // OpenAPI 3.1: `form` is the default of query parameters and then explodes by default.
  const style = place === "query" ? "form" : "simple";
  const { description, example } = source;
  return {
    ...(description === undefined ? {} : { description: asText(description) }),
    ...(example === undefined ? {} : { example }),
    name: asText(source["name"]),
    in: place,
    required: source["required"] === true,
    schema: asRecord(source["schema"]),
    style,
    explode: typeof source["explode"] === "boolean" ? source["explode"] : style === "form",
  };
}

function readBody(value: unknown): RequestBody | undefined {
  if (value === undefined) {
    return undefined;
  }
  const source = asRecord(value);
  const contentType = "application/json";
  const content = asRecord(asRecord(source["content"])[contentType]);
  return {
    required: source["required"] === true,
    contentType,
    schema: asRecord(content["schema"]),
  };
}
