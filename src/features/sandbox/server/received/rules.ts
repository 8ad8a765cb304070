import type { Operation } from "../../../../platform/service/definition/definition";
import { checkParameter, type Parameter } from "../../../../platform/service/definition/parameter";
import type { Schema, SchemaKeyword } from "../../../../platform/service/definition/schema";
import type { BrokenRule } from "../../messages/receivedCalls";
import { SANDBOX_DEFINITIONS } from "../../messages/sandboxMessages";
import { issueOf } from "../service/issue";
import { KEY_NAMES } from "./masked";

/** A call of the service as rules look at it. */
export interface CheckedCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined where none was sent, it is no text, or it is too large. */
  readonly body: string | undefined;
  readonly bodyBytes: number;
  /** It was not read to its end: nothing is known of it. */
  readonly isBodyTooLarge: boolean;
  readonly operation: Operation | undefined;
  /** Values of the path's parameters. */
  readonly pathValues: Readonly<Record<string, string>>;
}

type Finding = Pick<BrokenRule, "rule" | "level" | "sentence" | "found">;
type Check = (call: CheckedCall) => readonly string[];

interface Rule {
  readonly rule: string;
  readonly level: BrokenRule["level"];
  readonly sentence: string;
  /** What the call did instead, a sentence each; none where it kept the rule. */
  readonly check: Check;
}

/** Which rules of the service's description a call broke, with its sentences. */
export function brokenRules(call: CheckedCall): readonly Finding[] {
  return RULES.flatMap(({ check, ...rule }) =>
    firstOf(check(call)).map((found) => ({ ...rule, found })),
  );
}

/** Findings of one rule that a call is kept with; it may break it with each of its parameters. */
const MOST_FINDINGS = 20;

function firstOf(found: readonly string[]): readonly string[] {
  const more = found.length - MOST_FINDINGS;
  return more > 0 ? [...found.slice(0, MOST_FINDINGS), `More of the same: ${more}.`] : found;
}

const QUERY_SENTENCE = "pageSize: items per page, integer. pageNumber: page to return, integer.";

const RULES: readonly Rule[] = [
  {
    rule: "5 subscription key",
    level: "broken",
    sentence: "Two layers are applied to every call; both are required.",
    check: ({ headers, query }) => [
      ...when(textOf(headers, KEY_HEADER) === "", `The header ${KEY_NAME} is missing.`),
      ...[...query.keys()]
        .filter((name) => KEY_NAMES.test(name))
        .map((name) => `The key was sent as the query parameter ${shortened(name)}.`),
    ],
  },
  {
    rule: "5 access token",
    level: "broken",
    sentence: "OAuth 2.0 (OpenID Connect) access token, sent as a bearer token in Authorization.",
    check: ({ headers, query }) => {
      const sent = textOf(headers, "authorization");
      return [
        ...when(sent === "", "The header Authorization is missing."),
        ...when(
          sent !== "" && !/^bearer +[\w.~+/-]+=*$/i.test(sent),
          "The header Authorization is not Bearer and a token.",
        ),
        ...when(
          query.has("access_token"),
          "The token was sent as the query parameter access_token.",
        ),
      ];
    },
  },
  {
    rule: "4.2 Accept",
    level: "advice",
    sentence: "Accept: recommended, application/json.",
    check: ({ headers }) => {
      const accept = textOf(headers, "accept");
      return when(
        !/application\/json/i.test(accept),
        accept === "" ? "The header Accept is missing." : `Accept is ${quoted(accept)}.`,
      );
    },
  },
  {
    rule: "4.2 Content-Type",
    level: "broken",
    sentence: "Content-Type: recommended (needed when a body is sent), application/json.",
    check: ({ headers, bodyBytes }) => {
      const type = textOf(headers, "content-type");
      return when(
        bodyBytes > 0 && !/^application\/json\b/i.test(type),
        type === ""
          ? "A body was sent without Content-Type."
          : `A body was sent as ${quoted(type)}.`,
      );
    },
  },
  {
    rule: "1 JSON bodies",
    level: "broken",
    sentence: "Bodies are JSON.",
    check: ({ body, bodyBytes, isBodyTooLarge, operation }) => [
      ...when(bodyBytes > 0 && !isBodyTooLarge && !isJson(body), "The body is not JSON."),
      ...when(
        operation?.body !== undefined && operation.body.required && bodyBytes === 0,
        "The body is missing.",
      ),
    ],
  },
  {
    rule: "1 unknown fields",
    level: "advice",
    sentence:
      "Unknown fields in a request body are ignored unless the endpoint's schema explicitly " +
      "validates them.",
    check: ({ body, operation }) =>
      operation?.body === undefined || !isJson(body)
        ? []
        : unknownFields(operation.body.schema, JSON.parse(body ?? ""), "").map(
            (field) => `The field ${field} is not known and is ignored.`,
          ),
  },
  {
    rule: "4.4 endpoint",
    level: "broken",
    sentence: "Each domain has a path prefix; the version segment in it is v1.",
    check: ({ operation, method, path }) => {
      const version = /^\/\w+\/(v\d+)\//.exec(path)?.[1];
      return when(
        operation === undefined && !isDefinition(method, path),
        version !== undefined && version !== "v1"
          ? `The path names the version ${shortened(version)}.`
          : `There is no ${method} at this path.`,
      );
    },
  },
  {
    rule: "4.4 path parameters",
    level: "broken",
    sentence: "Path parameters: clientId (string, UUID format), pensionId (string).",
    check: ({ operation, pathValues }) =>
      parametersIn(operation, "path").flatMap((parameter) =>
        problemOf(parameter, pathValues[parameter.name]),
      ),
  },
  {
    rule: "2 clientId",
    level: "advice",
    sentence: "clientId: string, UUID format.",
    check: ({ pathValues: { clientId = "" } }) =>
      when(
        clientId !== clientId.toLowerCase(),
        "The UUID is in capitals; it is written in small letters (RFC 9562, section 4).",
      ),
  },
  {
    rule: "4.3 comma-separated values",
    level: "broken",
    sentence: "All array-valued parameters are sent as one comma-separated value.",
    check: ({ query, operation }) => [
      ...[...new Set(query.keys())]
        .filter((name) => query.getAll(name).length > 1)
        .map((name) => `${shortened(name)} was sent ${query.getAll(name).length} times.`),
      ...[...query.keys()]
        .filter((name) => /\[\d*\]$/.test(name))
        .map((name) => `The parameter is called ${shortened(name)}.`),
      ...parametersIn(operation, "query")
        .filter(({ schema }) => schema.type === "array")
        .flatMap(({ name }) =>
          when(
            /[ ;|]/.test(query.get(name) ?? ""),
            `The values of ${name} are not separated by commas.`,
          ),
        ),
    ],
  },
  {
    rule: "4.3 query parameters",
    level: "broken",
    sentence: QUERY_SENTENCE,
    check: (call) => queryProblems(call, true),
  },
  {
    rule: "4.3 query parameters",
    level: "advice",
    sentence: QUERY_SENTENCE,
    check: (call) => queryProblems(call, false),
  },
  {
    rule: "4.3 unknown parameters",
    level: "advice",
    sentence: "Query parameters: pageSize, pageNumber, fields, questionnaireId, unions.",
    check: ({ query, operation }) => {
      const known = new Set(parametersIn(operation, "query").map(({ name }) => name));
      return operation === undefined
        ? []
        : [...new Set(query.keys())]
            .filter((name) => !known.has(name) && !/\[\d*\]$/.test(name) && name !== "cursor")
            .map((name) => `The parameter ${shortened(name)} is not known here and is ignored.`);
    },
  },
  {
    rule: "8 pagination",
    level: "advice",
    sentence: "Clients use pagination on all list endpoints.",
    check: ({ query, operation }) => {
      const isList = parametersIn(operation, "query").some(({ name }) => name === "pageNumber");
      const missing = ["pageSize", "pageNumber"].filter((name) => !query.has(name));
      return when(
        isList && missing.length > 0 && !query.has("cursor"),
        `${missing.join(" and ")} was not sent.`,
      );
    },
  },
  {
    rule: "4.2 trace id",
    level: "advice",
    sentence: "x-dt-traceid: optional, client-chosen correlation identifier.",
    check: ({ headers }) =>
      when(
        textOf(headers, "x-dt-traceid") === "",
        "No x-dt-traceid was sent, so that this call is hard to find later.",
      ),
  },
];

