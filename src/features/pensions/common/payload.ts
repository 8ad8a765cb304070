import { AppError } from "../../../platform/base/errors";
import { positionAt } from "../../../platform/json/position";
import { parseJsonText } from "../../../platform/json/jsonText";

/** A payload that may be sent: the editor's text, and the bytes that it is on the wire. */
export interface Payload {
  readonly text: string;
  readonly bytes: Uint8Array;
}

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
  return encoded(text);
}

/** The same for any JSON value, as bodies of other operations may be. */
export function readJsonBody(text: string): Payload {
  parseJsonText(text);
  return encoded(text);
}

function encoded(text: string): Payload {
  refuseLoneSurrogates(text);
  return { text, bytes: new TextEncoder().encode(text) };
}

/** Half a character cannot be written as UTF-8: the encoder would silently send another one. */
function refuseLoneSurrogates(text: string): void {
  const offset = text.search(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/,
  );
  if (offset >= 0) {
    throw new AppError("payload", "payload/notUnicode", {
      values: { offset, ...positionAt(text, offset) },
    });
  }
}
