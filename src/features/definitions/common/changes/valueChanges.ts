import { isTighter, LIMIT_NAMES } from "../../../../platform/service/definition/limits";
import { type Schema, typesOf } from "../../../../platform/service/definition/schema";
import { isScalar } from "../../../../platform/service/definition/schemaGraph";
import { areWithin, typesText } from "../schemaTypes";
import { type Direction, type SchemaChange, schemaChange, type Side } from "./changes";

/** How the values themselves changed: type, format, listed values, limits; not what is in them. */
export function valueChanges(pair: Side<Schema>, direction: Direction): SchemaChange[] {
  const types = typeChanges(pair, direction);
  return areApart(pair)
    ? types
    : [
        ...types,
        ...(types.length === 0 ? formatChanges(pair, direction) : []),
        ...listedChanges(pair, direction),
        ...limitChanges(pair, direction),
      ];
}

/** The branches of each choice; null and choices between scalars are types, and no branches. */
export function choicesOf({ choices = [] }: Schema): readonly (readonly Schema[])[] {
  return choices
    .filter((branches) => !branches.every(isScalar))
    .map((branches) => branches.filter(({ type }) => type !== "null"));
}

/** "string (date)", "number or null", "Person or Company". */
export function typeText(schema: Schema): string {
  const { format, items, title } = schema;
  const [branches] = choicesOf(schema);
  if (branches !== undefined) {
    return branches.map(nameText).join(" or ");
  }
  const types = plainText(schema);
  if (format === undefined && types === "array" && items !== undefined) {
    return `array of ${nameText(items)}`;
  }
  return types === "object" && title !== undefined ? `object (${title})` : types;
}

function nameText(schema: Schema): string {
  return schema.title ?? typesText(typesOf(schema));
}

/** Whether no value but null fits both: what is in them has nothing to do with each other. */
export function areApart({ before, after }: Side<Schema>): boolean {
  const [was, is] = [typesOf(before), typesOf(after)];
  if (was.length === 0 || is.length === 0) {
    return was.length !== is.length;
  }
  const own = was.filter((type) => type !== "null");
  const others = is.filter((type) => type !== "null");
  return (
    !own.some((type) => areWithin([type], others)) && !others.some((type) => areWithin([type], own))
  );
}

function typeChanges({ before, after }: Side<Schema>, direction: Direction): SchemaChange[] {
  const [was, is] = [typesOf(before), typesOf(after)];
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

function plainText(schema: Schema): string {
  const types = typesText(typesOf(schema));
  return schema.format === undefined ? types : `${types} (${schema.format})`;
}

/** Formats whose every value is one of the wider format. */
const WIDER: Readonly<Record<string, string>> = { int32: "int64", float: "double" };

function formatChanges({ before, after }: Side<Schema>, direction: Direction): SchemaChange[] {
  const [was, is] = [before.format, after.format];
  if (was === is) {
    return [];
  }
  const [from, to] = direction === "request" ? [was, is] : [is, was];
  // What goes from one side to the other must be in the format that the other one reads.
  const breaking = to !== undefined && (from === undefined || WIDER[from] !== to);
  return [schemaChange("formatChanged", breaking, { before: was, after: is })];
}

/** JSON texts of the values that are listed, null left out; undefined where any will do. */
export function valuesOf(schema: Schema): readonly string[] | undefined {
  return schema.enum?.filter((value) => value !== null).map((value) => JSON.stringify(value));
}

function listedChanges({ before, after }: Side<Schema>, direction: Direction): SchemaChange[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
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

function limitChanges({ before, after }: Side<Schema>, direction: Direction): SchemaChange[] {
  const closed = closedText({ before, after });
  const changes = LIMIT_NAMES.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    const text = (value: typeof was): string | undefined =>
      value === undefined ? undefined : value === true ? name : `${name} ${String(value)}`;
    // Few clients check limits of answers, and a limit that is gone refuses nothing.
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
}: Side<Schema>): { readonly before?: string; readonly after?: string } | undefined {
  const text = "additionalProperties false";
  const [was, is] = [before, after].map(
    ({ additionalProperties }) => additionalProperties === false,
  );
  return was === is ? undefined : was ? { before: text } : { after: text };
}
