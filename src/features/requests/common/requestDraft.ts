import type { SendDraft } from "../messages/sendPanel";
import type { CoverageLimit } from "../../../platform/service/definition/active";
import type { Operation, ServiceDefinition } from "../../../platform/service/definition/definition";
import {
  type Parameter,
  checkParameter,
  type ParameterProblem,
} from "../../../platform/service/definition/parameter";
import { isAppError } from "../../../platform/base/errors";
import { OFFERED_PARAMETERS } from "../../../platform/base/offeredParameters";
import { readJsonBody } from "../../../platform/json/jsonBody";
import type { AnyCall, QueryValue } from "../../../platform/base/call";
import { isGivenHeader, isHeaderValue } from "../../../platform/service/givenHeaders";
import { isRead } from "./sendRequest";

/** What does not fit: the member of the draft, as fields name it, and why. */
export interface RequestDraftProblem {
  readonly key: string;
  /**
   * Of the definition's schema; `json` for a body that is none, `address` for what makes none,
   * `header` for what none can hold, `gone` for an endpoint that the definition does not have;
   * limits of what the explorer can send at all.
   */
  readonly keyword:
    | ParameterProblem["keyword"]
    | ("json" | "address" | "header" | "gone")
    | Extract<CoverageLimit, "bodyNotJson" | "cookieParameter">;
  readonly expected: string;
  /** Where in a body, 1-based. */
  readonly line?: number;
  readonly column?: number;
}

interface ReadRequestDraft {
  /** Whole only when there is no problem. */
  readonly call: AnyCall;
  readonly method: string;
  readonly problems: readonly RequestDraftProblem[];
}

/** Reads what the user put together as a call; the address itself is checked when it is made. */
export function readRequestDraft(
  definition: ServiceDefinition,
  draft: SendDraft,
): ReadRequestDraft {
  const operation = operationOf(definition, draft.operationId);
  if (operation !== undefined) {
    return readOperation(operation, draft);
  }
  return draft.operationId === "" ? readTyped(draft) : readGone(draft);
}

/** Never the typed path instead: nobody typed it for this. */
function readGone({ operationId }: SendDraft): ReadRequestDraft {
  const problem = { key: "operationId", keyword: "gone", expected: operationId } as const;
  return { method: "GET", call: { operationId }, problems: [problem] };
}

/** The operation that a draft names; undefined for a typed path and for one that is gone. */
export function operationOf(definition: ServiceDefinition, id: string): Operation | undefined {
  return definition.operations.find((operation) => operation.id === id);
}

/** The parameters that are the user's to give; other headers are the explorer's own. */
export function givenParameters(operation: Operation): readonly Parameter[] {
  return operation.parameters.filter(
    (parameter) => parameter.in !== "header" || isGivenHeader(parameter.name),
  );
}

/**
 * Parameters that the specification names without saying which endpoints take them (section 4.3),
 * where the definition of this one has none of that name.
 */
export function offeredParameters({ parameters }: Operation): readonly string[] {
  return OFFERED_PARAMETERS.filter(
    (name) => !parameters.some((one) => one.in === "query" && one.name === name),
  );
}

/** Of reads alone: what is written says exactly what it changes. */
function freeQuery(operation: Operation, { values, queryString }: SendDraft): string {
  if (!isRead(operation.method)) {
    return "";
  }
  const offered = offeredParameters(operation).flatMap((name) => {
    const key = `query.${name}`;
    const text = Object.hasOwn(values, key) ? (values[key] ?? "").trim() : "";
    // Commas part several values; they stay as they are.
    const encoded = text.split(",").map((one) => encodeURIComponent(one.trim().toWellFormed()));
    return text === "" ? [] : [`${name}=${encoded.join(",")}`];
  });
  return [...offered, queryString.trim().replace(/^\?/, "")].filter(Boolean).join("&");
}

/** Which member of the draft's values a parameter is. */
export function keyOfParameter({ in: place, name }: Parameter): string {
  return `${place}.${name}`;
}

