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

/** What of a text has to be replaced, from `start` to before `end`, to make another of it. */
interface ChangedPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const HIGH_SURROGATE = /[\uD800-\uDBFF]/;
const LOW_SURROGATE = /[\uDC00-\uDFFF]/;

/**
 * The one part that differs: what is around it, cursors and folded parts among it, stays. It holds no
 * half of a surrogate pair, for the editor would replace the whole pair by that half.
 */
export function changedPart(before: string, after: string): ChangedPart {
  let start = 0;
  while (before[start] === after[start] && start < before.length) {
    start++;
  }
  if (HIGH_SURROGATE.test(before.charAt(start - 1))) {
    start--;
  }
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) {
    end++;
  }
  if (end > 0 && LOW_SURROGATE.test(before.charAt(before.length - end))) {
    end--;
  }
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}
