import type { ListQuery, ParameterField, ParameterValues } from "../messages/listQuery";
import type { Domain } from "../../../platform/base/connection";
import type { Operation, ServiceDefinition } from "../../../platform/service/definition/definition";
import type { Parameter } from "../../../platform/service/definition/parameter";
import type { Translate } from "../../../platform/texts/words";
import type { CallTarget, ServiceClient } from "../../../platform/service/client";
import type { OperationCall, QueryValue } from "../../../platform/base/call";
import type { PageQuery } from "./envelope";
import { freeField, freePair, refusedParameter } from "../messages/freeParameters";
import { type ListRules, NO_RULES } from "./listRules";

/** A list endpoint of a definition: a GET that takes a page, or one of a collection's own path. */
export interface ListEndpoint {
  readonly operationId: string;
  readonly domain: Domain;
  /** Path template below the domain's prefix. */
  readonly path: string;
  readonly summary: string;
  /** Names of the path parameters, in their order. */
  readonly pathParameters: readonly string[];
  /** The one of them that is the client's: called so, or what follows `/clients/`. */
  readonly clientParameter?: string;
  /** Query parameters beside those of paging, without values. */
  readonly parameters: readonly ParameterField[];
  readonly takesPages: boolean;
}

// Specification, section 4.3.
const PAGE_NUMBER = "pageNumber";
const PAGE_SIZE = "pageSize";

/** The list that a query is of, whatever page and copy of it. */
export function listKeyOf({ connectionId, operationId, path }: ListQuery): string {
  return JSON.stringify([connectionId, operationId, Object.entries(path).sort()]);
}

/** A walk asks for its endpoint with every page; a definition never changes. */
const found = new WeakMap<readonly Operation[], readonly ListEndpoint[]>();

/** Every list endpoint, in the order of the definition. */
export function listEndpoints({ operations }: ServiceDefinition): readonly ListEndpoint[] {
  const endpoints =
    found.get(operations) ??
    operations.flatMap((operation) =>
      operation.method === "GET" && isReadable(operation) && isList(operation)
        ? [endpointOf(operation)]
        : [],
    );
  found.set(operations, endpoints);
  return endpoints;
}

/**
 * The call that brings the page of a query; what is blank is not sent, nor is any page where the
 * rules say that the list comes whole: a service may refuse to be asked for one.
 */
export function listCall(
  endpoint: ListEndpoint,
  { path, parameters, pageNumber, pageSize }: ListQuery,
  rules: ListRules = NO_RULES,
): OperationCall {
  const paging = endpoint.takesPages ? pagingQuery({ pageNumber, pageSize }, rules) : {};
  const given = Object.entries(parameters).filter(([, value]) => value.length > 0);
  const isOwn = ([name]: readonly [string, unknown]): boolean => hasParameter(endpoint, name);
  const free = freeValues(endpoint, parameters).filter(([, value]) => value.length > 0);
  const queryString = free.map(([name, value]) => freePair(name, value)).join("&");
  const places = endpoint.pathParameters.flatMap((name) =>
    Object.hasOwn(path, name) ? [[name, path[name] ?? ""] as const] : [],
  );
  return {
    operationId: endpoint.operationId,
    ...(endpoint.pathParameters.length === 0 ? {} : { path: Object.fromEntries(places) }),
    query: { ...Object.fromEntries(given.filter(isOwn)), ...paging },
    ...(queryString === "" ? {} : { queryString }),
  };
}

function hasParameter({ parameters }: ListEndpoint, name: string): boolean {
  return parameters.some((one) => one.name === name);
}

/** Those that the definition does not have; what the explorer sends itself is not among them. */
function freeValues(
  endpoint: ListEndpoint,
  values: ParameterValues,
): readonly (readonly [name: string, value: string | readonly string[]])[] {
  return Object.entries(values).filter(
    ([name]) => !hasParameter(endpoint, name) && refusedParameter(name) === undefined,
  );
}

/** Values without those that the definition does not have. */
export function knownValues(endpoint: ListEndpoint, values: ParameterValues): ParameterValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => hasParameter(endpoint, name)),
  );
}

/** The query parameters that ask for a page, as far as the rules let them be sent. */
export function pagingQuery(
  { pageNumber, pageSize }: PageQuery,
  rules: ListRules,
): Record<string, QueryValue> {
  return rules.isUnpaged === true
    ? {}
    : {
        ...(rules.pageSize === null ? {} : { [PAGE_SIZE]: pageSize }),
        [PAGE_NUMBER]: pageNumber,
      };
}

/** Names of the parameters that a call cannot do without and that have no value yet. */
export function missingParameters(
  { parameters }: ListEndpoint,
  values: ParameterValues,
): readonly string[] {
  return parameters
    .filter(({ isRequired, name }) => isRequired === true && isBlank(values, name))
    .map(({ name }) => name);
}

/** Of these values those that a call cannot do without: all others choose among the rows. */
export function requiredValues(
  { parameters }: Pick<ListEndpoint, "parameters">,
  values: ParameterValues,
): ParameterValues {
  const required = new Set(
    parameters.filter(({ isRequired }) => isRequired === true).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => required.has(name)));
}

function isBlank(values: ParameterValues, name: string): boolean {
  return !Object.hasOwn(values, name) || values[name]?.length === 0;
}

