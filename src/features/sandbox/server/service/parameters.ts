import type { Operation } from "../../../../platform/service/definition/definition";
import { type Parameter, checkParameter } from "../../../../platform/service/definition/parameter";
import { Problem, type ProblemDetail } from "./problem";
import { issueOf } from "./issue";

/** Parameters of a request, checked against the operation; asked for by name. */
export interface Parameters {
  text(name: string): string | undefined;
  /** The number sent, else the definition's default. */
  integer(name: string): number;
  list(name: string): readonly string[];
}

/** Reads path and query parameters. Throws a 400 that names each one that does not fit. */
export function readParameters(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  querystring: string,
): Parameters {
  const query = new URLSearchParams(querystring);
  const values = new Map<string, string>();
  const details: ProblemDetail[] = repeated(query);
  const read = operation.parameters.filter((parameter) => parameter.in !== "header");
  for (const parameter of read) {
    const value =
      parameter.in === "path" ? path[parameter.name] : (query.get(parameter.name) ?? undefined);
    const problem = checkParameter(parameter, value);
    if (problem !== undefined) {
      details.push({ field: parameter.name, issue: issueOf(problem) });
    } else if (value !== undefined) {
      values.set(parameter.name, value);
    }
  }
  if (details.length > 0) {
    throw new Problem(400, "invalid_parameter", "A parameter is not acceptable.", { details });
  }
  return {
    text: (name) => values.get(name),
    integer: (name) => Number(values.get(name) ?? defaultOf(read, name)),
    list: (name) => (values.get(name) ?? "").split(",").filter((item) => item !== ""),
  };
}

/** Arrays are one comma-separated value (specification, section 4.3): no key comes twice. */
function repeated(query: URLSearchParams): ProblemDetail[] {
  return [...new Set(query.keys())]
    .filter((name) => query.getAll(name).length > 1)
    .map((field) => ({
      field,
      issue: "must be sent once; several values are separated by commas",
    }));
}

function defaultOf(parameters: readonly Parameter[], name: string): unknown {
  return parameters.find((parameter) => parameter.name === name)?.schema.default;
}
