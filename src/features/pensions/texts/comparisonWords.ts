import type { ComparedField, ThreeWay } from "../common/compare/threeWay";
import { ABSENT, UNREADABLE } from "../common/writing/readCurrent";
import type { CurrentVersion, WriteReview } from "../common/writing/writer";
import { type WarningWords, warningWords } from "../../../platform/texts/warnings";
import type { Translate } from "../../../platform/texts/words";
import { PENSION_WARNINGS } from "./warnings";
import { namedFields, type Wording } from "./wording";
import { formatNumber } from "../../../platform/base/texts";

/** What was compared, and with what. */
export type Compared = Pick<WriteReview, "comparison" | "current" | "seen" | "seenMetadata">;

/** What a write would change, a sentence a line: fields, what it would put back, conflicts. */
export function changeLines(compared: Compared, words: Wording): string[] {
  const { comparison, current, seen } = compared;
  if (current.kind === "absent") {
    return goneLines(compared, words);
  }
  if (comparison === undefined) {
    return [];
  }
  const changed = changedFields(comparison);
  const lines = changed.length === 0 ? [] : [changesLine(changed, compared, words)];
  const puts = putBack(comparison);
  if (puts.length > 0 && seen !== undefined) {
    lines.push(putBackLine(puts, seen.at, words));
  }
  const both = ofSide(comparison, "both");
  if (both.length > 0) {
    lines.push(conflictLine(both, words));
  }
  return [...lines, ...forgottenLines(compared, words)];
}

/** It was there, and was not deleted from here: nothing is seen of it then. */
function goneLines({ seenMetadata }: Compared, { t, time }: Wording): string[] {
  return seenMetadata === undefined
    ? []
    : [t("You saw this pension at {0}; the service no longer shows it.", time(seenMetadata.at))];
}

/** The text of the version seen last is not kept any more: all that is known is that it changed. */
export function forgottenLines(
  { current, seen, seenMetadata }: Omit<Compared, "comparison">,
  { t, time }: Wording,
): string[] {
  const isOther =
    seen === undefined &&
    seenMetadata !== undefined &&
    current.kind === "present" &&
    current.hash !== seenMetadata.hash;
  return isOther
    ? [
        t(
          "The service's version differs from the one you saw at {0}; it is no longer known which fields the service changed.",
          time(seenMetadata.at),
        ),
      ]
    : [];
}

/** What is known of the service's version: there, not there, or not to be told. */
export function currentLines(current: CurrentVersion, { t }: Wording): string[] {
  switch (current.kind) {
    case "present":
      return [];
    case "absent":
      return [absentWords(current.status, t).what];
    case "unread":
      return [];
  }
}

/** That a service has no such pension, as far as it shows, and what to do. */
export function absentWords(status: number, t: Translate): WarningWords {
  return warningWords(PENSION_WARNINGS["pensions/absent"], t, { status });
}

/** Why it is not known what a service holds, as part of a sentence after "not known:". */
export function unreadReason(status: number, { t }: Wording): string {
  if (UNREADABLE.has(status)) {
    return t("this service does not allow pensions to be read");
  }
  if (ABSENT.has(status)) {
    return t("the service accepted it before, but a read does not find it ({0})", String(status));
  }
  if (status >= 200 && status <= 299) {
    return t("the service's answer to the read is not a pension ({0})", String(status));
  }
  return status === 0 ? t("the read failed") : t("the read failed ({0})", String(status));
}

/** Paths of what a write would change at the service. */
export function changedFields({ fields }: ThreeWay): readonly string[] {
  return fields.filter(({ side }) => side !== "same").map(({ path }) => path);
}

/** Paths that only the service changed. */
export function putBack(comparison: ThreeWay): readonly string[] {
  return ofSide(comparison, "theirs");
}

/** Paths that both changed, to different values. */
export function conflicts(comparison: ThreeWay): readonly string[] {
  return ofSide(comparison, "both");
}

/** "The service changed 1 field since you saw it at 10:31 (`value`): this would undo that." */
function putBackLine(paths: readonly string[], at: number, words: Wording): string {
  const { t, language, time } = words;
  const names = namedFields(paths, words);
  return paths.length === 1
    ? t(
        "The service changed 1 field since you saw the pension at {0} ({1}): this PUT would undo that.",
        ...[time(at), names],
      )
    : t(
        "The service changed {0} fields since you saw the pension at {1} ({2}): this PUT would undo that.",
        ...[formatNumber(paths.length, language), time(at), names],
      );
}

function conflictLine(paths: readonly string[], words: Wording): string {
  const names = namedFields(paths, words);
  return paths.length === 1
    ? words.t("1 field changed on both sides ({0}): this PUT would keep your value.", names)
    : words.t(
        "{0} fields changed on both sides ({1}): this PUT would keep your values.",
        ...[formatNumber(paths.length, words.language), names],
      );
}

function changesLine(
  paths: readonly string[],
  { current, seen }: Pick<Compared, "current" | "seen">,
  words: Wording,
): string {
  const names = namedFields(paths, words);
  if (current.kind !== "unread") {
    return words.t("Changes: {0}", names);
  }
  const count = formatNumber(paths.length, words.language);
  return seen?.by === "sent"
    ? words.t("Differs from what was sent last in {0} of its fields: {1}", count, names)
    : words.t("Differs from the version seen last in {0} of its fields: {1}", count, names);
}

function ofSide({ fields }: ThreeWay, side: ComparedField["side"]): readonly string[] {
  return fields.filter((field) => field.side === side).map(({ path }) => path);
}
