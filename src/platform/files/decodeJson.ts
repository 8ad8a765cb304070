import * as v from "valibot";

/** A stored JSON text as its schema has it; undefined for anything else. */
export function decodeJson<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.InferOutput<Schema> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const decoded = v.safeParse(schema, value, { abortEarly: true });
  return decoded.success ? decoded.output : undefined;
}

/** A whole number from 0. */
export const amountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Within what a date can hold (ECMA-262, 21.4.1.1): another would stop the rendering. */
export const momentSchema = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15));

/** A member that JSON leaves out where it is undefined, and that is there all the same when read. */
export function undefinable<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.OptionalSchema<Schema, () => undefined> {
  return v.optional(schema, () => undefined);
}
