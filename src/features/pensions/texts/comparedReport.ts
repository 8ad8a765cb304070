import type { ThreeWay } from "../common/compare/threeWay";
import { UNREADABLE } from "../common/writing/readCurrent";
import { inOneText, type WarningWords, warningWords } from "../../../platform/texts/warnings";
import {
  absentWords,
  changedFields,
  type Compared,
  conflicts,
  forgottenLines,
  putBack,
  unreadReason,
} from "./comparisonWords";
import { PENSION_WARNINGS } from "./warnings";
import { namedFields, type Wording } from "./wording";
import { formatNumber } from "../../../platform/base/texts";

/** What a comparison found, in one message. */
export function comparedReport(compared: Compared, pensionId: string, words: Wording): string {
  const { comparison, current, seen } = compared;
  const { t, time } = words;
  if (current.kind === "absent") {
    return inOneText(absentWords(current.status, t));
  }
  const unread = current.kind === "unread" ? [unreadWords(current.status, pensionId, words)] : [];
  const [first, last] = [unread.map(({ what }) => what), unread.map(({ advice }) => advice)];
  if (comparison === undefined) {
    return [...first, t("No earlier version of this pension is known."), ...last].join(" ");
  }
  const against =
    current.kind === "unread" && seen !== undefined
      ? seen.by === "sent"
        ? t("Against what was sent last ({0}):", time(seen.at))
        : t("Against the version seen last ({0}):", time(seen.at))
      : t("Pension {0}:", pensionId);
  return [
    ...first,
    against,
    ...differences(comparison, seen?.at, words),
    ...forgottenLines(compared, words),
    ...last,
  ].join(" ");
}

/** What is said beside the version that is shown, where it is not the service's of now. */
export function shownReport(
  { current, seen }: Pick<Compared, "current" | "seen">,
  pensionId: string,
  words: Wording,
): string {
  const { t, time } = words;
  if (current.kind === "present") {
    return "";
  }
  if (current.kind === "absent") {
    return inOneText(absentWords(current.status, t));
  }
  const { what, advice } = unreadWords(current.status, pensionId, words);
  return [
    what,
    seen === undefined
      ? t("No earlier version of this pension is known.")
      : seen.by === "sent"
        ? t(
            "The editor shows what was sent last ({0}); it is not known what landed.",
            time(seen.at),
          )
        : t("The editor shows the version seen last ({0}).", time(seen.at)),
    advice,
  ].join(" ");
}

/** What was taken over into a payload, and what is left to be decided. */
export function takenReport(
  taken: readonly string[],
  left: readonly string[],
  words: Wording,
): string {
  const { t, language } = words;
  const done =
    taken.length === 0
      ? t("There are no changes that could be taken over.")
      : taken.length === 1
        ? t("Took over 1 field ({0}). Save the payload to keep it.", namedFields(taken, words))
        : t(
            "Took over {0} fields ({1}). Save the payload to keep them.",
            ...[formatNumber(taken.length, language), namedFields(taken, words)],
          );
  if (left.length === 0) {
    return done;
  }
  const names = namedFields(left, words);
  const rest =
    left.length === 1
      ? t("1 field changed on both sides ({0}): the payload keeps your value.", names)
      : t(
          "{0} fields changed on both sides ({1}): the payload keeps your values.",
          ...[formatNumber(left.length, language), names],
        );
  return `${done} ${rest}`;
}

function unreadWords(status: number, pensionId: string, words: Wording): WarningWords {
  return warningWords(PENSION_WARNINGS["pensions/nowUnknown"], words.t, {
    pension: pensionId,
    reason: unreadReason(status, words),
    ...(UNREADABLE.has(status) ? { isUnreadable: 1 } : {}),
  });
}

function differences(comparison: ThreeWay, seenAt: number | undefined, words: Wording): string[] {
  const { t, language, time } = words;
  const changed = changedFields(comparison);
  if (changed.length === 0) {
    return [t("nothing differs.")];
  }
  const names = namedFields(changed, words);
  const [theirs, both] = [putBack(comparison), conflicts(comparison)];
  return [
    changed.length === 1
      ? t("1 field differs ({0}).", names)
      : t("{0} fields differ ({1}).", formatNumber(changed.length, language), names),
    ...(theirs.length > 0 && seenAt !== undefined
      ? [t("Only the service changed {0} since {1}.", namedFields(theirs, words), time(seenAt))]
      : []),
    ...(both.length > 0 ? [t("Both sides changed {0}.", namedFields(both, words))] : []),
  ];
}
