import { fieldPath, itemPath } from "../schemas/path";
import type { SchemaView, SchemaShape } from "../schemas/shape";
import { choiceChanges } from "./choiceChanges";
import { type Direction, type SchemaChange, schemaChange, type Side } from "./direction";
import { areApart, typeText, valueChanges } from "./valueChanges";

/** What is to be compared below a pair, and where. */
export interface SchemaStep extends Side<SchemaView> {
  readonly path: string;
}

interface SchemaChanges {
  /** Of the pair itself and of which members it has. */
  readonly changes: readonly SchemaChange[];
  readonly steps: readonly SchemaStep[];
}

/** Compares a pair of schemas, but not what is below it. */
export function schemaChanges(
  pair: Side<SchemaView>,
  direction: Direction,
  anything: Side<SchemaView>,
): SchemaChanges {
  const shapes = { before: pair.before.shape, after: pair.after.shape };
  const values = valueChanges(pair, direction);
  if (areApart(shapes)) {
    return { changes: values, steps: [] };
  }
  const members = isOnlyChoice(shapes) ? NOTHING : memberChanges(shapes, direction);
  const choices = groupChanges(pair, direction);
  return {
    changes: [...values, ...members.changes, ...choices.changes],
    steps: [
      ...members.steps,
      ...choices.pairs.map((ways) => ({ ...ways, path: "" })),
      ...restSteps(shapes, anything),
    ],
  };
}

const NOTHING: SchemaChanges = { changes: [], steps: [] };

/** One side leaves the choice between ways that the other one is: members belong to the ways. */
function isOnlyChoice({ before, after }: Side<SchemaShape>): boolean {
  const hasOnlyWays = ({ choices, properties }: SchemaShape): boolean =>
    choices.length > 0 && properties.size === 0;
  return hasOnlyWays(before) !== hasOnlyWays(after);
}

function memberChanges({ before, after }: Side<SchemaShape>, direction: Direction): SchemaChanges {
  const changes: SchemaChange[] = [];
  const steps: SchemaStep[] = [];
  for (const name of new Set([...before.properties.keys(), ...after.properties.keys()])) {
    const path = fieldPath("", name);
    const was = visible(before.properties.get(name), direction);
    const is = visible(after.properties.get(name), direction);
    const required = { before: before.required.has(name), after: after.required.has(name) };
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
function visible(view: SchemaView | undefined, direction: Direction): SchemaView | undefined {
  const isHidden = direction === "request" ? view?.shape.readOnly : view?.shape.writeOnly;
  return isHidden === true ? undefined : view;
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
  { before, after }: Side<SchemaView>,
  direction: Direction,
): { changes: SchemaChange[]; pairs: Side<SchemaView>[] } {
  const [was, is] = [before.shape.choices, after.shape.choices];
  const found = { changes: [] as SchemaChange[], pairs: [] as Side<SchemaView>[] };
  for (let group = 0; group < Math.max(was.length, is.length); group++) {
    // Where one side leaves no choice, it is its only way itself.
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
function restSteps({ before, after }: Side<SchemaShape>, anything: Side<SchemaView>): SchemaStep[] {
  const other = (others: SchemaShape["others"]): SchemaView | undefined =>
    typeof others === "object" ? others : undefined;
  const [was, is] = [other(before.others), other(after.others)];
  const isMap = was !== undefined || is !== undefined;
  const isClosed = before.others === false || after.others === false;
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
      ? [{ path: fieldPath("", "*"), before: was ?? anything.before, after: is ?? anything.after }]
      : []),
  ];
}
