import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { isObject } from "../../../../platform/service/definition/references";
import { isReadOnly, referredSchemas } from "./bodySchema";

/** Members that one snippet asks for; more are typed one by one. */
const MOST_MEMBERS = 12;
/** What means something in a snippet; names cannot be escaped there. */
const SPECIAL = /[\\$}]/;

/**
 * The body of a snippet of the editor's JSON service: an object with a place to fill in for each
 * member that a client may set. Undefined for anything but an object with known members.
 */
export function objectSnippet(document: JsonRecord, schema: JsonRecord): JsonRecord | undefined {
  const known = referredSchemas(document, schema).map(({ properties }) => properties);
  const members = Object.entries(Object.assign({}, ...known.filter(isObject)) as JsonRecord).filter(
    (entry): entry is [string, JsonRecord] =>
      !SPECIAL.test(entry[0]) && isObject(entry[1]) && !isReadOnly(document, entry[1]),
  );
  if (members.length === 0) {
    return undefined;
  }
  const places = members
    .slice(0, MOST_MEMBERS)
    .map(([name, member], index) => [name, place(document, member, index + 1)]);
  return Object.fromEntries(places) as JsonRecord;
}

/**
 * The text of one value with its placeholder. After `^` it is taken as it stands: the service's own
 * quoting would break the escapes of snippets.
 */
function place(document: JsonRecord, member: JsonRecord, number: number): string {
  const parts = referredSchemas(document, member);
  const first = (keyword: string): unknown =>
    parts.map((part) => part[keyword]).find((value) => value !== undefined);
  const choices = first("enum");
  if (Array.isArray(choices) && choices.every((one) => typeof one === "string")) {
    return `^"\${${number}|${choices.map((one) => escapedChoice(quoted(one))).join(",")}|}"`;
  }
  const examples = first("examples");
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const type = first("type");
  if (type === "string") {
    return typeof example === "string"
      ? `^"\${${number}:${escaped(quoted(example))}}"`
      : `^"$${number}"`;
  }
  const given = example ?? EMPTY[String(type)] ?? null;
  return `^\${${number}:${escaped(JSON.stringify(given))}}`;
}

const EMPTY: Readonly<Record<string, unknown>> = {
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
};

/** As between the quotes of a JSON string. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escaped(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

function escapedChoice(text: string): string {
  return text.replace(/[\\$},|]/g, "\\$&");
}
