import type { Parameter } from "./definition";
import { checkValue, type SchemaProblem } from "./schema";

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
  const wanted = schema.type === "array" ? asItems(value) : asScalar(schema.type, value);
  const problem = checkValue(schema, wanted)[0];
  return problem === undefined
    ? undefined
    : { parameter: name, keyword: problem.keyword, expected: problem.expected };
}

function asItems(value: string | number | readonly string[]): readonly string[] {
  return typeof value === "object" ? value : String(value).split(",");
}

/** A whole number in its plain form; `1.0`, `1e3` and `+1` are not how a parameter is written. */
const INTEGER = /^-?(0|[1-9]\d{0,14})$/;
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

function asScalar(
  type: string | readonly string[] | undefined,
  value: string | number | readonly string[],
): unknown {
  if (type === "integer" && typeof value === "string") {
    return INTEGER.test(value) ? Number(value) : value;
  }
  if (type === "number" && typeof value === "string") {
    return NUMBER.test(value) ? Number(value) : value;
  }
  if (type === "boolean" && (value === "true" || value === "false")) {
    return value === "true";
  }
  return type === "string" && typeof value === "number" ? String(value) : value;
}
