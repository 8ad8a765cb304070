import { DOMAINS, type Domain } from "../../../../platform/base/connection";
import { AppError } from "../../../../platform/base/errors";
import type { JsonRecord } from "../../../../platform/service/definition/reading";
import {
  operationsIn,
  parameterKey,
  parametersIn,
} from "../../../../platform/service/definition/operations";
import { type ForeignOperation, foreignOperations, operationsFor } from "../foreignOperations";
import { namesIn, shapeOf } from "../paths";
import { objectAt, recordIn } from "../../../../platform/service/definition/references";

/** An operation as it is compared; what it refers to is looked up later. */
export interface ComparedOperation {
  /** The same for what is the same endpoint: method and path without names of parameters. */
  readonly key: string;
  /** "GET /clients/{clientId}/holdings". */
  readonly label: string;
  readonly isDeprecated: boolean;
  readonly parameters: ReadonlyMap<string, ComparedParameter>;
  readonly body: JsonRecord | undefined;
  readonly responses: ReadonlyMap<string, JsonRecord>;
}

export interface ComparedParameter {
  readonly name: string;
  readonly isPath: boolean;
  readonly isRequired: boolean;
  readonly schema: unknown;
  /** How lists are written: "form", "form, exploded". */
  readonly style: string;
}

/** OpenAPI 3.1, "Parameter Object": definitions of these are to be ignored. */
const OWN_HEADERS = new Set(["accept", "content-type", "authorization"]);

/**
 * The operations of a document by their keys: those below the prefix of a domain, or all where
 * the document knows no prefix. Throws `AppError` `definition/unreadable`.
 */
export function comparedOperations(
  document: JsonRecord,
  prefix: string,
): ReadonlyMap<string, ComparedOperation> {
  const domain = markedDomain(document, prefix);
  const prefixes = { crm: "", finances: "", profiling: "", [domain]: prefix };
  return new Map(
    operationsFor(foreignOperations(document, prefixes), domain)
      .map((operation) => readOperation(document, operation))
      .map((operation) => [operation.key, operation]),
  );
}

/**
 * The domain that the explorer's own description names for what is below a prefix, or for all.
 * Documents of providers name none: then any will do, as long as it is the only one.
 */
function markedDomain(document: JsonRecord, prefix: string): Domain {
  const marked = operationsIn(document)
    .map(({ path, source }) => ({ path, mark: source["x-domain"] }))
    .filter(({ mark }) => mark !== undefined);
  const below = marked.filter(({ path }) => path.startsWith(`${prefix}/`));
  const marks = new Set((below.length > 0 ? below : marked).map(({ mark }) => mark));
  return DOMAINS.find((domain) => marks.size === 1 && marks.has(domain)) ?? "crm";
}

/** A document of the store. Throws `AppError` `definition/unreadable`. */
export function parseDocument(text: string): JsonRecord {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new AppError("internal", "definition/unreadable", { cause });
  }
  const record = recordIn(document);
  if (record === undefined) {
    throw new AppError("internal", "definition/unreadable", { values: { name: "object" } });
  }
  return record;
}

function readOperation(document: JsonRecord, operation: ForeignOperation): ComparedOperation {
  const { source, method, path } = operation;
  const responses = Object.entries(recordIn(source["responses"]) ?? {});
  return {
    key: `${method} ${shapeOf(path)}`,
    label: `${method.toUpperCase()} ${path}`,
    isDeprecated: source["deprecated"] === true,
    parameters: new Map(
      parametersIn(document, operation).flatMap((parameter) => readParameter(parameter, path)),
    ),
    body: objectAt(document, source["requestBody"]),
    responses: new Map(
      responses.flatMap(([status, value]) => {
        const response = objectAt(document, value);
        return response === undefined ? [] : [[status, response]];
      }),
    ),
  };
}

function readParameter(
  source: JsonRecord,
  path: string,
): readonly (readonly [key: string, parameter: ComparedParameter])[] {
  const { name, in: place } = source;
  if (typeof name !== "string" || typeof place !== "string") {
    return [];
  }
  if (place === "header" && OWN_HEADERS.has(name.toLowerCase())) {
    return [];
  }
  const isPath = place === "path";
  const key = isPath ? `path ${namesIn(path).indexOf(name)}` : parameterKey(source);
  const content = Object.values(recordIn(source["content"]) ?? {})[0];
  const schema = source["schema"] ?? recordIn(content)?.["schema"];
  const parameter = {
    ...{ name, isPath, schema, style: styleOf(source, place) },
    isRequired: isPath || source["required"] === true,
  };
  return [[key, parameter]];
}

/** OpenAPI 3.1, "Parameter Object": the styles and `explode` that hold where none are given. */
function styleOf({ style, explode }: JsonRecord, place: string): string {
  const own = typeof style === "string" ? style : place === "query" ? "form" : "simple";
  return (explode ?? own === "form") === true ? `${own}, exploded` : own;
}
