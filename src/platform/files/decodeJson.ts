import * as v from "valibot";
import { tryParseJson } from "../json/tryParseJson";

/** A stored JSON text as its schema has it; undefined for anything else. */
export function decodeJson<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.InferOutput<Schema> | undefined {
  const decoded = v.safeParse(schema, tryParseJson(text), { abortEarly: true });
  return decoded.success ? decoded.output : undefined;
}

/** A member that JSON leaves out where it is undefined, and that is there all the same when read. */
export function undefinable<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.OptionalSchema<Schema, () => undefined> {
  return v.optional(schema, () => undefined);
}
