import type { Domain } from "../../../../../../src/platform/base/connection";
import { at, type Json } from "./documents";

/**
 * What our own definition says of a domain, as somebody would have written it ten years ago:
 * Swagger 2.0, paths below `basePath`, bodies among the parameters, one example.
 */
export function toSwagger(document: Json, domain: Domain): Json {
  const prefix = String(at(document, "x-domains", domain)["prefix"]);
  const paths = Object.entries(at(document, "paths")).flatMap(([path, item]) => {
    const operations = Object.entries(item as Json)
      .filter(([, operation]) => (operation as Json)["x-domain"] === domain)
      .map(([method, operation]) => [method, operationOf(operation as Json)]);
    const below = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
    return operations.length === 0 ? [] : [[below, Object.fromEntries(operations)]];
  });
  const components = at(document, "components");
  return {
    swagger: "2.0",
    info: { title: "Theirs", version: "2016-1" },
    basePath: prefix,
    consumes: ["application/json"],
    produces: ["application/json"],
    paths: Object.fromEntries(paths) as Json,
    parameters: mapped(at(components, "parameters"), parameterOf),
    responses: mapped(at(components, "responses"), responseOf),
    definitions: mapped(at(components, "schemas"), schemaOf),
  };
}

function operationOf(operation: Json): Json {
  const { requestBody, ...rest } = operation;
  const parameters = ((operation["parameters"] ?? []) as Json[]).map(parameterOf);
  const responses = mapped(at(operation, "responses"), responseOf);
  return {
    ...rest,
    parameters: [
      ...parameters,
      ...(requestBody === undefined ? [] : [bodyOf(requestBody as Json)]),
    ],
    responses,
  };
}

function bodyOf({ content, ...rest }: Json): Json {
  const schema = schemaOf(at(content, "application/json", "schema"));
  return { in: "body", name: "body", ...rest, schema };
}

function parameterOf({ schema, style, explode, example, ...rest }: Json): Json {
  if ("$ref" in rest) {
    return { $ref: moved(rest["$ref"]) };
  }
  const isList = (schema as Json | undefined)?.["type"] === "array";
  return {
    ...rest,
    ...schemaOf((schema ?? {}) as Json),
    ...(isList && style === "form" ? { collectionFormat: explode === true ? "multi" : "csv" } : {}),
    ...(example === undefined ? {} : { "x-example": example }),
  };
}

/** 2.0 knows no headers that are shared. */
function responseOf({ $ref, content, description }: Json): Json {
  if ($ref !== undefined) {
    return { $ref: moved($ref) };
  }
  const schema = (at(content, "application/json") as Json | undefined)?.["schema"];
  return { description, ...(schema === undefined ? {} : { schema: schemaOf(schema as Json) }) };
}

/** 2.0 has one type, `example` and no null. */
function schemaOf({ type, examples, ...schema }: Json): Json {
  const types = (Array.isArray(type) ? type : [type]) as (string | undefined)[];
  const one = types.find((name) => name !== "null");
  return {
    ...(one === undefined ? {} : { type: one }),
    ...(types.includes("null") ? { "x-nullable": true } : {}),
    ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}),
    ...schema,
    ...("$ref" in schema ? { $ref: moved(schema["$ref"]) } : {}),
    ...("items" in schema ? { items: schemaOf(schema["items"] as Json) } : {}),
    ...("properties" in schema ? { properties: mapped(schema["properties"], schemaOf) } : {}),
  };
}

function moved(reference: unknown): string {
  return String(reference)
    .replace("#/components/schemas/", "#/definitions/")
    .replace("#/components/", "#/");
}

function mapped(map: unknown, change: (value: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries((map ?? {}) as Json).map(([name, value]) => [name, change(value as Json)]),
  );
}
