import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DefinitionChange } from "../../../../../src/features/definitions/common/changes/changes";
import { readDocument } from "../../../../../src/features/definitions/common/imports/readDocument";
import type { JsonRecord } from "../../../../../src/platform/service/definition/reading";
import { IS_LONG } from "../../../../fakes/runs";

/** Documents of other services, of every version in use, from packages that ship them. */
const REAL_DOCUMENTS = [
  "@figma/rest-api-spec/openapi/openapi.yaml",
  "@netlify/open-api/dist/swagger.json",
  "shipengine-openapi/openapi.json",
  "shipengine-openapi/openapi.yaml",
  "rclone-openapi/openapi.json",
  "@digdir/dialogporten-schema/swagger.verified.json",
  "@scalar/galaxy/dist/3.1.yaml",
  "ringcentral-open-api-parser/rc-public-openapi.yml",
  "@readme/oas-examples/2.0/json/petstore.json",
  "@readme/oas-examples/3.0/json/star-trek.json",
  "@readme/oas-examples/3.0/json/schema-circular.json",
  "@readme/oas-examples/3.0/json/circular-request-bodies.json",
  "@readme/oas-examples/3.0/json/circular-paths.json",
  "@readme/oas-examples/3.0/json/polymorphism.json",
  "@readme/oas-examples/3.0/json/discriminators.json",
  "@readme/oas-examples/3.0/json/parameters-style.json",
  "@readme/oas-examples/3.1/yaml/train-travel.yaml",
  "@readme/oas-examples/3.1/json/readme.json",
  "@readme/oas-examples/3.1/json/schema-types.json",
] as const;

/** The short form tries those that are read in no time: one of each version and odd shape. */
const SHORT_FORM = /scalar|digdir|2\.0|circular|polymorphism|discriminators|style|types/;

export const TRIED_DOCUMENTS = REAL_DOCUMENTS.filter((path) => IS_LONG || SHORT_FORM.test(path));

/** One with very many schemas, and one with fewer. */
export const LARGE_DOCUMENT = IS_LONG
  ? "ringcentral-open-api-parser/rc-public-openapi.yml"
  : "@readme/oas-examples/3.0/json/star-trek.json";

/** A document of a package as the store keeps it: OpenAPI 3.1, JSON. */
export function realDocument(path: (typeof REAL_DOCUMENTS)[number]): string {
  return readFile(join("node_modules", path));
}

/** A document that ships for the sandbox, as the store keeps it. */
export function providerDocument(name: string): string {
  return readFile(join("media", "service", "provider", name));
}

function readFile(path: string): string {
  return JSON.stringify(readDocument(readFileSync(join(process.cwd(), path), "utf8")).document);
}

/** A document with one operation, `GET /things` where nothing else is said. */
export function aDocument(
  operation: JsonRecord,
  { method = "get", path = "/things", components = {} } = {},
): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: { [path]: { [method]: { responses: {}, ...operation } } },
    components,
  });
}

/** The `content` of a JSON body. */
export function json(schema: unknown): JsonRecord {
  return { "application/json": { schema } };
}

/** "!" for what breaks, kind, path, what it was and is. */
export function line({ breaking, kind, place, before, after }: DefinitionChange): string {
  const texts =
    before === undefined && after === undefined ? [] : [`${before ?? ""}→${after ?? ""}`];
  return [`${breaking ? "!" : ""}${kind}`, place?.path ?? "", ...texts].filter(Boolean).join(" ");
}

/** An object with these members. */
export function object(properties: JsonRecord, more: JsonRecord = {}): JsonRecord {
  return { type: "object", properties, ...more };
}

/** A reference to one of `components.schemas`. */
export function ref(name: string): JsonRecord {
  return { $ref: `#/components/schemas/${name}` };
}

export const text = { type: "string" };
export const number = { type: "number" };
