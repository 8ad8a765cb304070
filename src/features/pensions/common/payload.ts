import { AppError } from "../../../platform/base/errors";
import { encodeBody, type JsonBody } from "../../../platform/json/jsonBody";
import { positionAt } from "../../../platform/json/position";
import type { ServiceAnswer } from "../../../platform/service/client";
import { parseJsonText } from "../../../platform/json/jsonText";

/** A payload that may be sent. */
export type Payload = JsonBody;

/**
 * Checks that the text is one JSON object before anything is sent. Throws `AppError` kind
 * `payload` with `{line, column}`: `payload/empty`, `payload/syntax`, `payload/tooDeep`,
 * `payload/notObject`, `payload/notUnicode`.
 */
export function readPayload(text: string): Payload {
  const root = parseJsonText(text);
  if (root.type !== "object") {
    throw new AppError("payload", "payload/notObject", {
      values: { offset: root.offset, ...positionAt(text, root.offset) },
    });
  }
  return encodeBody(text);
}

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
