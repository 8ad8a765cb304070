import type { HeaderList } from "../base/headers";
import type { Attempt } from "../base/action";

/** What stands for a value that does not leave this machine. */
export const LEFT_OUT = "[left out]";

export interface QueryItem {
  readonly name: string;
  /** Absent where it does not leave. */
  readonly value?: string;
}

type Place = Pick<Attempt, "operationId" | "pathTemplate" | "url">;

/**
 * Path template of an attempt, fit for a ticket. Of a path that the user typed only the words
 * that the specification knows are kept: anything else in it can tell a client.
 */
export function sharablePath({ operationId, pathTemplate }: Omit<Place, "url">): string {
  const [path = ""] = pathTemplate.split(/[?#]/, 1);
  return operationId === undefined ? path.split("/").map(knownSegment).join("/") : path;
}

/** Address of an attempt with the names of its path parameters in place of their values. */
export function sharableUrl(attempt: Place): string {
  const url = URL.parse(attempt.url);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return "about:blank";
  }
  const template = sharablePath(attempt).split("/").slice(1);
  const path = [...rootOf(attempt, url, template.length), ...template];
  const query = sharableQuery(attempt).map(
    ({ name, value = `{${name}}` }) => `${encode(name)}=${encode(value)}`,
  );
  const search = query.length === 0 ? "" : `?${query.join("&")}`;
  return `${url.origin}/${path.map(encode).join("/")}${search}`;
}

/** Names of the query parameters; values of paging and of `fields` only. */
export function sharableQuery({ operationId, url }: Place): readonly QueryItem[] {
  const search = URL.parse(url)?.search.slice(1) ?? "";
  return search
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [rawName = "", ...rest] = pair.split("=");
      const typed = decode(rawName);
      const isKnown = operationId !== undefined || QUERY_NAMES.has(typed);
      const value = decode(rest.join("="));
      return SHARED_VALUES.get(typed)?.test(value) === true
        ? { name: typed, value }
        : { name: isKnown ? typed : "name" };
    });
}

/** Headers with the values that tell of transport and ids; all others keep their names alone. */
export function sharableHeaders(headers: HeaderList): HeaderList {
  return headers.map(([name, value]) => {
    const isShared = SHARED_HEADERS.test(name) && value.length <= LONGEST_HEADER;
    return [name, isShared ? sharableValue(name.toLowerCase(), value) : LEFT_OUT];
  });
}

/** True for headers of the transport, and ids of calls; of others a value can tell of a client. */
export function isSharedHeader(name: string): boolean {
  return SHARED_HEADERS.test(name);
}

function sharableValue(name: string, value: string): string {
  switch (name) {
    case "www-authenticate":
      return withoutProse(name, value, () => LEFT_OUT);
    case "content-type":
      return sharableType(value);
    default:
      return value;
  }
}

/** A header without prose of the service, which can name whom it was about. */
export function withoutProse(
  name: string,
  value: string,
  replaced: (prose: string) => string,
): string {
  return name.toLowerCase() === "www-authenticate"
    ? value.replace(
        /\b(error_description\s*=\s*)("(?:[^"\\]|\\.)*"?|[^\s,]*)/gi,
        (_, start: string, prose: string) => `${start}"${replaced(prose.replaceAll('"', ""))}"`,
      )
    : value;
}

/** Type and character set; other parameters can name a file. */
export function sharableType(value: string): string {
  const [type = "", ...parameters] = value.slice(0, LONGEST_HEADER).split(";");
  const charset = parameters.find((parameter) => /^\s*charset=["\w-]+\s*$/i.test(parameter));
  return charset === undefined ? type.trim() : `${type.trim()};${charset.trimEnd()}`;
}

/** What the address has before the template: the path of the connection's base URL. */
function rootOf({ operationId }: Place, url: URL, templateLength: number): readonly string[] {
  const segments = url.pathname.split("/").slice(1);
  const root = segments.slice(0, Math.max(0, segments.length - templateLength));
  return operationId === undefined ? root.map(knownSegment) : root;
}

function knownSegment(segment: string): string {
  const isSafe = SEGMENTS.has(segment) || /^(?:v\d{1,3}|\{[A-Za-z]{1,40}\})?$/.test(segment);
  return isSafe ? segment : "{value}";
}

/** Half a character cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const LONGEST_HEADER = 1_000;

/** Literal parts of the paths in the specification (sections 1 and 2). */
const SEGMENTS: ReadonlySet<string> = new Set([
  ...["crm", "finances", "profiling"],
  ...["clients", "holdings", "pensions", "results"],
]);

/** Specification, section 4.3. */
const QUERY_NAMES: ReadonlySet<string> = new Set([
  ...["pageSize", "pageNumber", "fields", "questionnaireId", "unions"],
]);

const SHARED_VALUES: ReadonlyMap<string, RegExp> = new Map([
  ["pageSize", /^\d{1,9}$/],
  ["pageNumber", /^\d{1,9}$/],
  ["fields", /^[A-Za-z.,_]{1,200}$/],
]);

/** Everything else, `Location` and cookies among it, can hold an address, an id or a secret. */
const SHARED_HEADERS = new RegExp(
  `^(?:${[
    "accept(?:-encoding|-language|-ranges)?",
    "content-(?:type|length|encoding|language)",
    "(?:x-)?(?:ratelimit|rate-limit)(?:-[a-z]+)*",
    "x-dt-(?:traceid|requestid)",
    "(?:x-)?(?:ms-|amzn-|amz-|azure-)?(?:request|correlation|trace)-?id",
    "traceparent|x-azure-ref|apim-request-id|cf-ray",
    "cache-control|pragma|expires|age|date|vary|via|server|allow|retry-after",
    "connection|keep-alive|transfer-encoding|strict-transport-security|user-agent",
    "www-authenticate|api-supported-versions|deprecation|sunset|x-cache|x-content-type-options",
  ].join("|")})$`,
  "i",
);
