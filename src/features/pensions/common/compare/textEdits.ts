import type { TextEdit } from "../checks/findings";

/** A text with edits, which are in its order and do not overlap. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const edit of edits) {
    parts.push(text.slice(end, edit.offset), edit.text);
    end = edit.offset + edit.length;
  }
  return [...parts, text.slice(end)].join("");
}

/** In the order of the text, those that touch each other as one. */
export function joined(edits: readonly TextEdit[]): TextEdit[] {
  const sorted = [...edits].sort((one, other) => one.offset - other.offset);
  const found: TextEdit[] = [];
  for (const edit of sorted) {
    const before = found.at(-1);
    if (before === undefined || before.offset + before.length < edit.offset) {
      found.push(edit);
    } else {
      const { offset } = before;
      const length = before.length + edit.length;
      found[found.length - 1] = { offset, length, text: before.text + edit.text };
    }
  }
  return found;
}
