import { toJsonSchema } from "@valibot/to-json-schema";
import type { AssistantTool } from "../../../manifest";
import { TOOL_INPUTS } from "../messages/toolInputs";

/** What a tool takes, as JSON Schema (draft 7), for those who publish it. */
export function inputSchemaOf(name: AssistantTool): {
  readonly type: "object";
  readonly [keyword: string]: unknown;
} {
  const whole = toJsonSchema(TOOL_INPUTS[name], {
    ...{ target: "draft-07", typeMode: "input", errorMode: "ignore" },
  });
  // Which dialect it is in, the protocols say.
  const keywords = Object.entries(whole).filter(([keyword]) => keyword !== "$schema");
  return { ...Object.fromEntries(keywords), type: "object" };
}
