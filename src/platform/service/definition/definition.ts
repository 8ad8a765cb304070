import { DOMAINS, type Domain } from "../../base/connection";
import { AppError } from "../../base/errors";
import type { CoverageLimit } from "./active";
import { memoizeLastTexts } from "./lastTexts";
import { hasNoList } from "./listAnswer";
import { hasOnlyOthers, jsonContent } from "./mediaTypes";
import { type DocumentOperation, operationsIn, successSchemas } from "./operations";
import { readParameters } from "./parameters";
import { asRecord, asText, type JsonRecord } from "./reading";
import { resolved } from "./references";
import type { Schema } from "./schema";
import { SchemaGraph } from "./schemaGraph";
import type { Parameter } from "./parameter";

/** A service described by an OpenAPI 3.1 document, local references looked through. */
export interface ServiceDefinition {
  readonly title: string;
  /** Path prefix of each domain as the document gives it. */
  readonly prefixes: Readonly<Record<Domain, string>>;
  readonly operations: readonly Operation[];
  /** Operations of methods that the explorer does not call: OPTIONS, TRACE. */
  readonly uncallable: readonly Operation[];
  /** Throws `AppError` `definition/unknownOperation`. */
  operation(id: string): Operation;
  /** What the first success of an operation that has JSON is like; any value where none is known. */
  answer(id: string): Schema;
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
  /** As it stands in the document: below the documented prefix. */
  readonly documentedPath: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Absent where the operation takes no body, or none that is JSON (`limits` tells). */
  readonly body?: RequestBody;
  /** Scopes that the sandbox asks for; the specification ties none to an operation. */
  readonly scopes: readonly string[];
  /** True where the specification does not show the operation itself. */
  readonly illustrative: boolean;
  /** True where a provider's definition describes it. */
  readonly imported: boolean;
  readonly deprecated: boolean;
  /** Of a GET: the document says that its answers have no list in them. */
  readonly hasNoList?: boolean;
  /** What the explorer cannot do with it. */
  readonly limits: readonly CoverageLimit[];
}

export interface RequestBody {
  readonly required: boolean;
  /** `application/json`, or another type of JSON where the document names only others. */
  readonly contentType: string;
  readonly schema: Schema;
}

/** Methods that the explorer does not call. */
const UNCALLABLE: ReadonlySet<string> = new Set(["options", "trace"]);

/**
 * Reads an OpenAPI 3.1 document (JSON); the last few are remembered, for many ask for the same.
 * What a provider wrote may be odd in any place, which then stays open. Throws `AppError`
 * `definition/unreadable`.
 */
export const readDefinition = memoizeLastTexts((text): ServiceDefinition =>
  read(asRecord(parse(text))),
);

function read(document: JsonRecord): ServiceDefinition {
  const sources: Sources = {
    document,
    prefixes: prefixesOf(document),
    graph: new SchemaGraph(document),
  };
  const all = operationsIn({ ...document, paths: asRecord(document["paths"]) }).flatMap((from) =>
    readOperation(sources, from),
  );
  const operations = all.filter(({ limits }) => !limits.includes("method"));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const schemas = asRecord(asRecord(document["components"])["schemas"]);
  return {
    title: asText(asRecord(document["info"])["title"]),
    prefixes: sources.prefixes,
    operations,
    uncallable: all.filter(({ limits }) => limits.includes("method")),
    operation: (id) => byId.get(id) ?? missing("definition/unknownOperation", id),
    answer: (id) => sources.graph.schemaOf(answerOf(document, byId.get(id))),
    schema: (name) =>
      Object.hasOwn(schemas, name)
        ? sources.graph.schemaOf(schemas[name])
        : missing("definition/unknownSchema", name),
  };
}

interface Sources {
  readonly document: JsonRecord;
  readonly prefixes: Readonly<Record<Domain, string>>;
  readonly graph: SchemaGraph;
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

/** The documented prefix of each domain. Throws `AppError` `definition/unreadable`. */
export function prefixesOf(document: JsonRecord): Readonly<Record<Domain, string>> {
  const domains = asRecord(document["x-domains"]);
  const read = (domain: Domain): string => asText(asRecord(domains[domain])["prefix"]);
  return { crm: read("crm"), finances: read("finances"), profiling: read("profiling") };
}

/** None where it does not say its id and domain, which the explorer's own document always does. */
function readOperation(sources: Sources, from: DocumentOperation): Operation[] {
  const { document, prefixes, graph } = sources;
  const { method, path, source } = from;
  const domain = DOMAINS.find((candidate) => candidate === source["x-domain"]);
  const id = source["operationId"];
  if (domain === undefined || typeof id !== "string") {
    return [];
  }
  const { parameters, needsCookie } = readParameters(sources, from);
  const request = resolved(document, source["requestBody"]);
  const body = readBody(request, graph);
  const limits: [CoverageLimit, boolean][] = [
    ["method", UNCALLABLE.has(method)],
    ["cookieParameter", needsCookie],
    ["bodyNotJson", hasOnlyOthers(request["content"])],
    ["answerNotJson", hasForeignAnswer(document, source)],
  ];
  const summary = source["summary"];
  return [
    {
      ...{ id, method: method.toUpperCase(), domain, parameters },
      path: withoutPrefix(path, prefixes[domain]),
      documentedPath: path,
      summary: typeof summary === "string" ? summary : "",
      ...(body === undefined ? {} : { body }),
      scopes: textsOf(source["x-illustrative-scopes"]),
      illustrative: source["x-illustrative"] === true,
      imported: source["x-imported"] === true,
      deprecated: source["deprecated"] === true,
      ...(method === "get" && hasNoList(document, source) ? { hasNoList: true } : {}),
      limits: limits.filter(([, applies]) => applies).map(([limit]) => limit),
    },
  ];
}

function answerOf(document: JsonRecord, operation: Operation | undefined): unknown {
  const paths = asRecord(document["paths"]);
  const item = resolved(document, operation && paths[operation.documentedPath]);
  const source = asRecord(operation && item[operation.method.toLowerCase()]);
  return successSchemas(document, source).find((schema) => schema !== undefined);
}

/** True where every success with a body is of another type. */
function hasForeignAnswer(document: JsonRecord, source: JsonRecord): boolean {
  const responses = Object.entries(resolved(document, source["responses"]));
  const contents = responses
    .filter(([status]) => /^2/.test(status) || status === "default")
    .map(([status, response]) => ({ status, content: resolved(document, response)["content"] }));
  const told = contents.some(({ status }) => status !== "default")
    ? contents.filter(({ status }) => status !== "default")
    : contents;
  return (
    told.some(({ content }) => hasOnlyOthers(content)) &&
    !told.some(({ content }) => jsonContent(content) !== undefined)
  );
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** The results path is documented without its domain's prefix, the others with it. */
function withoutPrefix(path: string, prefix: string): string {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/** Its schema is read when it is first used: those of most operations never are. */
function readBody(request: JsonRecord, graph: SchemaGraph): RequestBody | undefined {
  const content = jsonContent(request["content"]);
  if (content === undefined) {
    return undefined;
  }
  const { contentType, media } = content;
  let schema: Schema | undefined;
  return {
    required: request["required"] === true,
    contentType,
    get schema() {
      schema ??= graph.schemaOf(media["schema"]);
      return schema;
    },
  };
}
