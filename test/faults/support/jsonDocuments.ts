import assert from "node:assert/strict";
import fc from "fast-check";
import { type JsonNode, sourceOf } from "../../../src/platform/json/jsonText";

/** A document by its lexemes: what a reader must find again, in this order, as it is written. */
export type Document =
  | { readonly kind: "scalar"; readonly source: string }
  | { readonly kind: "array"; readonly items: readonly Document[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [string, Document])[] };

const NUMBERS = fc.oneof(
  fc.constantFrom("1.10", "-0", "0", "-0.0", "1e400", "-1E+400", "1e-999", "9007199254740993"),
  fc.constantFrom("1204.3300", "123456789012345678901234567890", "0.1000000000000000055511151"),
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][+-]?\d{1,4})?$/),
);

/** One character of a string as it may be written: itself, or one of its escapes. */
const CHARACTERS = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).map((text) => inner(text)),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 2 }).map((text) => inner(text)),
  fc.nat(0xffff).map((code) => `\\u${code.toString(16).padStart(4, "0")}`),
  fc.nat(0xffff).map((code) => `\\u${code.toString(16).padStart(4, "0").toUpperCase()}`),
  fc.constantFrom("\\/", "\\b", "\\f", "\\n", "\\r", "\\t", '\\"', "\\\\", "/", "\u2028", "\u007f"),
  fc.constantFrom("\\ud800", "\\udfff", "\\ud83d\\ude00", "\\ude00\\ud83d", "\\u0000", "\\u0022"),
);

const STRINGS = fc.array(CHARACTERS, { maxLength: 8 }).map((parts) => `"${parts.join("")}"`);

/** Few enough to meet again in one object, integers among them. */
const NAMES = fc.oneof(
  fc.constantFrom('"a"', '"\\u0061"', '"b"', '"2"', '"1"', '"10"', '"-1"', '"__proto__"', '""'),
  STRINGS,
);

const SCALARS = fc
  .oneof(NUMBERS, STRINGS, fc.constantFrom("true", "false", "null"))
  .map((source): Document => ({ kind: "scalar", source }));

/** JSON documents of every shape that a service may send, and many that none does. */
export const DOCUMENTS = fc.letrec<{ any: Document }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    SCALARS,
    fc.array(tie("any"), { maxLength: 5 }).map((items): Document => ({ kind: "array", items })),
    fc
      .array(fc.tuple(NAMES, tie("any")), { maxLength: 6 })
      .map((members): Document => ({ kind: "object", members })),
  ),
})).any;

export const SPACES = fc.constantFrom("", " ", "\n", "\r\n", "\t", " \n\t ");

/** The document's text, with the same white space between all tokens. */
export function writeDocument(document: Document, space: string): string {
  const join = (open: string, parts: readonly string[], close: string): string =>
    `${open}${space}${parts.join(`${space},${space}`)}${space}${close}`;
  switch (document.kind) {
    case "scalar":
      return document.source;
    case "array":
      return join(
        "[",
        document.items.map((item) => writeDocument(item, space)),
        "]",
      );
    case "object":
      return join(
        "{",
        document.members.map(
          ([name, value]) => `${name}${space}:${space}${writeDocument(value, space)}`,
        ),
        "}",
      );
  }
}

/** What the nodes of a text say that the document is. */
export function readDocument(text: string, node: JsonNode): Document {
  if (node.items !== undefined) {
    return { kind: "array", items: node.items.map((item) => readDocument(text, item)) };
  }
  if (node.members !== undefined) {
    const members = node.members.map(({ name, nameOffset, nameLength, value }) => {
      const source = text.slice(nameOffset, nameOffset + nameLength);
      assert.equal(name, JSON.parse(source));
      return [source, readDocument(text, value)] as const;
    });
    return { kind: "object", members };
  }
  return { kind: "scalar", source: sourceOf(text, node) };
}

/** Names and scalars in the order of the text, as the nodes place them. */
export function lexemesOf(text: string, node: JsonNode): string[] {
  return flatten(readDocument(text, node));
}

/** The same, found without the reader: by the grammar of tokens alone (RFC 8259). */
export function lexemesIn(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/gs) ?? [];
}

function flatten(document: Document): string[] {
  switch (document.kind) {
    case "scalar":
      return [document.source];
    case "array":
      return document.items.flatMap(flatten);
    case "object":
      return document.members.flatMap(([name, value]) => [name, ...flatten(value)]);
  }
}

/** A string as `JSON.stringify` writes it, without its quotes. */
function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
