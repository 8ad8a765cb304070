import { memberOf, type Schema } from "../../../../platform/service/definition/schema";
import { fieldPath, itemPath } from "../fieldPaths";
import { choiceChanges } from "./choiceChanges";
import { type Direction, type SchemaChange, schemaChange, type Side } from "./changes";
import { areApart, choicesOf, typeText, valueChanges } from "./valueChanges";

/** What is to be compared below a pair, and where. */
export interface SchemaStep extends Side<Schema> {
  readonly path: string;
}

interface SchemaChanges {
  /** Of the pair itself and of which members it has. */
  readonly changes: readonly SchemaChange[];
  readonly steps: readonly SchemaStep[];
}

/** Compares a pair of schemas, but not what is below it. */
export function schemaChanges(
  pair: Side<Schema>,
  direction: Direction,
  anything: Side<Schema>,
): SchemaChanges {
  const values = valueChanges(pair, direction);
  if (areApart(pair)) {
    return { changes: values, steps: [] };
  }
  const members = isOnlyChoice(pair) ? NOTHING : memberChanges(pair, direction);
  const choices = groupChanges(pair, direction);
  return {
    changes: [...values, ...members.changes, ...choices.changes],
    steps: [
      ...members.steps,
      ...choices.pairs.map((branches) => ({ ...branches, path: "" })),
      ...restSteps(pair, anything),
    ],
  };
}

const NOTHING: SchemaChanges = { changes: [], steps: [] };

/** One side leaves the choice between branches that the other is: members belong to branches. */
function isOnlyChoice({ before, after }: Side<Schema>): boolean {
  const hasOnlyBranches = (schema: Schema): boolean =>
    schema.properties === undefined && choicesOf(schema).length > 0;
  return hasOnlyBranches(before) !== hasOnlyBranches(after);
}

function memberChanges({ before, after }: Side<Schema>, direction: Direction): SchemaChanges {
  const changes: SchemaChange[] = [];
  const steps: SchemaStep[] = [];
  const requiredBefore = new Set(before.required);
  const requiredAfter = new Set(after.required);
  const names = [before, after].flatMap(({ properties = {} }) => Object.keys(properties));
  for (const name of new Set(names)) {
    const path = fieldPath("", name);
    const was = visible(memberOf(before, name), direction);
    const is = visible(memberOf(after, name), direction);
    const required = { before: requiredBefore.has(name), after: requiredAfter.has(name) };
    if (was !== undefined && is !== undefined) {
      steps.push({ path, before: was, after: is });
      changes.push(...requiredChanges(required, direction, path));
    } else if (is !== undefined) {
      const breaking = direction === "request" && required.after;
      changes.push(schemaChange("fieldAdded", breaking, { path, after: typeText(is) }));
    } else if (was !== undefined) {
      // Sent, it is ignored or refused: in both cases what the client said is not kept.
      changes.push(schemaChange("fieldRemoved", true, { path, before: typeText(was) }));
    }
  }
  return { changes, steps };
}

/** Clients do not send what only the service writes, and never see what only they write. */
function visible(schema: Schema | undefined, direction: Direction): Schema | undefined {
  const isHidden = direction === "request" ? schema?.readOnly : schema?.writeOnly;
  return isHidden === true ? undefined : schema;
}

/** That a field must be there, of a pair that has it on both sides. */
export function requiredChanges(
  { before, after }: Side<boolean>,
  direction: Direction,
  path: string,
): SchemaChange[] {
  return before === after
    ? []
    : [
        after
          ? schemaChange("requiredAdded", direction === "request", { path })
          : schemaChange("requiredRemoved", direction === "response", { path }),
      ];
}

function groupChanges(
  { before, after }: Side<Schema>,
  direction: Direction,
): { changes: SchemaChange[]; pairs: Side<Schema>[] } {
  const [was, is] = [choicesOf(before), choicesOf(after)];
  const found = { changes: [] as SchemaChange[], pairs: [] as Side<Schema>[] };
  for (let group = 0; group < Math.max(was.length, is.length); group++) {
    // Where one side leaves no choice, it is its only branch itself.
    const { changes, pairs } = choiceChanges(
      was[group] ?? [before],
      is[group] ?? [after],
      direction,
    );
    found.changes.push(...changes);
    found.pairs.push(...pairs.filter((pair) => pair.before !== before || pair.after !== after));
  }
  return found;
}

/** Items of lists, and members that are not named. */
function restSteps({ before, after }: Side<Schema>, anything: Side<Schema>): SchemaStep[] {
  const [was, is] = [before.additionalProperties, after.additionalProperties];
  const isMap = typeof was === "object" || typeof is === "object";
  const isClosed = was === false || is === false;
  return [
    ...(before.items === undefined && after.items === undefined
      ? []
      : [
          {
            path: itemPath(""),
            before: before.items ?? anything.before,
            after: after.items ?? anything.after,
          },
        ]),
    ...(isMap && !isClosed
      ? [
          {
            path: fieldPath("", "*"),
            before: typeof was === "object" ? was : anything.before,
            after: typeof is === "object" ? is : anything.after,
          },
        ]
      : []),
  ];
}
