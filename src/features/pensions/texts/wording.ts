import { formatNumber } from "../../../platform/base/texts";
import type { Localizer } from "../../../platform/texts/words";

/** What sentences about pensions are made with, in the user's language and time. */
export interface Wording extends Localizer {
  /** "10:42", with the date where that is not today. */
  readonly time: (at: number) => string;
  /** "10:42:07". */
  readonly exactTime: (at: number) => string;
  /** A path of a payload as it may be shown. */
  readonly field: (path: string) => string;
}

/** More field names than this do not fit a message. */
const NAMED_FIELDS = 3;

/** Characters of a field's name: more would hide the rest of a question. */
const LONGEST_NAME = 100;

/** "`value`, `provider`, `units` and 4 more". */
export function namedFields(paths: readonly string[], words: Wording): string {
  const { t, language } = words;
  const shown = paths
    .slice(0, NAMED_FIELDS)
    .map((path) => namedField(path, words))
    .join(", ");
  return paths.length > NAMED_FIELDS
    ? t("{0} and {1} more", shown, formatNumber(paths.length - NAMED_FIELDS, language))
    : shown;
}

/**
 * "`value`": one line of it. Whoever names a field could else write lines of a question, or turn
 * round what stands beside it.
 */
export function namedField(path: string, { field }: Wording): string {
  return `\`${inOneLine(field(path).replaceAll("`", " "))}\``;
}

/** A text without line breaks, controls and what turns writing round; not longer than a line. */
export function inOneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 1)}…`;
}

/** "2 fields change." */
export function changeCount(changes: number, { t, language }: Wording): string {
  return changes === 1
    ? t("1 field changes.")
    : t("{0} fields change.", formatNumber(changes, language));
}
