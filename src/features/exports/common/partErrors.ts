import { AppError, isAppError } from "../../../platform/base/errors";

const CODES: Readonly<Record<string, string>> = {
  ENOSPC: "exports/diskFull",
  EDQUOT: "exports/diskFull",
  EFBIG: "exports/diskFull",
  ENOENT: "exports/folderGone",
  ENOTDIR: "exports/folderGone",
  EACCES: "exports/notWritable",
  EPERM: "exports/notWritable",
  EROFS: "exports/notWritable",
};

/** What went wrong with the files of a part, as an error of ours; others pass as they are. */
export function partError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (isAppError(error) || code === undefined || !/^E[A-Z0-9]+$/.test(code)) {
    return error;
  }
  // The message of the system has the path in it; its code says enough.
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  return new AppError("input", known ?? "exports/notWritten", { values: { reason: code } });
}

/** The part of an export is not where it was. */
export function partGone(): AppError {
  return new AppError("input", "exports/partGone");
}

/** Its journal does not say what it is, or a file is none of ours. */
export function partDamaged(): AppError {
  return new AppError("input", "exports/partDamaged");
}
