import { readFileSync } from "node:fs";
import type { Domain } from "../../../../../src/platform/base/connection";
import { activeDefinition } from "../../../../../src/features/definitions/common/activeDefinition";
import {
  readDefinition,
  type ServiceDefinition,
} from "../../../../../src/platform/service/definition/definition";

export type Json = Readonly<Record<string, unknown>>;

/** The description that ships. */
export const BASE = readFileSync("media/service/financial-planning-open-api.json", "utf8");

export const OUR_IDS = readDefinition(BASE).operations.map(({ id }) => id);

export const PREFIXES = readDefinition(BASE).prefixes;

/** A provider's document: OpenAPI 3.1, as the reading of imports leaves it. */
export function foreign(paths: Json, rest: Json = {}): Json {
  return { openapi: "3.1.0", info: { title: "Foreign", version: "1" }, paths, ...rest };
}

/** The description with one document of a provider in the place of a domain. */
export function mergedText(document: unknown, domain: Domain = "finances"): string {
  return activeDefinition(BASE, [{ domain, document: JSON.stringify(document) }]);
}

export function merged(document: unknown, domain: Domain = "finances"): ServiceDefinition {
  return readDefinition(mergedText(document, domain));
}

/** Every local reference of a document with what it leads to, read by code of its own. */
export function localReferences(document: Json): readonly (readonly [string, unknown])[] {
  const found: (readonly [string, unknown])[] = [];
  const open: unknown[] = [document];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "object" && next !== null) {
      const reference: unknown = Object.hasOwn(next, "$ref") ? (next as Json)["$ref"] : undefined;
      if (typeof reference === "string" && reference.startsWith("#/")) {
        found.push([reference, pointed(document, reference)]);
      }
      open.push(...(Object.values(next) as unknown[]).filter((value) => typeof value === "object"));
    }
  }
  return found;
}

function pointed(document: Json, reference: string): unknown {
  let node: unknown = document;
  for (const step of reference.slice(2).split("/")) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    node = (node as Json | undefined)?.[name];
  }
  return node;
}
