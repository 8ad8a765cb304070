import { isTighter, LIMIT_NAMES } from "../schemas/limits";
import type { SchemaView, SchemaShape } from "../schemas/shape";
import { areWithin, typesText } from "../schemas/types";
import { type Direction, type SchemaChange, schemaChange, type Side } from "./direction";

/** How the values themselves changed: type, format, listed values, limits; not what is in them. */
export function valueChanges(pair: Side<SchemaView>, direction: Direction): SchemaChange[] {
  const [before, after] = [pair.before.shape, pair.after.shape];
  const shapes = { before, after };
  const types = typeChanges(pair, direction);
  return areApart(shapes)
    ? types
    : [
        ...types,
        ...(types.length === 0 ? formatChanges(shapes, direction) : []),
        ...listedChanges(shapes, direction),
        ...limitChanges(shapes, direction),
      ];
}

/** "string (date)", "number or null", "Person or Company". */
export function typeText({ shape, name }: SchemaView): string {
  const { choices, format, items } = shape;
  if (choices.length > 0) {
    return choices[0]?.map((way) => way.name ?? typesText(way.shape.types)).join(" or ") ?? "";
  }
  const types = typesText(shape.types);
  if (format !== undefined) {
    return `${types} (${format})`;
  }
  if (types === "array" && items !== undefined) {
    return `array of ${items.name ?? typesText(items.shape.types)}`;
  }
  return types === "object" && name !== undefined ? `object (${name})` : types;
}

/** Whether no value but null fits both: what is in them has nothing to do with each other. */
export function areApart({ before, after }: Side<SchemaShape>): boolean {
  if (before.types === undefined || after.types === undefined) {
    return before.types !== after.types;
  }
  const own = before.types.filter((type) => type !== "null");
  const others = after.types.filter((type) => type !== "null");
  return (
    !own.some((type) => areWithin([type], others)) && !others.some((type) => areWithin([type], own))
  );
}

function typeChanges({ before, after }: Side<SchemaView>, direction: Direction): SchemaChange[] {
  const [was, is] = [before.shape.types, after.shape.types];
  if (typesText(was) === typesText(is)) {
    return [];
  }
  // A request has to be taken as before, an answer must bring nothing that did not come before.
  const breaking = direction === "request" ? !areWithin(was, is) : !areWithin(is, was);
  const [plainWas, plainIs] = [plainText(before), plainText(after)];
  const texts =
    plainWas === plainIs
      ? { before: typesText(was), after: typesText(is) }
      : { before: plainWas, after: plainIs };
  return [schemaChange("typeChanged", breaking, texts)];
}

function plainText({ shape: { types, format } }: SchemaView): string {
  return format === undefined ? typesText(types) : `${typesText(types)} (${format})`;
}

/** Formats whose every value is one of the wider format. */
const WIDER: Readonly<Record<string, string>> = { int32: "int64", float: "double" };

function formatChanges({ before, after }: Side<SchemaShape>, direction: Direction): SchemaChange[] {
  const [was, is] = [before.format, after.format];
  if (was === is) {
    return [];
  }
  const [from, to] = direction === "request" ? [was, is] : [is, was];
  // What goes from one side to the other must be in the format that the other one reads.
  const breaking = to !== undefined && (from === undefined || WIDER[from] !== to);
  return [schemaChange("formatChanged", breaking, { before: was, after: is })];
}

function listedChanges({ before, after }: Side<SchemaShape>, direction: Direction): SchemaChange[] {
  const [was, is] = [before.values, after.values];
  if (was === undefined || is === undefined) {
    return was === is
      ? []
      : is === undefined
        ? [schemaChange("valuesAdded", direction === "response", { before: listText(was ?? []) })]
        : [schemaChange("valuesRemoved", direction === "request", { after: listText(is) })];
  }
  const [wasListed, isListed] = [new Set(was), new Set(is)];
  const removed = was.filter((value) => !isListed.has(value));
  const added = is.filter((value) => !wasListed.has(value));
  return [
    ...(removed.length === 0
      ? []
      : [schemaChange("valuesRemoved", direction === "request", { before: listText(removed) })]),
    // Clients switch over the values that they know: one more in an answer ends in no case.
    ...(added.length === 0
      ? []
      : [schemaChange("valuesAdded", direction === "response", { after: listText(added) })]),
  ];
}

/** More values do not fit a sentence. */
const SHOWN_VALUES = 10;

function listText(values: readonly string[]): string {
  const shown = values
    .slice(0, SHOWN_VALUES)
    .map((text) => (text.startsWith('"') ? String(JSON.parse(text)) : text));
  return [...shown, ...(values.length > SHOWN_VALUES ? ["…"] : [])].join(", ");
}

function limitChanges({ before, after }: Side<SchemaShape>, direction: Direction): SchemaChange[] {
  const closed = closedText({ before, after });
  const changes = LIMIT_NAMES.flatMap((name) => {
    const [was, is] = [before.limits.get(name), after.limits.get(name)];
    const text = (value: typeof was): string | undefined =>
      value === undefined ? undefined : value === true ? name : `${name} ${String(value)}`;
    // Few clients hold answers against limits, and who has none left can take what comes.
    const breaking = direction === "request" && isTighter(name, was, is);
    return was === is
      ? []
      : [schemaChange("limitChanged", breaking, { before: text(was), after: text(is) })];
  });
  return closed === undefined
    ? changes
    : [
        ...changes,
        schemaChange("limitChanged", direction === "request" && closed.after !== undefined, closed),
      ];
}

/** Fields that are not named: refused or not. */
function closedText({
  before,
  after,
}: Side<SchemaShape>): { readonly before?: string; readonly after?: string } | undefined {
  const text = "additionalProperties false";
  const [was, is] = [before.others === false, after.others === false];
  return was === is ? undefined : was ? { before: text } : { after: text };
}
