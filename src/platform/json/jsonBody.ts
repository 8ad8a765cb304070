import { AppError } from "../base/errors";
import { positionAt } from "./position";
import { parseJsonText } from "./jsonText";

/** A body that may be sent: the text, and the bytes that it is on the wire. */
export interface JsonBody {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/**
 * Checks that the text is JSON and can be encoded. Throws `AppError` kind `payload` with `{line, column}`:
 * `payload/empty`, `payload/syntax`, `payload/tooDeep`, `payload/notUnicode`.
 */
export function readJsonBody(text: string): JsonBody {
  parseJsonText(text);
  return encodeBody(text);
}

/** @throws AppError `payload/notUnicode` for half a character */
export function encodeBody(text: string): JsonBody {
  refuseLoneSurrogates(text);
  return { text, bytes: new TextEncoder().encode(text) };
}

/** Half a character cannot be written as UTF-8: the encoder would silently send another one. */
function refuseLoneSurrogates(text: string): void {
  if (text.isWellFormed()) {
    return;
  }
  const offset = text.search(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/,
  );
  throw new AppError("payload", "payload/notUnicode", {
    values: { offset, ...positionAt(text, offset) },
  });
}
