import { createRequire } from "node:module";
import { join } from "node:path";
import { upgrade } from "@scalar/openapi-upgrader";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import { fullFormats } from "ajv-formats/dist/formats";

/** The whole library: the tests' bundle holds what the extension's does. */
const { parse } = createRequire(join(process.cwd(), "package.json"))("yaml") as {
  readonly parse: (text: string) => unknown;
};

export type Json = Readonly<Record<string, unknown>>;

/** An operation of a document, with what its answers must be. */
export interface DocumentOperation {
  readonly method: string;
  /** Below the prefix of its domain. */
  readonly path: string;
  readonly parameters: readonly Json[];
  /** What is wrong with an answer: nothing is an empty list. Fields that nobody named are. */
  readonly problemsOf: (status: number, body: unknown) => readonly string[];
}

/** What is written comes before it is read. */
const METHODS = ["put", "get", "post", "delete"];

/** A document as any other tool would read it: not by the code that is under test. */
export function readProviderDocument(text: string): Json {
  // Aliases are shared nodes: the upgrade would change them once for each place.
  return upgrade(JSON.parse(JSON.stringify(parse(text))) as Json, "3.1");
}

export function operationsOf(document: Json): readonly DocumentOperation[] {
  const at = (pointer: string): Json =>
    pointer
      .slice(2)
      .split("/")
      .reduce<Json>((node, step) => node[step] as Json, document);
  const resolve = (node: Json): Json =>
    typeof node["$ref"] === "string" ? at(node["$ref"]) : node;
  return Object.entries(document["paths"] as Record<string, Json>).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method): DocumentOperation => {
      const operation = item[method] as Json;
      const responses = operation["responses"] as Record<string, Json>;
      const own = [item["parameters"], operation["parameters"]].flatMap(
        (list) => (list ?? []) as readonly Json[],
      );
      return {
        method: method.toUpperCase(),
        path,
        parameters: own.map((parameter) => {
          const resolved = resolve(parameter);
          return { ...resolved, schema: resolve(resolved["schema"] as Json) };
        }),
        problemsOf: (status, body) => {
          const response = responses[String(status)];
          return response === undefined
            ? [`${status} is not described`]
            : problemsOf(document, resolve(response), body);
        },
      };
    }),
  );
}

function problemsOf(document: Json, response: Json, body: unknown): readonly string[] {
  const content = response["content"] as Record<string, Json> | undefined;
  const schema = content?.["application/json"]?.["schema"] as Json | undefined;
  if (schema === undefined || body === undefined) {
    return schema === body ? [] : ["content where none is described, or the other way round"];
  }
  const validate = compile(document, schema);
  validate(body);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
  );
}

const compiled = new WeakMap<Json, ValidateFunction>();

function compile(document: Json, schema: Json): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) {
    return known;
  }
  const schemas = (document["components"] as Json)["schemas"] as Record<string, Json>;
  const components = { schemas: mapped(schemas, seal) };
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, formats: fullFormats });
  const validate = ajv.compile({ ...sealValue(schema), components });
  compiled.set(schema, validate);
  return validate;
}

/** The schema of a value, which has no field that is not described. */
function sealValue(schema: Json): Json {
  return { ...seal(schema), unevaluatedProperties: false };
}

/** Parts of an `allOf` are not sealed: each knows only some of the fields. */
function seal(schema: Json): Json {
  const { properties, items, allOf } = schema;
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : { properties: mapped(properties as Record<string, Json>, sealValue) }),
    ...(items === undefined ? {} : { items: sealValue(items as Json) }),
    ...(allOf === undefined ? {} : { allOf: (allOf as Json[]).map(seal) }),
  };
}

function mapped(schemas: Readonly<Record<string, Json>>, change: (schema: Json) => Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, change(one)]));
}
