import { applyEdits, format } from "jsonc-parser";

const FORMATTING = { insertSpaces: true, tabSize: 2, eol: "\n", insertFinalNewline: true };

/** The same JSON with line breaks and indentation; only white space changes. */
export function layOut(text: string): string {
  return applyEdits(text, format(text, undefined, FORMATTING));
}
