import type { Schema } from "../../../../platform/service/definition/schema";
import { type JsonNode, parseJsonText, sourceOf } from "../../../../platform/json/jsonText";

/** A value in its text. */
export interface Value {
  readonly text: string;
  readonly node: JsonNode;
}

/** The whole of a text; throws as `parseJsonText` does. */
export function valueOf(text: string): Value {
  return { text, node: parseJsonText(text) };
}

/** The text of a value exactly as it stands. */
export function sourceOfValue({ text, node }: Value): string {
  return sourceOf(text, node);
}

/** Members by name, of duplicates the last, as in `JSON.parse`; items by index. */
export function valuesOf(value: Value | undefined): Map<string | number, Value> {
  const found = new Map<string | number, Value>();
  if (value !== undefined) {
    const { text, node } = value;
    const add = (key: string | number, of: JsonNode): unknown => found.set(key, { text, node: of });
    node.members?.forEach((member) => add(member.name, member.value));
    node.items?.forEach((item, index) => add(index, item));
  }
  return found;
}

/** What the definition says of a member or an item. */
export function schemaOf(schema: Schema | undefined, key: string | number): Schema | undefined {
  if (typeof key === "number") {
    return schema?.items;
  }
  const properties = schema?.properties ?? {};
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}
