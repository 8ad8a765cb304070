import { AppError } from "../../../platform/base/errors";
import type { ServiceAnswer } from "../../../platform/service/client";

/**
 * The text of an answer that becomes a payload or is compared with one: never one in which
 * unreadable bytes were replaced. Throws `answer/notUtf8` then, with the answer's ids and body.
 */
export function exactText({ encoding, text, action, status, body }: ServiceAnswer): string {
  if (!encoding.exact) {
    const requestId = action.attempts.at(-1)?.requestId;
    throw new AppError("answer", "answer/notUtf8", { status, action, body, requestId });
  }
  return text;
}
