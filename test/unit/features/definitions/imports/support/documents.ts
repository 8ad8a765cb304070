import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { IS_LONG } from "../../../../../fakes/runs";

/** A document that a package ships, with what it is known to be. */
export interface RealDocument {
  /** Below `node_modules`. */
  readonly file: string;
  readonly openapi: string;
  readonly syntax: "json" | "yaml";
}

const document = (file: string, openapi: string): RealDocument => ({
  file,
  openapi,
  syntax: file.endsWith(".json") ? "json" : "yaml",
});

const EXAMPLES = "@readme/oas-examples";

/** Real documents of different age, size and style; the largest has 8.6 MB. */
export const REAL_DOCUMENTS: readonly RealDocument[] = [
  document("@netlify/open-api/dist/swagger.json", "2.0"),
  document(`${EXAMPLES}/2.0/yaml/petstore.yaml`, "2.0"),
  document(`${EXAMPLES}/2.0/json/petstore.json`, "2.0"),
  document(`${EXAMPLES}/2.0/json/schema-circular.json`, "2.0"),
  document(`${EXAMPLES}/2.0/yaml/petstore-expanded.yaml`, "2.0"),
  document("shipengine-openapi/openapi.json", "3.0.0"),
  document("shipengine-openapi/openapi.yaml", "3.0.0"),
  document("@digdir/dialogporten-schema/swagger.verified.json", "3.0.0"),
  document("ringcentral-open-api-parser/rc-public-openapi.yml", "3.0.3"),
  document(`${EXAMPLES}/3.0/json/star-trek.json`, "3.0.1"),
  document(`${EXAMPLES}/3.0/yaml/star-trek.yaml`, "3.0.1"),
  document(`${EXAMPLES}/3.0/json/schema-circular.json`, "3.0.3"),
  document(`${EXAMPLES}/3.0/json/circular-paths.json`, "3.0.0"),
  document("@figma/rest-api-spec/openapi/openapi.yaml", "3.1.0"),
  document("rclone-openapi/openapi.yaml", "3.1.0"),
  document("rclone-openapi/openapi.json", "3.1.0"),
  document("@scalar/galaxy/dist/3.1.yaml", "3.1.1"),
  document(`${EXAMPLES}/3.1/yaml/train-travel.yaml`, "3.1.0"),
  document(`${EXAMPLES}/3.1/json/readme.json`, "3.1.0"),
];

/** One of each version, syntax and odd shape, none of them long. */
const SOME = [
  ...["2.0/yaml/petstore.yaml", "2.0/json/schema-circular.json", "3.0/yaml/star-trek.yaml"],
  ...["3.0/json/schema-circular.json", "3.0/json/circular-paths.json"],
].map((file) => `${EXAMPLES}/${file}`);
const SHORT_FORM = new Set([
  ...[...SOME, "@digdir/dialogporten-schema/swagger.verified.json"],
  ...["@scalar/galaxy/dist/3.1.yaml", "rclone-openapi/openapi.json"],
]);

/** Those that are tried one by one: all of them in the long form. */
export const TRIED_DOCUMENTS = REAL_DOCUMENTS.filter(({ file }) => IS_LONG || SHORT_FORM.has(file));

/** The text of a document as a file holds it, with its byte order mark. */
export function textOf(file: string): string {
  return readFileSync(join(process.cwd(), "node_modules", file), "utf8");
}

interface YamlLibrary {
  parse(text: string, options: Readonly<Record<string, unknown>>): unknown;
}

/** The whole library, not the part of it that our bundles hold. */
const yaml = createRequire(join(process.cwd(), "package.json"))("yaml") as YamlLibrary;

/** A text as somebody else reads it: `JSON.parse`, or the YAML library's own values. */
export function readElsewhere(text: string, syntax: RealDocument["syntax"]): unknown {
  return syntax === "json"
    ? JSON.parse(text.replace(/^\uFEFF/, ""))
    : yaml.parse(text, { schema: "core", merge: true, maxAliasCount: -1, logLevel: "silent" });
}

export type Json = Readonly<Record<string, unknown>>;

/** A member of a member …; an empty object where there is none. */
export function at(value: unknown, ...names: readonly string[]): Json {
  return names.reduce<unknown>((found, name) => (found as Json | undefined)?.[name], value) as Json;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** "get /pets" of every operation, counted without any code of ours. */
export function operationNames(value: unknown): string[] {
  return Object.entries(at(value, "paths")).flatMap(([path, item]) =>
    METHODS.filter((method) => method in (item as Json)).map((method) => `${method} ${path}`),
  );
}
