import { AppError, isAppError } from "../../../../platform/base/errors";
import { findHeader } from "../../../../platform/http/headers";
import { parseJsonText } from "../../../../platform/json/jsonText";
import type { ServiceAnswer } from "../../../../platform/service/client";
import { exactText } from "../exactText";

/** What claims to be JSON, and pages for people, which gateways put in its place. */
const CLAIMS_JSON = /[/+]json\b/i;
const PAGE = /^\s*(?:text\/html|application\/xhtml)/i;

/**
 * A 2xx whose body is not what it claims to be may come from anybody in between, and says nothing
 * of what was done. No body at all, or one of another kind, is the service's own way to say yes.
 * @throws AppError `answer/notUtf8`, `answer/notJson`
 */
export function refuseBroken(answer: ServiceAnswer): void {
  const type = findHeader(answer.headers, "content-type") ?? "";
  if (answer.body.byteLength === 0 || !(CLAIMS_JSON.test(type) || PAGE.test(type))) {
    return;
  }
  const { status, action, body } = answer;
  try {
    parseJsonText(exactText(answer));
  } catch (error) {
    if (isAppError(error) && error.kind === "answer") {
      throw error;
    }
    const requestId = action.attempts.at(-1)?.requestId;
    const values = isAppError(error) ? error.values : {};
    throw new AppError("answer", "answer/notJson", { status, action, body, requestId, values });
  }
}
