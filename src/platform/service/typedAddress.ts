import type { Connection } from "../base/connection";
import type { ServiceDefinition } from "./definition/definition";
import { AppError } from "../base/errors";
import { joinAddress, prefixOf, refuseBodyOfRead } from "./addressParts";
import type { CallTarget } from "./client";
import type { TypedCall } from "../base/call";

/**
 * Methods of typed calls: those of the specification (section 4.1), HEAD, and PATCH, which other
 * endpoints may take. CONNECT would open a tunnel; TRACE would send the credentials back.
 */
export const TYPED_METHODS = ["GET", "HEAD", "PUT", "DELETE", "POST", "PATCH"] as const;

/**
 * Where a typed call goes. What a URL may not hold is escaped; what would lead elsewhere, or
 * cannot be seen, is refused.
 * @throws AppError kind `input`
 */
export function typedAddress(
  connection: Connection,
  definition: ServiceDefinition,
  call: TypedCall,
): CallTarget {
  const { method, domain, typedPath, queryString = "", body } = call;
  if (!TYPED_METHODS.some((known) => known === method)) {
    throw new AppError("input", "input/method", { values: { method: method.slice(0, 20) } });
  }
  refuseBodyOfRead(method, body);
  const prefix = prefixOf(connection, domain);
  const path = prefix + checkedPath(typedPath);
  const query = checkedQuery(queryString);
  const url = joinAddress(connection, path, query === "" ? "" : `?${query}`);
  const known = definition.operations.find(
    (operation) => operation.domain === domain && matches(operation.path, typedPath),
  );
  return { method, url, pathTemplate: prefix + (known?.path ?? templateOf(typedPath)) };
}

/** The path with what can be an id replaced: it is named where no client data may be. */
export function templateOf(path: string): string {
  return path.split("/").map(templateOfSegment).join("/");
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

function templateOfSegment(segment: string): string {
  // Names of the service are plain; what has to be escaped is a value.
  return /^[A-Za-z0-9._~-]*$/.test(segment)
    ? segment.replace(UUID, "{id}").replace(/\d{4,}/g, "{id}")
    : "{id}";
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) =>
      part.startsWith("{") ? given[index] !== "" : part === given[index],
    )
  );
}

/** Characters that stand for nothing on a screen, or turn round what stands beside them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function checkedPath(path: string): string {
  const isPath = /^\/[^?#\\]*$/.test(path) && !path.includes("//");
  if (!isPath || !isReadable(path) || path.split("/").some(isDotSegment)) {
    throw new AppError("input", "input/path");
  }
  return escapeOthers(path);
}

/** True for segments that leave their folder, for us or for a server that decodes once more. */
export function isDotSegment(segment: string): boolean {
  let text = segment;
  for (let depth = 0; depth < 3; depth++) {
    // Servers that take parameters from a segment read `..;` as `..` (RFC 3986, section 3.3).
    if (UNSEEN.test(text) || text.split(/[/\\]/).some((part) => /^\.\.?(?:;|$)/.test(part))) {
      return true;
    }
    text = decoded(text);
  }
  return false;
}

/**
 * A query as it is sent. What a URL may not hold is escaped.
 * @throws AppError `input/queryString` for what cannot be seen, or would end the query
 */
export function checkedQuery(typed: string): string {
  const query = typed.replace(/^\?/, "");
  if (query.includes("#") || !isReadable(query) || UNSEEN.test(decoded(query))) {
    throw new AppError("input", "input/queryString");
  }
  return escapeOthers(query);
}

/** Every escape is one of UTF-8, and every character is whole and can be seen. */
function isReadable(text: string): boolean {
  const isSeen = text.isWellFormed() && !UNSEEN.test(text);
  return isSeen && !/%(?![0-9A-Fa-f]{2})/.test(text) && decodes(text);
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function decoded(text: string): string {
  return decodes(text) ? decodeURIComponent(text) : text;
}

/** What RFC 3986 allows in a path or a query stays; the rest is escaped, quotes included. */
function escapeOthers(text: string): string {
  return text.replace(/[^A-Za-z0-9._~!$&()*+,;=:@/?%-]/gu, (character) =>
    character === "'" ? "%27" : encodeURIComponent(character),
  );
}
