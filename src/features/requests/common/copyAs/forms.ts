import { bashText } from "./bash";
import { cmdText } from "./cmd";
import { csharpText } from "./csharp";
import { httpFileText } from "./httpFile";
import { powershellText } from "./powershell";
import { pythonText } from "./python";
import type { CopyRequest } from "./request";
import { typescriptText } from "./typescript";

/** Every form in which a request can be copied, in the order of the choice. */
export const COPY_FORMS = [
  "bash",
  "powershell",
  "cmd",
  "csharp",
  "typescript",
  "python",
  "http",
] as const;
export type CopyForm = (typeof COPY_FORMS)[number];

const WRITERS: Readonly<Record<CopyForm, (request: CopyRequest) => string>> = {
  bash: bashText,
  powershell: powershellText,
  cmd: cmdText,
  csharp: csharpText,
  typescript: typescriptText,
  python: pythonText,
  http: httpFileText,
};

/**
 * A request as a text that makes it again, byte for byte.
 * @throws AppError `input/copyForm` where the form has no way to write it
 */
export function copyAs(form: CopyForm, request: CopyRequest): string {
  return WRITERS[form](request);
}