/**
 * Where the page of a query comes from. Before the connection was opened its base is not known,
 * and the path of the definition stands alone; so it does where a parameter does not fit.
 */
export function addressOf(
  client: Pick<ServiceClient, "describe"> | undefined,
  endpoint: ListEndpoint,
  query: ListQuery,
  rules?: ListRules,
): Pick<CallTarget, "method" | "url"> {
  if (client !== undefined) {
    try {
      const { method, url } = client.describe(listCall(endpoint, query, rules));
      return { method, url };
    } catch {
      // The call itself says what is wrong with it.
    }
  }
  const path = endpoint.path.replace(
    /\{([^{}]+)\}/g,
    (place, name: string) => query.path[name] ?? place,
  );
  return { method: "GET", url: path };
}

/** The parameters of an endpoint as a panel offers them, with these values; free ones last. */
export function parameterFields(
  endpoint: ListEndpoint,
  values: ParameterValues,
): readonly ParameterField[] {
  const own = endpoint.parameters.map((field) => ({
    ...field,
    value: Object.hasOwn(values, field.name) ? (values[field.name] ?? field.value) : field.value,
  }));
  return [...own, ...freeValues(endpoint, values).map((free) => freeField(...free))];
}

/** What the list is called, in the user's language where the explorer knows a word for it. */
export function listWords({ operationId, summary, path }: ListEndpoint, t: Translate): string {
  switch (operationId) {
    case "listClients":
      return t("Clients");
    case "listHoldings":
      return t("Holdings");
    case "listResults":
      return t("Results");
    default:
      return ownWords(summary, path);
  }
}

/** Longer summaries are sentences that say what a call does. */
const LABEL_LENGTH = 40;

/** What ends a line or turns round what stands beside it; a definition may hold any of it. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A short summary, else the last part of the path that has a name, in words. */
function ownWords(summary: string, path: string): string {
  const short = summary.replace(UNSEEN, " ").trim().replace(/\.$/, "");
  if (short !== "" && short.length <= LABEL_LENGTH) {
    return short;
  }
  const named = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const words = (named.at(-1) ?? path)
    .replace(UNSEEN, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[-_. ]+/)
    .join(" ")
    .trim()
    .toLowerCase();
  return words === "" ? path.replace(UNSEEN, " ") : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Title of an action in the record: "Holdings page 2", "Holdings, all pages". */
export function actionTitle(endpoint: ListEndpoint, query: ListQuery, t: Translate): string {
  const name = listWords(endpoint, t);
  return query.mode === "all"
    ? t("{0}, all pages", name)
    : t("{0} page {1}", name, String(query.pageNumber));
}

function takesPages({ parameters }: Operation): boolean {
  return [PAGE_NUMBER, PAGE_SIZE].every((name) => parameters.some(isQuery(name)));
}

function isQuery(name: string): (parameter: Parameter) => boolean {
  return (parameter) => parameter.in === "query" && parameter.name === name;
}

/** An answer that is no JSON has no rows; without its cookie there is none. */
function isReadable({ limits }: Operation): boolean {
  return !limits.includes("answerNotJson") && !limits.includes("cookieParameter");
}

function isList(operation: Operation): boolean {
  return takesPages(operation) || (isCollection(operation) && operation.hasNoList !== true);
}

/** `/clients` and `/clients/{clientId}/notes`, not `/clients/{clientId}`. */
function isCollection({ path }: Operation): boolean {
  return !path.endsWith("}");
}

function endpointOf(operation: Operation): ListEndpoint {
  const { id, domain, path, summary, parameters } = operation;
  const pages = takesPages(operation);
  const clientParameter = clientParameterOf(path);
  return {
    operationId: id,
    ...{ domain, path, summary },
    pathParameters: namesIn(path),
    ...(clientParameter === undefined ? {} : { clientParameter }),
    parameters: parameters
      .filter(({ in: place, name }) => place === "query" && !(pages && isPaging(name)))
      .map(fieldOf),
    takesPages: pages,
  };
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}

function clientParameterOf(path: string): string | undefined {
  return (
    namesIn(path).find((name) => /^client(_?id)?$/i.test(name)) ??
    /\/clients?\/\{([^{}]+)\}(?=\/|$)/i.exec(path)?.[1]
  );
}

function isPaging(name: string): boolean {
  return name === PAGE_NUMBER || name === PAGE_SIZE;
}

/** More values are typed instead, and checked against the definition all the same. */
const MOST_OPTIONS = 1_000;
const LONGEST_DESCRIPTION = 1_000;

function fieldOf({ name, schema, description, example, required }: Parameter): ParameterField {
  const isOf = (type: string): boolean => [schema.type].flat().includes(type);
  const isList = isOf("array");
  const isFlag = isOf("boolean");
  const named = [...(schema.enum ?? []), ...(schema.items?.enum ?? [])];
  const shown = [...(schema.examples ?? []), ...(schema.items?.examples ?? []), example];
  const options = isFlag ? [true, false] : [...named, ...shown.flat()];
  const isClosed = isFlag || (schema.enum !== undefined && named.length <= MOST_OPTIONS);
  return {
    name,
    kind: isList ? "list" : isClosed ? "choice" : "text",
    options: [...new Set(options.slice(0, MOST_OPTIONS).filter(isScalar).map(String))],
    description: (description ?? "").slice(0, LONGEST_DESCRIPTION),
    ...(required ? { isRequired: true } : {}),
    value: isList ? [] : "",
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