const KEY_NAME = "Ocp-Apim-Subscription-Key";
const KEY_HEADER = KEY_NAME.toLowerCase();

function when(isBroken: boolean, found: string): readonly string[] {
  return isBroken ? [found] : [];
}

function textOf(headers: CheckedCall["headers"], name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? "");
}

function quoted(text: string): string {
  return `"${shortened(text)}"`;
}

const MOST_CHARACTERS = 100;

/** A copy of its begin: a mere slice would hold the whole text for as long as the call is kept. */
function shortened(text: string): string {
  return text.length > MOST_CHARACTERS
    ? `${Buffer.from(text.slice(0, MOST_CHARACTERS), "utf16le").toString("utf16le")}…`
    : text;
}

function isJson(text: string | undefined): boolean {
  try {
    JSON.parse(text ?? "");
    return true;
  } catch {
    return false;
  }
}

function parametersIn(
  operation: Operation | undefined,
  place: Parameter["in"],
): readonly Parameter[] {
  return operation?.parameters.filter((parameter) => parameter.in === place) ?? [];
}

function problemOf(parameter: Parameter, value: string | undefined): readonly string[] {
  const problem = checkParameter(parameter, value);
  return problem === undefined ? [] : [`${parameter.name} ${issueOf(problem)}.`];
}

/** Of query parameters: where they break what the description shows, or what the sandbox adds. */
function queryProblems({ query, operation }: CheckedCall, isShown: boolean): readonly string[] {
  return parametersIn(operation, "query").flatMap((parameter) => {
    const problem = checkParameter(parameter, query.get(parameter.name) ?? undefined);
    if (problem === undefined || shows(operation, parameter, problem.keyword) !== isShown) {
      return [];
    }
    const found = `${parameter.name} ${issueOf(problem)}`;
    return [isShown ? `${found}.` : `${found} here; the description does not say so.`];
  });
}

/** Whether the description has a keyword; of an endpoint that it does not show, the types alone. */
function shows(
  operation: Operation | undefined,
  { schema }: Parameter,
  keyword: SchemaKeyword,
): boolean {
  const added = schema["x-illustrative"] ?? false;
  const isAdded = typeof added === "object" ? added.includes(keyword) : added;
  return !isAdded && (operation?.illustrative !== true || keyword === "type");
}

/** Offered by the sandbox beside the service. */
function isDefinition(method: string, path: string): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    SANDBOX_DEFINITIONS.some((definition) => definition === path)
  );
}

function unknownFields(schema: Schema, value: unknown, at: string): readonly string[] {
  const { items, properties } = schema;
  if (Array.isArray(value)) {
    return items === undefined
      ? []
      : value.flatMap((item, index) => unknownFields(items, item, `${at}[${index}]`));
  }
  if (typeof value !== "object" || value === null || properties === undefined) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const place = at === "" ? shortened(name) : `${at}.${shortened(name)}`;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known === undefined ? [place] : unknownFields(known, member, place);
  });
}
