import { mkdir, realpath, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { AppError, isAppError } from "../../../platform/base/errors";
import { payloadPath, type PayloadTarget } from "../../pensions/common/target";
import type { WrittenFile } from "../common/toolServices";

/** Writes a payload file that is not there yet, as the explorer names such files. */
export async function writeNewPayload(
  folder: string,
  target: PayloadTarget,
  text: string,
): Promise<WrittenFile> {
  const path = payloadPath(target);
  const file = join(folder, path);
  try {
    await mkdir(dirname(file), { recursive: true });
    // A link could lead out of the folder that was named.
    const [root, place] = await Promise.all([realpath(folder), realpath(dirname(file))]);
    if (!place.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new AppError("input", "assistants/noFolder");
    }
    await writeFile(file, text, { flag: "wx" });
  } catch (cause) {
    if (isAppError(cause)) {
      throw cause;
    }
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    throw new AppError("input", isThere ? "assistants/fileThere" : "assistants/noFolder", {
      cause,
    });
  }
  return { path, outcome: "created" };
}
