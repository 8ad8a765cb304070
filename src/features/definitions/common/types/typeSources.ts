import { jsonContent } from "../../../../platform/service/definition/mediaTypes";
import { operationsIn } from "../../../../platform/service/definition/operations";
import { asRecord, type JsonRecord } from "../../../../platform/service/definition/reading";
import {
  isObject,
  recordIn,
  resolved,
  targetOf,
} from "../../../../platform/service/definition/references";
import { SchemaGraph } from "../../../../platform/service/definition/schemaGraph";
import { answerSchemaIn } from "../drift/watchedOperations";

/** The body that types are wanted of. */
export type TypedBody =
  | { readonly part: "request" }
  | { readonly part: "answer"; readonly status: number; readonly contentType?: string | undefined };

/**
 * A document with the schema of a body of the operation at `SCHEMA_POINTER`, in which its
 * references can be followed. Undefined where the definition leaves the body open.
 */
export function schemaDocumentOf(
  definition: string,
  operationId: string,
  body: TypedBody,
): string | undefined {
  const document = asRecord(JSON.parse(definition));
  const operation = operationsIn(document).find(
    ({ source }) => source["operationId"] === operationId,
  )?.source;
  const schema = operation === undefined ? undefined : bodySchemaIn(document, operation, body);
  if (!isObject(schema) || isOpen(document, schema)) {
    return undefined;
  }
  return JSON.stringify({ ...document, [MEMBER]: schema }, (_, value: unknown) =>
    withoutLostReference(document, value),
  );
}

/**
 * By operation id, the status of the answer whose types can be written: the first success with a
 * schema in JSON. Absent where the definition describes other successes alone.
 */
export function answerStatuses(definition: string): ReadonlyMap<string, number> {
  const document = asRecord(JSON.parse(definition));
  return new Map(
    operationsIn(document).flatMap(({ source }) => {
      const status = answerStatusIn(document, source);
      return status === undefined ? [] : [[String(source["operationId"]), status] as const];
    }),
  );
}

function answerStatusIn(document: JsonRecord, operation: JsonRecord): number | undefined {
  const responses = Object.keys(recordIn(operation["responses"]) ?? {});
  const successes = responses.filter((status) => /^2(\d\d|XX)$/.test(status));
  if (successes.length === 0) {
    // What describes a success is the default, if anything.
    return 200;
  }
  return successes
    .map((status) => Number(status.replace("XX", "00")))
    .find((status) => answerSchemaIn(document, operation, { status }) !== undefined);
}

/** A reference out of the document, or to what is not in it, leaves its place open. */
function withoutLostReference(document: JsonRecord, value: unknown): unknown {
  if (!isObject(value) || typeof value["$ref"] !== "string") {
    return value;
  }
  const { $ref, ...rest } = value;
  return isObject(targetOf(document, $ref)) ? value : rest;
}

const MEMBER = "x-typed-body";
export const SCHEMA_POINTER = `#/${MEMBER}`;

function bodySchemaIn(document: JsonRecord, operation: JsonRecord, body: TypedBody): unknown {
  return body.part === "answer"
    ? answerSchemaIn(document, operation, body)
    : jsonContent(resolved(document, operation["requestBody"])["content"])?.media["schema"];
}

/** Whether a schema says no more of a value than that it is an object. */
function isOpen(document: JsonRecord, source: JsonRecord): boolean {
  const schema = new SchemaGraph(document).schemaOf(source);
  const isObjectAtMost = schema.type === undefined || schema.type === "object";
  return isObjectAtMost && !("properties" in schema) && schema.choices === undefined;
}
