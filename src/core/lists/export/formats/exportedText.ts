import { open } from "node:fs/promises";
import { AppError } from "../../../errors";

/** Bytes of a text that a clipboard, or an editor with colours, is good for. */
export const CLIPBOARD_BYTE_LIMIT = 20_000_000;
export const EDITOR_BYTE_LIMIT = 20_000_000;

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
