import type { JsonPath } from "../../../../platform/json/jsonPointer";
import { isAppError } from "../../../../platform/base/errors";
import { positionAt } from "../../../../platform/json/position";
import { type JsonNode, parseJsonText, stringValue } from "../../../../platform/json/jsonText";
import type { NoteList } from "./noteList";
import { isHarmlessName, refusal, type SourceDocument } from "./source";

/** Reads strict JSON (RFC 8259). Throws `definition/syntax` and `definition/tooDeep`. */
export function readJsonSource(text: string, notes: NoteList): SourceDocument {
  const root = parse(text);
  noteDuplicates(root, [], notes);
  return {
    syntax: "json",
    value: withoutHarm(JSON.parse(text), [], notes),
    textAt: (...names) => {
      const node = names.reduce<JsonNode | undefined>((found, name) => found?.find(name), root);
      return node === undefined || node.count > 0 ? undefined : stringValue(text, node);
    },
    positionOf: (steps) => positionAt(text, offsetOf(root, steps)),
  };
}

function parse(text: string): JsonNode {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    const { line = 1, column = 1, reason = "" } = error.values;
    throw error.code === "payload/tooDeep"
      ? refusal("definition/tooDeep", { line, column })
      : refusal("definition/syntax", { name: "JSON", line, column, reason });
  }
}

/** Of a member the place of its name, as far as the steps lead. */
function offsetOf(root: JsonNode, steps: readonly string[]): number {
  let node = root;
  let { offset } = root;
  for (const step of steps) {
    const member = node.members?.findLast(({ name }) => name === step);
    const next = member?.value ?? (/^\d+$/.test(step) ? node.items?.[Number(step)] : undefined);
    if (next === undefined) {
      return offset;
    }
    node = next;
    offset = member?.nameOffset ?? next.offset;
  }
  return offset;
}

function noteDuplicates(node: JsonNode, place: JsonPath, notes: NoteList): void {
  const seen = new Set<string>();
  for (const { name, value } of node.members ?? []) {
    if (seen.has(name)) {
      notes.add("duplicateKey", [...place, name]);
    }
    seen.add(name);
    if (value.type === "object" || value.type === "array") {
      noteDuplicates(value, [...place, name], notes);
    }
  }
  for (const [index, item] of (node.items ?? []).entries()) {
    if (item.type === "object" || item.type === "array") {
      noteDuplicates(item, [...place, index], notes);
    }
  }
}

/** Takes out, in place, the members that would become a prototype where they are copied. */
function withoutHarm(value: unknown, place: JsonPath, notes: NoteList): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  for (const [name, item] of Object.entries(value)) {
    if (isHarmlessName(name)) {
      if (typeof item === "object") {
        withoutHarm(item, [...place, name], notes);
      }
    } else {
      Reflect.deleteProperty(value, name);
      notes.add("skipped", [...place, name]);
    }
  }
  return value;
}
