import type { JsonRecord } from "./reading";
import { isObject } from "./references";

const JSON_TYPE = "application/json";

/** One entry of a `content` map. */
export interface JsonContent {
  /** As a body is announced; `application/json` for a range of types that it is one of. */
  readonly contentType: string;
  readonly media: JsonRecord;
}

/** The JSON of a `content` map, its plain form first; undefined where it has none. */
export function jsonContent(content: unknown): JsonContent | undefined {
  const found = Object.entries(isObject(content) ? content : {})
    .map(([name, media]) => ({ contentType: jsonTypeOf(name), media }))
    .filter((one): one is JsonContent => one.contentType !== undefined && isObject(one.media));
  return found.find(({ contentType }) => contentType === JSON_TYPE) ?? found[0];
}

/** True where a `content` map has entries, and none of them is JSON. */
export function hasOnlyOthers(content: unknown): boolean {
  return isObject(content) && Object.keys(content).length > 0 && jsonContent(content) === undefined;
}

/** "application/json" of "Application/JSON; charset=utf-8": parameters say nothing about JSON. */
export function plainType(type: string): string {
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}

/** Whether a plain type is JSON, under whatever name (RFC 6838, section 4.2.8 for suffixes). */
export function isJsonType(type: string): boolean {
  return /^[a-z0-9!#$&^_.+-]+\/([a-z0-9!#$&^_.+-]+\+)?json$/.test(type);
}

function jsonTypeOf(name: string): string | undefined {
  const type = plainType(name);
  if (type === "*/*" || type === "application/*") {
    return JSON_TYPE;
  }
  return isJsonType(type) ? type : undefined;
}
