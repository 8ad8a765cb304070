import { AppError } from "../errors";

/**
 * A body as text: UTF-8 checked strictly, one byte order mark stripped.
 * @throws AppError kind `answer`, code `answer/notUtf8`
 */
export function decodeText(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new AppError("answer", "answer/notUtf8", { body });
  }
}
