import { wellFormedText } from "./plainText";

/**
 * Text as Markdown that shows exactly this text, in one line. Every ASCII punctuation mark is
 * escaped, which CommonMark allows, so that nothing is left to start a link from: the editor's
 * own `appendText` keeps `://`, `www.` and `@`, which GitHub's Markdown turns into links.
 */
export function markdownText(text: string): string {
  // Line ends of every kind go: what reads two lines where we see one finds a block of its own.
  const line = wellFormedText(text)
    .replace(/[\s\u0085\u2028\u2029]+/g, " ")
    .trim();
  return line.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
