import { type Schema, typesOf } from "../../../../platform/service/definition/schema";
import { typesText } from "../schemaTypes";
import { type Direction, type SchemaChange, schemaChange, type Side } from "./changes";
import { typeText, valuesOf } from "./valueChanges";

/** Branches of one choice that are compared with each; more are not looked at. */
const MOST_PAIRED = 100;

interface ChoiceChanges {
  readonly changes: readonly SchemaChange[];
  /** Branches that belong together; what is in them is compared as if there were no others. */
  readonly pairs: readonly Side<Schema>[];
}

/** Compares the branches of a `oneOf` or `anyOf`: matched by title, by members, by order. */
export function choiceChanges(
  before: readonly Schema[],
  after: readonly Schema[],
  direction: Direction,
): ChoiceChanges {
  const [was, is] = [new Set(before), new Set(after)];
  const pairs: Side<Schema>[] = [];
  const match = (one: Schema, other: Schema): void => {
    was.delete(one);
    is.delete(other);
    pairs.push({ before: one, after: other });
  };
  for (const isSame of [haveSameTitle, haveSameMembers]) {
    for (const one of was) {
      const other = [...is].slice(0, MOST_PAIRED).find((candidate) => isSame(one, candidate));
      if (other !== undefined) {
        match(one, other);
      }
    }
  }
  if (was.size === is.size && [...was, ...is].every(({ title }) => title === undefined)) {
    const others = [...is];
    [...was].forEach((one, index) => match(one, others[index] ?? one));
  }
  return {
    changes: branchChanges({ before, after }, { before: was, after: is }, direction),
    pairs,
  };
}

function branchChanges(
  all: Side<readonly Schema[]>,
  alone: Side<ReadonlySet<Schema>>,
  direction: Direction,
): SchemaChange[] {
  if (alone.before.size === 0 && alone.after.size === 0) {
    return [];
  }
  // A branch that is gone can no longer be sent; a client may not know one that is new.
  const breaking = direction === "request" ? alone.before.size > 0 : alone.after.size > 0;
  const texts = { before: branchesText(all.before), after: branchesText(all.after) };
  return [schemaChange("typeChanged", breaking, texts)];
}

function branchesText(branches: readonly Schema[]): string {
  return branches.map((branch) => branch.title ?? typeText(branch)).join(" or ");
}

function haveSameTitle(one: Schema, other: Schema): boolean {
  return one.title !== undefined && one.title === other.title;
}

function haveSameMembers(one: Schema, other: Schema): boolean {
  const names = Object.keys(one.properties ?? {});
  const others = other.properties ?? {};
  return (
    typesText(typesOf(one)) === typesText(typesOf(other)) &&
    String(valuesOf(one)) === String(valuesOf(other)) &&
    names.length === Object.keys(others).length &&
    names.every((name) => Object.hasOwn(others, name)) &&
    firstValues(one) === firstValues(other)
  );
}

/** What tells branches apart is most often a member with one value. */
function firstValues({ properties = {} }: Schema): string {
  return Object.entries(properties)
    .flatMap(([name, member]) => {
      const values = valuesOf(member);
      return values?.length === 1 ? [`${name}=${values.join("")}`] : [];
    })
    .sort()
    .join(" ");
}
