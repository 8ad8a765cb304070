import * as v from "valibot";
import { isRecord } from "./shapes";

/** Deeply read-only: what crossed between two sides is changed by neither. */
type Immutable<T> = unknown extends T ? T : { readonly [K in keyof T]: Immutable<T[K]> };

/** The type of what a schema lets in. */
export type Shape<S extends v.GenericSchema> = Immutable<v.InferOutput<S>>;

/** With what it means, for schemas that are published. */
export function described<Schema extends v.GenericSchema, const Text extends string>(
  schema: Schema,
  description: Text,
): v.SchemaWithPipe<readonly [Schema, v.DescriptionAction<v.InferOutput<Schema>, Text>]> {
  return v.pipe(schema, v.description(description));
}

/** What calls without parameters take. Not `v.strictObject({})`, which takes a list for one. */
export const noParameters = v.custom<Readonly<Record<string, never>>>(
  (value) => isRecord(value) && Object.keys(value).length === 0,
);

/** A text of so many UTF-16 units at most. */
export function textOf(most: number): v.GenericSchema<string> {
  return v.pipe(v.string(), v.maxLength(most));
}

/** The same, and not empty. */
export function nameOf(most: number): v.GenericSchema<string> {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(most));
}

/** A whole number from 1 to the limit, both included. */
export function countTo(limit: number): v.GenericSchema<number> {
  return v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(limit));
}

/** A whole number from 0. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Not below zero; a service may well claim more rows than a safe integer. */
export const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

export const finiteNumber = v.pipe(v.number(), v.finite());

const MOMENT_LIMIT = 8.64e15;
/** Within what a date can hold (ECMA-262, 21.4.1.1): another would stop the rendering. */
export const moment = v.pipe(v.number(), v.minValue(-MOMENT_LIMIT), v.maxValue(MOMENT_LIMIT));

/** Scrolled pixels, as a kept state has them: what is none is the top. */
export const keptTop = v.fallback(amount, 0);

/** A name of the icon font; it becomes a class, which takes no other characters. */
export const iconName = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,50}$/));

/** An environment as word and codicon. */
export const environmentMark = v.object({ word: v.string(), icon: iconName });

/** The words of a panel, by name. */
export function textsOf<Names extends readonly string[]>(
  names: Names,
): v.ObjectSchema<Readonly<Record<Names[number], v.StringSchema<undefined>>>, undefined> {
  return v.object(v.entriesFromList(names, v.string()));
}

/** Members of any names. Not `v.record`, which takes lists, and leaves "constructor" out. */
export function dictionaryOf<T>(
  name: v.GenericSchema<string>,
  member: v.GenericSchema<T>,
  most: number,
): v.GenericSchema<Readonly<Record<string, T>>> {
  return v.custom((value) => {
    const members = isRecord(value) ? Object.entries(value) : undefined;
    return (
      members !== undefined &&
      members.length <= most &&
      members.every((one) => v.is(name, one[0]) && v.is(member, one[1]))
    );
  });
}

/** Some members of a shape and no others. Not `v.partial`, which takes `undefined`, and lists. */
export function someOf<E extends v.ObjectEntries>(
  schema: v.StrictObjectSchema<E, undefined>,
): v.GenericSchema<Partial<Shape<v.StrictObjectSchema<E, undefined>>>> {
  return v.custom((value) => {
    const isMember = ([name, member]: readonly [string, unknown]): boolean => {
      const expected = Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined;
      return expected !== undefined && v.is(expected, member);
    };
    return isRecord(value) && Object.entries(value).every(isMember);
  });
}

/** A header or another line of a table of names and values. */
export const nameAndValue = v.strictTuple([v.string(), v.string()]);

/** Of something kept, the members that are right: what is damaged is as if it was not there. */
export function soundMembers<E extends v.ObjectEntries>(
  entries: E,
  value: unknown,
): Partial<Shape<v.ObjectSchema<E, undefined>>> {
  const kept = isRecord(value) ? value : {};
  const members = Object.entries(entries).flatMap(([name, schema]) => {
    const { success, output } = v.safeParse(schema, kept[name]);
    return success ? [[name, output] as const] : [];
  });
  return Object.fromEntries(members) as Partial<Shape<v.ObjectSchema<E, undefined>>>;
}

/** What the schema makes of a value; undefined where it lets it not in. */
export function accepted<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): Shape<S> | undefined {
  const result = v.safeParse(schema, value, { abortEarly: true });
  return result.success ? result.output : undefined;
}
