import { translatable } from "../../../platform/base/texts";
import type { Landing } from "../common/compare/landing";
import type { Evidence, WriteResult } from "../common/writing/writer";
import { inOneText, warningText, warningWords } from "../../../platform/texts/warnings";
import { PENSION_WARNINGS } from "./warnings";
import { namedFields, type Wording } from "./wording";
import { formatNumber } from "../../../platform/base/texts";

/** What a PUT did, to be told. */
export interface LandingReport {
  readonly severity: "information" | "warning";
  readonly message: string;
}

type Reported = Pick<
  WriteResult,
  "status" | "statusText" | "evidence" | "verdict" | "landing" | "stayed"
>;

/** "Landed. 11 fields stored as sent, 1 added (`lastUpdated`). Evidence: the PUT response." */
export function landingReport(result: Reported, words: Wording): LandingReport {
  const { evidence, landing, verdict, stayed } = result;
  if (verdict === "notThere") {
    return { severity: "warning", message: notThere(result, words) };
  }
  if (verdict === "notSeen" || landing === undefined) {
    return { severity: "warning", message: notSeen(result, words) };
  }
  const disagreement = disagreementOf(evidence, words);
  const told = landingWords(landing, stayed, words);
  const code = isNothingKept(landing) ? "pensions/nothingLanded" : "pensions/landedOtherwise";
  const { what, advice } = warningWords(PENSION_WARNINGS[code], words.t, { fields: told });
  const whole = [what, evidenceWords(evidence, words), ...disagreement].join(" ");
  const isClean = verdict === "landed" && stayed.length === 0 && disagreement.length === 0;
  return isClean
    ? { severity: "information", message: whole }
    : { severity: "warning", message: inOneText({ what: whole, advice }) };
}

function isNothingKept({ kept, changed, ignored }: Landing): boolean {
  return kept.length === 0 && changed.length + ignored.length > 0;
}

/** "11 fields stored as sent, 1 ignored by the service (`colour`), 1 added (`lastUpdated`)". */
function landingWords(
  { kept, changed, ignored, added }: Landing,
  stayed: readonly string[],
  words: Wording,
): string {
  const { t, language } = words;
  const parts = [
    kept.length === 1
      ? t("1 field stored as sent")
      : t("{0} fields stored as sent", formatNumber(kept.length, language)),
  ];
  const say = (paths: readonly string[], sentence: string): void => {
    if (paths.length > 0) {
      parts.push(t(sentence, formatNumber(paths.length, language), namedFields(paths, words)));
    }
  };
  say(
    changed.map(({ path }) => path),
    translatable("{0} changed by the service ({1})"),
  );
  say(ignored, translatable("{0} ignored by the service ({1})"));
  say(stayed, translatable("{0} left out but still there ({1})"));
  say(
    added.filter((path) => !stayed.includes(path)),
    translatable("{0} added ({1})"),
  );
  return parts.join(", ");
}

function notSeen({ status, statusText, evidence }: Reported, { t }: Wording): string {
  const answered = `${status} ${statusText}`.trim();
  const why = {
    notPossible: t("this service does not allow pensions to be read"),
    failed: t("the read after it failed"),
    absent: t("the read after it found no such pension"),
  };
  return warningText(PENSION_WARNINGS["pensions/notSeen"], t, {
    answered,
    reason: why[evidence.unread ?? "failed"],
    ...(evidence.unread === "notPossible" ? { isUnreadable: 1 } : {}),
  });
}

function notThere({ status, statusText, evidence }: Reported, { t, exactTime }: Wording): string {
  const answered = `${status} ${statusText}`.trim();
  return warningText(PENSION_WARNINGS["pensions/notThere"], t, {
    answered,
    ...(evidence.read === undefined ? {} : { readAt: exactTime(evidence.read.at) }),
  });
}

/** What the report rests on, and what it could not rest on. */
function evidenceWords({ answer, read, unread }: Evidence, { t, exactTime }: Wording): string {
  if (read !== undefined) {
    return answer === undefined
      ? t("Evidence: a read at {0}; the PUT response shows no pension.", exactTime(read.at))
      : t("Evidence: the PUT response and a read at {0}.", exactTime(read.at));
  }
  if (unread === "absent") {
    return t("Evidence: only the PUT response; the read after it found no such pension.");
  }
  return unread === "notPossible"
    ? t("Evidence: only the PUT response; this service does not allow pensions to be read.")
    : t("Evidence: only the PUT response; the read after it failed.");
}

/** Where answer and read tell different things, the read counts: it came later. */
function disagreementOf({ answer, read }: Evidence, words: Wording): string[] {
  if (answer === undefined || read === undefined || sameLanding(answer, read.landing)) {
    return [];
  }
  return [
    words.t(
      "The PUT response shows something else: {0}. The read after it counts.",
      landingWords(answer, [], words),
    ),
  ];
}

function sameLanding(one: Landing, other: Landing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
