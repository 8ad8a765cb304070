/** Characters of a name from a document or an answer: more would hide the rest of a sentence. */
const LONGEST_NAME = 120;

/**
 * A name as it may stand in a sentence: "`contributions[].amount`", one line of it. Documents and
 * answers could else write lines of a report, or turn round what stands beside their names.
 */
export function shownName(name: string): string {
  const line = name.replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}`]+/gu, " ").trim();
  return `\`${line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 1)}…`}\``;
}
