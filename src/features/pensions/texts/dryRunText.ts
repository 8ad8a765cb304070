import { hashBody } from "../../../platform/http/bodyHash";
import { dryRunLines } from "../../requests/common/planLines";
import type { DryRun } from "../common/writing/writer";
import { changeLines, currentLines } from "./comparisonWords";
import { effectWords, type ReviewNames } from "./reviewQuestion";
import type { Wording } from "./wording";

/** How a dry run is shown: what may stand on screen of addresses, headers and the body. */
interface DryRunShown {
  readonly names: ReviewNames;
  readonly at: number;
  /** Running text as it may be shown. */
  readonly text: (text: string) => string;
  /** The body as it may be shown: to the byte, where nothing of it is masked. */
  readonly body: string;
  readonly isMasked: boolean;
  /** BCP 47 tag of the language that numbers and spans are written in. */
  readonly language: string;
}

/** The exact request as a text: facts first, so that the body ends where the text does. */
export function dryRunText(
  { plan, review }: DryRun,
  { names, at, text, body, isMasked, language }: DryRunShown,
  words: Wording,
): string {
  const { t } = words;
  const { payload, target } = review;
  const lines = dryRunLines(plan, payload.bytes, hashBody(payload.bytes), { t, language });
  const width = Math.max(...lines.map(([name]) => name.length));
  return [
    t("Dry run of {0}: nothing was sent.", words.exactTime(at)),
    "",
    t(
      "Pension {0} of {1} on {2} (key {3}). {4}",
      ...[target.pensionId, names.client, names.environment, names.key],
      effectWords(review, words),
    ),
    ...changeLines(review, words),
    ...currentLines(review.current, words),
    ...names.warnings,
    "",
    ...lines.map(([name, value]) => `${name.padEnd(width)}  ${text(value)}`),
    "",
    isMasked
      ? t("The body, with masks because privacy mode is on:")
      : t("The body as it would leave, to the byte, until the end of this text:"),
    "",
    body,
  ].join("\n");
}
