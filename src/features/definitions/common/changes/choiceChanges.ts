import type { SchemaView } from "../schemas/shape";
import { type Direction, type SchemaChange, schemaChange, type Side } from "./direction";
import { typeText } from "./valueChanges";

/** Ways of one choice that are compared; what has more is held against names alone. */
const MOST_PAIRED = 100;

interface ChoiceChanges {
  readonly changes: readonly SchemaChange[];
  /** Ways that belong together; what is in them is compared as if there were no others. */
  readonly pairs: readonly Side<SchemaView>[];
}

/** Holds the ways of a `oneOf` or `anyOf` against each other: by name, by shape, by order. */
export function choiceChanges(
  before: readonly SchemaView[],
  after: readonly SchemaView[],
  direction: Direction,
): ChoiceChanges {
  const [was, is] = [new Set(before), new Set(after)];
  const pairs: Side<SchemaView>[] = [];
  const take = (one: SchemaView, other: SchemaView): void => {
    was.delete(one);
    is.delete(other);
    pairs.push({ before: one, after: other });
  };
  for (const isSame of [haveSameName, haveSameMembers]) {
    for (const one of was) {
      const other = [...is].slice(0, MOST_PAIRED).find((candidate) => isSame(one, candidate));
      if (other !== undefined) {
        take(one, other);
      }
    }
  }
  if (was.size === is.size && [...was, ...is].every(({ name }) => name === undefined)) {
    const others = [...is];
    [...was].forEach((one, index) => take(one, others[index] ?? one));
  }
  return { changes: wayChanges({ before, after }, { before: was, after: is }, direction), pairs };
}

function wayChanges(
  all: Side<readonly SchemaView[]>,
  alone: Side<ReadonlySet<SchemaView>>,
  direction: Direction,
): SchemaChange[] {
  if (alone.before.size === 0 && alone.after.size === 0) {
    return [];
  }
  // A way that is gone can no longer be sent, one that is new may come to who does not know it.
  const breaking = direction === "request" ? alone.before.size > 0 : alone.after.size > 0;
  const texts = { before: waysText(all.before), after: waysText(all.after) };
  return [schemaChange("typeChanged", breaking, texts)];
}

function waysText(ways: readonly SchemaView[]): string {
  return ways.map((way) => way.name ?? typeText(way)).join(" or ");
}

function haveSameName(one: SchemaView, other: SchemaView): boolean {
  return one.name !== undefined && one.name === other.name;
}

function haveSameMembers({ shape: one }: SchemaView, { shape: other }: SchemaView): boolean {
  return (
    String(one.types) === String(other.types) &&
    String(one.values) === String(other.values) &&
    one.properties.size === other.properties.size &&
    [...one.properties.keys()].every((name) => other.properties.has(name)) &&
    firstValues(one) === firstValues(other)
  );
}

/** What tells ways apart is most often a member with one value. */
function firstValues({ properties }: SchemaView["shape"]): string {
  return [...properties]
    .flatMap(([name, { shape }]) =>
      shape.values?.length === 1 ? [`${name}=${shape.values.join("")}`] : [],
    )
    .sort()
    .join(" ");
}
