import type { Landing } from "../compare/landing";
import type { Evidence, WriteResult } from "../writing/writer";
import { namedFields, type Wording } from "./wording";

/** What a PUT did, to be told. */
export interface LandingReport {
  readonly severity: "information" | "warning";
  readonly message: string;
}

type Reported = Pick<WriteResult, "status" | "statusText" | "evidence" | "landing">;

/** "Landed. 11 fields kept, 1 added (`lastUpdated`). Evidence: the PUT response." */
export function landingReport(result: Reported, words: Wording): LandingReport {
  const { evidence, landing } = result;
  if (landing === undefined) {
    return { severity: "warning", message: notShown(result, words) };
  }
  const disagreement = disagreementOf(evidence, words);
  const message = [
    words.t("Landed. {0}.", landingWords(landing, words)),
    evidenceWords(evidence, words),
    ...disagreement,
  ].join(" ");
  const isClean =
    landing.changed.length === 0 && landing.ignored.length === 0 && disagreement.length === 0;
  return { severity: isClean ? "information" : "warning", message };
}

/** "11 fields kept, 1 ignored by the service (`colour`), 1 added (`lastUpdated`)". */
export function landingWords(landing: Landing, words: Wording): string {
  const { kept, changed, ignored, added } = landing;
  const { t } = words;
  const parts = [kept.length === 1 ? t("1 field kept") : t("{0} fields kept", kept.length)];
  if (changed.length > 0) {
    const names = namedFields(
      changed.map(({ path }) => path),
      words,
    );
    parts.push(t("{0} changed by the service ({1})", changed.length, names));
  }
  if (ignored.length > 0) {
    parts.push(t("{0} ignored by the service ({1})", ignored.length, namedFields(ignored, words)));
  }
  if (added.length > 0) {
    parts.push(t("{0} added ({1})", added.length, namedFields(added, words)));
  }
  return parts.join(", ");
}

function notShown({ status, statusText, evidence }: Reported, { t }: Wording): string {
  const answered = `${status} ${statusText}`.trim();
  const why =
    evidence.unread === "notPossible"
      ? t("this service does not let pensions be read")
      : t("a read afterwards showed no pension");
  return t(
    "The PUT was accepted ({0}). What landed could not be checked: its answer shows no pension, and {1}.",
    answered,
    why,
  );
}

/** What the report rests on, and what it could not rest on. */
function evidenceWords({ answer, read, unread }: Evidence, { t, exactTime }: Wording): string {
  if (read !== undefined) {
    return answer === undefined
      ? t("Evidence: a read at {0}; the PUT response shows no pension.", exactTime(read.at))
      : t("Evidence: the PUT response and a read at {0}.", exactTime(read.at));
  }
  return unread === "failed"
    ? t("Evidence: the PUT response alone; a read after it failed.")
    : t("Evidence: the PUT response alone; this service does not let pensions be read.");
}

/** Where answer and read tell different things, the read counts: it came later. */
function disagreementOf({ answer, read }: Evidence, words: Wording): string[] {
  if (answer === undefined || read === undefined || sameLanding(answer, read.landing)) {
    return [];
  }
  return [
    words.t("The PUT response said otherwise: {0}. The read counts.", landingWords(answer, words)),
  ];
}

function sameLanding(one: Landing, other: Landing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
