import { DOMAINS, type Domain } from "../../../platform/base/connection";
import { readDefinition } from "../../../platform/service/definition/definition";
import {
  type DocumentOperation,
  operationsIn,
} from "../../../platform/service/definition/operations";
import { plainTemplate, shapeOf } from "./paths";
import type { JsonRecord } from "../../../platform/service/definition/reading";
import { isObject } from "../../../platform/service/definition/references";

/** Path prefix of each domain, version included. */
export type Prefixes = Readonly<Record<Domain, string>>;

/** An operation of a provider's document. */
export interface ForeignOperation {
  /** As documents spell it: lower case. */
  readonly method: DocumentOperation["method"];
  /** Template below the prefix of its domain; the document's own where it has none. */
  readonly path: string;
  /** Undefined where it stands below no prefix. */
  readonly domain: Domain | undefined;
  /** Last part of the prefix where it is not the documented one: "v2". */
  readonly otherVersion?: string;
  readonly item: JsonRecord;
  readonly source: JsonRecord;
}

/** How many endpoints of a document a domain has. */
interface DomainCount {
  /** Undefined for endpoints below no prefix. */
  readonly domain: Domain | undefined;
  readonly operations: number;
  /** Versions of the domain that the document speaks of beside the documented one: "v2". */
  readonly otherVersions: readonly string[];
}

/** Every operation of an OpenAPI 3.1 document, in its order, and the domain that it belongs to. */
export function foreignOperations(
  document: JsonRecord,
  prefixes: Prefixes,
): readonly ForeignOperation[] {
  return operationsIn(document)
    .filter(({ path }) => !path.startsWith("x-"))
    .map(({ path, method, item, source }) => {
      const servers = source["servers"] ?? item["servers"] ?? document["servers"];
      const place = placeOf(plainTemplate(path), servers, prefixes);
      return { method, item, source, ...markedPlace(source, place) };
    });
}

/**
 * Those that the document has for a domain: below its prefix or, where there are none, below no
 * prefix at all: then the user said whose they are.
 */
export function operationsFor(
  operations: readonly ForeignOperation[],
  domain: Domain,
): readonly ForeignOperation[] {
  const own = operations.filter((operation) => operation.domain === domain);
  return own.length > 0 ? own : operations.filter((operation) => operation.domain === undefined);
}

/** Which domains an OpenAPI 3.1 document describes, and what of it stands below no prefix. */
export function domainsOf(document: JsonRecord, prefixes: Prefixes): readonly DomainCount[] {
  const operations = foreignOperations(document, prefixes);
  return [...DOMAINS, undefined]
    .map((domain): DomainCount => {
      const own = operations.filter((operation) => operation.domain === domain);
      const versions = own.flatMap(({ otherVersion = [] }) => otherVersion);
      return { domain, operations: own.length, otherVersions: [...new Set(versions)] };
    })
    .filter(({ operations: count }) => count > 0);
}

type Place = Pick<ForeignOperation, "domain" | "path" | "otherVersion">;

/** The explorer's own document says the domain of each operation, and so does what is made of it. */
function markedPlace(source: JsonRecord, place: Place): Place {
  const domain = DOMAINS.find((one) => one === source["x-domain"]);
  return domain === undefined || place.domain !== undefined ? place : { domain, path: place.path };
}

/** A path that has a prefix itself is not looked for behind its servers. */
function placeOf(path: string, servers: unknown, prefixes: Prefixes): Place {
  const roots = Array.isArray(servers) ? servers.map(rootOf) : [];
  for (const root of ["", ...roots]) {
    const found = DOMAINS.flatMap((domain) => {
      const found = belowPrefix(root, path, prefixes[domain]);
      return found === undefined ? [] : [{ domain, ...found }];
    }).sort((one, other) => one.path.length - other.path.length)[0];
    if (found !== undefined) {
      return found;
    }
  }
  return { domain: undefined, path };
}

/** What follows the prefix, which begins in the root or with the path; its version may differ. */
function belowPrefix(
  root: string,
  path: string,
  prefix: string,
): Omit<Place, "domain"> | undefined {
  const start = prefix.replace(/\/+$/, "");
  if (start === "") {
    return undefined;
  }
  const pattern = start
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replace(/\/v\d+$/, "/v\\d+(?:\\.\\d+)*");
  const found = new RegExp(`${pattern}(?=/|$)`, "i").exec(root + path);
  if (found === null || found.index > root.length) {
    return undefined;
  }
  const rest = (root + path).slice(found.index + found[0].length);
  const below = { path: rest === "" ? "/" : rest };
  const isDocumented = found[0].toLowerCase() === start.toLowerCase();
  return isDocumented ? below : { ...below, otherVersion: found[0].split("/").at(-1) ?? "" };
}

/** The path of a server's address, without a slash at its end; variables have their defaults. */
function rootOf(server: unknown): string {
  const { url, variables } = isObject(server) ? server : {};
  if (typeof url !== "string") {
    return "";
  }
  const filled = url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined;
    const value = isObject(variable) ? variable["default"] : undefined;
    return typeof value === "string" ? value : "";
  });
  return (URL.parse(filled, "https://server.invalid/")?.pathname ?? "").replace(/\/+$/, "");
}

/**
 * Whether a document has paths below a domain's prefix, or one in common with the description: one
 * that has neither says nothing of what is known there, and may be another service's.
 */
export function sharesPath(document: JsonRecord, description: string, domain: Domain): boolean {
  const { operations, prefixes } = readDefinition(description);
  if (domainsOf(document, prefixes).some((one) => one.domain === domain)) {
    return true;
  }
  const known = new Set(
    operations.filter((one) => one.domain === domain).map(({ path }) => shapeOf(path)),
  );
  const theirs = operationsFor(foreignOperations(document, prefixes), domain);
  return theirs.some(({ path }) => known.has(shapeOf(path)));
}