function readOperation(operation: Operation, draft: SendDraft): ReadRequestDraft {
  const parameters = givenParameters(operation);
  const values = parameters.map((parameter) => [parameter, valueOf(parameter, draft)] as const);
  const of = (place: Parameter["in"]): Record<string, QueryValue> =>
    Object.fromEntries(
      values.flatMap(([parameter, value]) =>
        parameter.in === place && value !== undefined ? [[parameter.name, value]] : [],
      ),
    );
  const textsOf = (place: "path" | "header"): Record<string, string> =>
    Object.fromEntries(Object.entries(of(place)).map(([name, value]) => [name, String(value)]));
  const body = operation.body && readBody(draft.body, operation.body.required);
  const headers = textsOf("header");
  const queryString = freeQuery(operation, draft);
  return {
    method: operation.method,
    call: {
      operationId: operation.id,
      path: textsOf("path"),
      query: of("query"),
      ...(queryString === "" ? {} : { queryString }),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(body?.bytes === undefined ? {} : { body: body.bytes }),
    },
    problems: [
      ...limitsOf(operation),
      ...values.flatMap(([parameter, value]) => problemsOf(parameter, value)),
      ...(body?.problems ?? []),
    ],
  };
}

function readTyped(draft: SendDraft): ReadRequestDraft {
  const { method, domain } = draft;
  const typedPath = draft.typedPath.trim();
  const queryString = draft.queryString.trim();
  const body = isRead(method) ? undefined : readBody(draft.body, false);
  return {
    method,
    call: {
      ...{ method, domain, typedPath },
      ...(queryString === "" ? {} : { queryString }),
      ...(body?.bytes === undefined ? {} : { body: body.bytes }),
    },
    problems: [
      ...(typedPath === ""
        ? [{ key: "typedPath", keyword: "required", expected: "/" } as const]
        : []),
      ...(body?.problems ?? []),
    ],
  };
}

/** What the explorer cannot send: a body that is no JSON, a cookie. */
function limitsOf({ limits }: Operation): readonly RequestDraftProblem[] {
  return limits.flatMap((limit) =>
    limit === "bodyNotJson" || limit === "cookieParameter"
      ? [{ key: "operationId", keyword: limit, expected: "" }]
      : [],
  );
}

/** An empty field is an absent value. */
function valueOf(parameter: Parameter, { values }: SendDraft): QueryValue | undefined {
  const key = keyOfParameter(parameter);
  const text = Object.hasOwn(values, key) ? (values[key] ?? "").trim() : "";
  if (text === "") {
    return undefined;
  }
  // One line of a header holds a list as it is written.
  const isList = parameter.in !== "header" && [parameter.schema.type].flat().includes("array");
  return isList ? text.split(",").map((item) => item.trim()) : text;
}

function problemsOf(
  parameter: Parameter,
  value: QueryValue | undefined,
): readonly RequestDraftProblem[] {
  const key = `values.${keyOfParameter(parameter)}`;
  if (parameter.in === "header" && !isHeaderValue(String(value ?? ""))) {
    return [{ key, keyword: "header", expected: "ASCII" }];
  }
  const problem = checkParameter(parameter, value);
  const { keyword, expected } = problem ?? {};
  return keyword === undefined || expected === undefined ? [] : [{ key, keyword, expected }];
}

interface ReadBody {
  readonly bytes?: Uint8Array;
  readonly problems: readonly RequestDraftProblem[];
}

function readBody(text: string, isRequired: boolean): ReadBody {
  if (text.trim() === "") {
    return {
      problems: isRequired ? [{ key: "body", keyword: "required", expected: "JSON" }] : [],
    };
  }
  try {
    return { bytes: readJsonBody(text).bytes, problems: [] };
  } catch (error) {
    const { line, column } = isAppError(error) ? error.values : {};
    const place =
      typeof line === "number" && typeof column === "number" ? { line, column } : undefined;
    return { problems: [{ key: "body", keyword: "json", expected: "JSON", ...place }] };
  }
}
