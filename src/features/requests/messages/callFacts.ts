import * as v from "valibot";
import type { Shape } from "../../../platform/base/messageSchemas";

/** What there is of a call, as conditions of menus name it. */
export const callFacts = v.object({
  /** It left, and that has ended. */
  hasAttempts: v.boolean(),
  /** The head of an answer came. */
  hasAnswer: v.boolean(),
  /** Something of its body came, which may not be kept any more. */
  hasAnswerBody: v.boolean(),
  hasRequestId: v.boolean(),
  hasTraceId: v.boolean(),
});
export type CallFacts = Shape<typeof callFacts>;
