import { open } from "node:fs/promises";
import { AppError } from "../../../errors";

/** A longer text would hold a clipboard or an editor up, and nobody reads it. */

export const TEXT_BYTE_LIMIT = 5 * 1_048_576;

/**
 * A file that was exported as a text, without a byte order mark. Throws `AppError` kind `input`:
 * `exports/tooLargeForText` with `{limitBytes}`.
 */
export async function exportedText(path: string, limitBytes: number): Promise<string> {
  const file = await open(path, "r");
  try {
    if ((await file.stat()).size > limitBytes) {
      throw new AppError("input", "exports/tooLargeForText", { values: { limitBytes } });
    }
    return new TextDecoder().decode(await file.readFile());
  } finally {
    await file.close();
  }
}
