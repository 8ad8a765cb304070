import { AppError } from "../../../platform/base/errors";
import { encodeBody, type JsonBody } from "../../../platform/json/jsonBody";
import { positionAt } from "../../../platform/json/position";
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
