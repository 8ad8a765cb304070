import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { type Schema, typesOf } from "../../../../platform/service/definition/schema";

/** Members that one snippet asks for; more are typed one by one. */
const MOST_MEMBERS = 12;
/** What means something in a snippet; names cannot be escaped there. */
const SPECIAL = /[\\$}]/;

/**
 * The body of a snippet of the editor's JSON service: an object with a place to fill in for each
 * member that a client may set. Undefined for anything but an object with known members.
 */
export function objectSnippet({ properties = {} }: Schema): JsonRecord | undefined {
  const members = Object.entries(properties).filter(
    ([name, { readOnly }]) => !SPECIAL.test(name) && readOnly !== true,
  );
  if (members.length === 0) {
    return undefined;
  }
  const places = members
    .slice(0, MOST_MEMBERS)
    .map(([name, member], index) => [name, place(member, index + 1)]);
  return Object.fromEntries(places) as JsonRecord;
}

/**
 * The text of one value with its placeholder. After `^` it is taken as it stands: the service's own
 * quoting would break the escapes of snippets.
 */
function place(member: Schema, number: number): string {
  const { enum: choices, examples = [] } = member;
  if (choices?.every((one) => typeof one === "string") === true) {
    return `^"\${${number}|${choices.map((one) => escapedChoice(quoted(one))).join(",")}|}"`;
  }
  const [example] = examples;
  const [type = "", ...others] = typesOf(member);
  if (type === "string" && others.length === 0) {
    return typeof example === "string"
      ? `^"\${${number}:${escaped(quoted(example))}}"`
      : `^"$${number}"`;
  }
  const given = example ?? (others.length === 0 ? EMPTY[type] : undefined) ?? null;
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
