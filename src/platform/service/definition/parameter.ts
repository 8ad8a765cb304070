import { checkValue, type SchemaProblem, type Schema } from "./schema";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
  /**
   * As the document says it. What is sent is the same in any case: the service takes a list as
   * one comma-separated value (specification, section 4.3).
   */
  readonly style: "simple" | "form";
  readonly explode: boolean;
  readonly description?: string;
  /** A value that the document shows; illustrative. */
  readonly example?: unknown;
}

/** Why a parameter does not fit its definition. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly keyword: SchemaProblem["keyword"];
  /** What the definition asks for: "uuid", "integer", "1". */
  readonly expected: string;
}

/**
 * Checks the value of a parameter before it is sent, or as it came: numbers may be given as
 * text, a list as its items. An absent value is a problem only where one is required.
 */
export function checkParameter(
  parameter: Parameter,
  value: string | number | readonly string[] | undefined,
): ParameterProblem | undefined {
  const { name, schema } = parameter;
  // An empty path segment would be another path.
  if (value === undefined || (value === "" && parameter.in === "path")) {
    return parameter.required
      ? { parameter: name, keyword: "required", expected: name }
      : undefined;
  }
  const wanted =
    schema.type === "array"
      ? asItems(value).map((item) => asScalar(schema.items?.type, item))
      : asScalar(schema.type, value);
  const problem = checkValue(schema, wanted)[0];
  return problem === undefined
    ? undefined
    : { parameter: name, keyword: problem.keyword, expected: problem.expected };
}

function asItems(value: string | number | readonly string[]): readonly string[] {
  return typeof value === "object" ? value : String(value).split(",");
}

/** A whole number in its plain form; `1.0`, `1e3` and `+1` are not how a parameter is written. */
const INTEGER = /^-?(0|[1-9]\d*)$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** The value as the first of the types that it can be read as. */
function asScalar(
  types: string | readonly string[] | undefined,
  value: string | number | readonly string[],
): unknown {
  for (const type of typeof types === "string" ? [types] : (types ?? [])) {
    const read = readAs(type, value);
    if (read !== undefined) {
      return read;
    }
  }
  return value;
}

function readAs(type: string, value: string | number | readonly string[]): unknown {
  if (type === "string") {
    return typeof value === "object" ? undefined : String(value);
  }
  if (typeof value !== "string") {
    return undefined;
  }
  switch (type) {
    case "integer":
      return INTEGER.test(value) ? finite(value) : undefined;
    case "number":
      return NUMBER.test(value) ? finite(value) : undefined;
    case "boolean":
      return value === "true" ? true : value === "false" ? false : undefined;
    default:
      return undefined;
  }
}

/** Ids of 64 bits are longer than a double is exact: what is sent is the text, never this. */
function finite(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
