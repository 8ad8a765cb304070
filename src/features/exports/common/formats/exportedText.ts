import { open } from "node:fs/promises";
import { AppError } from "../../../../platform/base/errors";

/** Beyond that an editor gives up colours and folding, and a clipboard helps nobody. */
export const CLIPBOARD_BYTE_LIMIT = 20 * 1_048_576;
export const EDITOR_BYTE_LIMIT = 20 * 1_048_576;

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
