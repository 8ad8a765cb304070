import { type DocumentOperation, parametersIn } from "./operations";
import type { Parameter } from "./parameter";
import type { JsonRecord } from "./reading";
import { isObject } from "./references";
import { type Schema, typesOf } from "./schema";
import type { SchemaGraph } from "./schemaGraph";

export interface ReadParameters {
  readonly parameters: readonly Parameter[];
  /** True where the operation asks for a cookie, which the explorer never sends. */
  readonly needsCookie: boolean;
}

interface Sources {
  readonly document: JsonRecord;
  readonly graph: SchemaGraph;
}

/** The parameters of an operation: its own, and those of its path that it does not have. */
export function readParameters(
  { document, graph }: Sources,
  operation: DocumentOperation,
): ReadParameters {
  const all = parametersIn(document, operation);
  return {
    parameters: all.flatMap((parameter) => readParameter(parameter, graph)),
    needsCookie: all.some(({ in: place, required }) => place === "cookie" && required === true),
  };
}

function readParameter(source: JsonRecord, graph: SchemaGraph): Parameter[] {
  const { name, in: place, description, example } = source;
  const isKnown = place === "path" || place === "query" || place === "header";
  if (!isKnown || typeof name !== "string") {
    return [];
  }
  // OpenAPI 3.1: `form` is the default of query parameters and then explodes by default.
  const style = place === "query" ? "form" : "simple";
  const shown = example ?? firstExample(source["examples"]);
  return [
    {
      ...(typeof description === "string" ? { description } : {}),
      ...(shown === undefined ? {} : { example: shown }),
      ...{ name, in: place, required: source["required"] === true || place === "path" },
      // What has `content` in place of a schema is written as text of that type, by the user.
      schema: plainSchema(graph.schemaOf(source["schema"])),
      style,
      explode: typeof source["explode"] === "boolean" ? source["explode"] : style === "form",
    },
  ];
}

/** What is typed and sent as text: never null, and objects are as the user writes them. */
function plainSchema(schema: Schema): Schema {
  const { type: told, ...rest } = schema;
  const types = typesOf(schema).filter((one) => one !== "null");
  if (types.includes("object")) {
    return schema.description === undefined ? {} : { description: schema.description };
  }
  if (typeof told === "string" || told === undefined) {
    return schema;
  }
  return types.length === 0 ? rest : { ...rest, type: types.length === 1 ? types.join() : types };
}

/** OpenAPI's `examples` of a parameter is a map of named ones. */
function firstExample(examples: unknown): unknown {
  const first: unknown = isObject(examples) ? Object.values(examples)[0] : undefined;
  return isObject(first) ? first["value"] : undefined;
}
