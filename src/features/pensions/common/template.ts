import { applyEdits, modify } from "jsonc-parser";
import { readDefinition } from "../../../platform/service/definition/definition";
import { exampleOf } from "../../definitions/common/example";
import { isObject } from "../../../platform/service/definition/references";
import { layOut } from "../../../platform/json/layOut";
import { objectOf } from "./compare/values";
import type { Schema } from "../../../platform/service/definition/schema";

/** A payload to begin with: every field that the definition knows and a client may set. */
export function payloadTemplate(definition: string): string {
  const example = exampleOf(pensionSchema(definition));
  return `${JSON.stringify(isObject(example) ? example : {}, undefined, 2)}\n`;
}

/**
 * The service's version as a payload: laid out for editing, without the fields that the
 * definition marks as the service's own. Values stay as they came, to the digit.
 */
export function payloadOfService(text: string, definition: string): string {
  // What is no object has no fields to take out; it is shown as it came.
  if (objectOf(text) === undefined) {
    return text;
  }
  let payload = text;
  for (const name of ownFields(definition)) {
    payload = applyEdits(payload, modify(payload, [name], undefined, {}));
  }
  return layOut(payload) ?? payload;
}

/** Many providers mark them in the answer alone; what a body may hold stays. */
function ownFields(definition: string): readonly string[] {
  const { properties: taken = {} } = pensionSchema(definition);
  const { properties: given = {} } = readDefinition(definition).answer("getPension");
  return Object.entries({ ...given, ...taken })
    .filter(([, schema]) => schema.readOnly === true)
    .map(([name]) => name);
}

/** The same one each time: what is made of it is remembered by it. */
const OPEN: Schema = {};

/** Of a payload, as a definition has it; an open one where it has none. */
export function pensionSchema(definition: string): Schema {
  return readDefinition(definition).operation("putPension").body?.schema ?? OPEN;
}
