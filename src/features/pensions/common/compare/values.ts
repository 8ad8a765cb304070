import type { Schema } from "../../../../platform/service/definition/schema";
import {
  type JsonNode,
  parseJsonText,
  sourceOf,
  stringValue,
} from "../../../../platform/json/jsonText";
import { compareLexemes } from "../../../lists/common/table/decimal";

/** A value in its text. */
export interface Value {
  readonly text: string;
  readonly node: JsonNode;
}

/** The whole of a text; throws as `parseJsonText` does. */
export function valueOf(text: string): Value {
  return { text, node: parseJsonText(text) };
}

/** The same of an object; undefined for any other text. */
export function objectOf(text: string): Value | undefined {
  try {
    const value = valueOf(text);
    return value.node.type === "object" ? value : undefined;
  } catch {
    return undefined;
  }
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

interface Pair {
  readonly one: Value;
  readonly other: Value;
  readonly schema: Schema | undefined;
  /** Members that the schema marks as the service's own count where `one` has them. */
  readonly countsOwn: boolean;
}

/**
 * Whether two values are the same: numbers by their decimal values, strings however they are
 * escaped, members in any order. Members that the schema marks as the service's own are not
 * looked at inside of values that are compared as a whole, unless `one` is of a payload: then
 * those that it has would be written.
 */
export function sameValue(
  one: Value | undefined,
  other: Value | undefined,
  schema: Schema | undefined,
  countsOwn = false,
): boolean {
  if (one === undefined || other === undefined) {
    return one === other;
  }
  const open: Pair[] = [{ one, other, schema, countsOwn }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const parts = partsOf(pair);
    if (parts === undefined) {
      return false;
    }
    for (const part of parts) {
      open.push(part);
    }
  }
  return true;
}

/** What is left to be compared; undefined where the two differ. */
function partsOf(pair: Pair): readonly Pair[] | undefined {
  const { one, other } = pair;
  const { type } = one.node;
  if (type !== other.node.type) {
    return undefined;
  }
  if (sourceOfValue(one) === sourceOfValue(other)) {
    return [];
  }
  if (type === "object" || type === "array") {
    return innerPairs(pair);
  }
  return sameScalar(one, other) ? [] : undefined;
}

function innerPairs({ one, other, schema, countsOwn }: Pair): readonly Pair[] | undefined {
  const [values, others] = [valuesOf(one), valuesOf(other)];
  const pairs: Pair[] = [];
  for (const key of new Set([...values.keys(), ...others.keys()])) {
    const inner = schemaOf(schema, key);
    const [value, than] = [values.get(key), others.get(key)];
    if (inner?.readOnly === true && !(countsOwn && value !== undefined)) {
      continue;
    }
    if (value === undefined || than === undefined) {
      return undefined;
    }
    pairs.push({ one: value, other: than, schema: inner, countsOwn });
  }
  return pairs;
}

function sameScalar(one: Value, other: Value): boolean {
  const [value, than] = [stringValue(one.text, one.node), stringValue(other.text, other.node)];
  return value === than || (one.node.type === "number" && compareLexemes(value, than) === 0);
}
