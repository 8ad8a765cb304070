import { memoizeLastTexts } from "../../../../platform/service/definition/lastTexts";
import { jsonContent } from "../../../../platform/service/definition/mediaTypes";
import { operationsIn, successSchemas } from "../../../../platform/service/definition/operations";
import { asRecord, type JsonRecord } from "../../../../platform/service/definition/reading";
import {
  isObject,
  recordIn,
  resolved,
  targetOf,
} from "../../../../platform/service/definition/references";
import type { Schema } from "../../../../platform/service/definition/schema";
import { SchemaGraph } from "../../../../platform/service/definition/schemaGraph";

/** Where the schemas stand that a body's schema refers to. */
const DEFINITIONS = "$defs";
/** Keywords whose members are names, not keywords. */
const MAPS = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "definitions",
  DEFINITIONS,
]);
/** Keywords that hold data, in which nothing is a reference. */
const DATA = new Set(["enum", "const", "default", "example", "examples", "required"]);
/**
 * The schema of the body of `putPension` as a document of its own: references are kept, cycles
 * too, and lead into its `$defs`; those that lead nowhere or out of the definition stay as they
 * are. Undefined where the definition has no such body, or cannot be read.
 */
export function readBodySchema(definition: string): JsonRecord | undefined {
  return extracted(definition, bodyOf);
}

/** What a payload has to be; undefined where the definition has no such body, or is unreadable. */
export function bodySchema(definition: string): Schema | undefined {
  return schemaOf(definition, bodyOf);
}

/** What a pension is answered with, by its PUT or a read; any of them where they differ. */
export function answerSchema(definition: string): Schema | undefined {
  return schemaOf(definition, answersOf);
}

type Find = (document: JsonRecord) => JsonRecord | undefined;

function schemaOf(definition: string, find: Find): Schema | undefined {
  return madeOf(definition, find, (schema, document) => new SchemaGraph(document).schemaOf(schema));
}

function extracted(definition: string, find: Find): JsonRecord | undefined {
  return madeOf(definition, find, (schema, document) => new Extract(document).of(schema));
}

/** Undefined where there is nothing to find, or the definition cannot be read. */
function madeOf<Result>(
  definition: string,
  find: Find,
  make: (schema: JsonRecord, document: JsonRecord) => Result,
): Result | undefined {
  try {
    const document = asRecord(JSON.parse(definition));
    const schema = find(document);
    return schema && make(schema, document);
  } catch {
    return undefined;
  }
}

/**
 * A definition with nothing in it but the schemas of payloads: what a thread is sent in place of
 * the megabytes that a provider's definition may have.
 */
export const payloadDefinition = memoizeLastTexts((definition) => {
  const both = extracted(definition, (document) => {
    const body = bodyOf(document);
    return body && { properties: { body, answer: answersOf(document) ?? {} } };
  });
  const { body, answer } = asRecord(both?.["properties"]);
  const put = {
    operationId: "putPension",
    requestBody: { content: { "application/json": { schema: body } } },
    responses: { "200": { content: { "application/json": { schema: answer } } } },
  };
  return JSON.stringify(
    both === undefined ? {} : { [DEFINITIONS]: both[DEFINITIONS], paths: { "/": { put } } },
  );
});

/** Whether a reference leads nowhere, or out of the document. */
export function isLost(schema: JsonRecord, document: JsonRecord): boolean {
  return "$ref" in schema && !isObject(targetOf(document, schema["$ref"]));
}

/**
 * A schema in which others stand for the members that the service sets itself, and none of them is
 * required.
 */
export function withOwnMembers(
  schema: JsonRecord,
  graph: SchemaGraph,
  replace: (member: unknown) => unknown,
): JsonRecord {
  const { properties, required } = schema;
  if (!isObject(properties)) {
    return schema;
  }
  const own = new Set(
    Object.entries(properties)
      .filter(([, member]) => graph.schemaOf(member).readOnly === true)
      .map(([name]) => name),
  );
  const members = Object.entries(properties).map(([name, member]): [string, unknown] => [
    name,
    own.has(name) ? replace(member) : member,
  ]);
  return {
    ...schema,
    properties: Object.fromEntries(members),
    ...(Array.isArray(required)
      ? { required: required.filter((name) => !own.has(String(name))) }
      : {}),
  };
}

/** A copy of a schema in which `change` was asked about each schema inside it, the inner first. */
export function mapSchemas(schema: unknown, change: (schema: JsonRecord) => JsonRecord): unknown {
  if (Array.isArray(schema)) {
    return schema.map((one) => mapSchemas(one, change));
  }
  if (!isObject(schema)) {
    return schema;
  }
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (DATA.has(keyword) || keyword.startsWith("x-")) {
      return [keyword, value];
    }
    return MAPS.has(keyword) && isObject(value)
      ? [keyword, mapMembers(value, (member) => mapSchemas(member, change))]
      : [keyword, mapSchemas(value, change)];
  });
  return change(Object.fromEntries(entries));
}

function mapMembers(record: JsonRecord, change: (value: unknown) => unknown): JsonRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function bodyOf(document: JsonRecord): JsonRecord | undefined {
  const { content } = resolved(document, operationOf(document, "putPension")["requestBody"]);
  return recordIn(jsonContent(content)?.media["schema"]);
}

function answersOf(document: JsonRecord): JsonRecord | undefined {
  const schemas = ["putPension", "getPension"]
    .flatMap((id) => successSchemas(document, operationOf(document, id)))
    .filter(isObject);
  return schemas.length === 0 ? undefined : { anyOf: schemas };
}

function operationOf(document: JsonRecord, id: string): JsonRecord {
  return operationsIn(document).find(({ source }) => source["operationId"] === id)?.source ?? {};
}

/** Takes a schema out of a document, with all that it refers to. */
class Extract {
  /** Names in `$defs` by reference. */
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();
  private readonly left: string[] = [];

  constructor(private readonly document: JsonRecord) {}

  of(schema: JsonRecord): JsonRecord {
    const root = this.copy(schema);
    const definitions: [string, unknown][] = [];
    for (let next = this.left.pop(); next !== undefined; next = this.left.pop()) {
      const name = this.names.get(next) ?? next;
      definitions.push([name, this.copy(asRecord(targetOf(this.document, next)))]);
    }
    return { ...root, [DEFINITIONS]: Object.fromEntries(definitions) };
  }

  private copy(schema: JsonRecord): JsonRecord {
    return asRecord(mapSchemas(schema, (one) => this.lead(one)));
  }

  private lead(schema: JsonRecord): JsonRecord {
    const reference = schema["$ref"];
    return typeof reference === "string" && !isLost(schema, this.document)
      ? { ...schema, $ref: `#/${DEFINITIONS}/${this.nameOf(reference)}` }
      : schema;
  }

  /** The last step of the reference, as a name that needs no escapes and that nobody else has. */
  private nameOf(reference: string): string {
    const known = this.names.get(reference);
    if (known !== undefined) {
      return known;
    }
    const plain = (reference.split("/").at(-1) ?? "").replace(/[^A-Za-z0-9_.-]/g, "_") || "body";
    let name = plain;
    for (let count = 2; this.taken.has(name); count++) {
      name = `${plain}${count}`;
    }
    this.taken.add(name);
    this.names.set(reference, name);
    this.left.push(reference);
    return name;
  }
}
