import type { SchemaCheck } from "../common/checks/findings";

/**
 * What a definition's schema says of a payload. What knows the keywords of schemas is large: it is
 * loaded with the first payload that is validated.
 */
export async function validatePayload(text: string, definition: string): Promise<SchemaCheck> {
  const { checkSchema } = await import("../common/checks/gate");
  return checkSchema(text, definition);
}
