import type { Localizer, Translate } from "../../../platform/texts/words";
import { shownName } from "../common/shownName";
import type { DriftFinding, EndpointDrift } from "../common/drift/drift";
import { formatNumber } from "../../../platform/base/texts";

/** One sentence for one finding: "`items[].isin` (string) is not in the definition." */
export function driftSentence(finding: DriftFinding, { t, language }: Localizer): string {
  const { path, count } = finding;
  const name = path === "" ? t("The answer") : shownName(path);
  const sentence = sentenceOf(finding, name, t);
  return count === 1
    ? sentence
    : `${sentence} ${t("Seen {0} times.", formatNumber(count, language))}`;
}

function sentenceOf({ kind, expected, seen }: DriftFinding, name: string, t: Translate): string {
  switch (kind) {
    case "new":
      return t("{0} ({1}) is not in the definition.", name, seen ?? "");
    case "missing":
      return t("The definition requires {0}, but it was missing.", name);
    case "type":
      return t("{0} is {1}; the definition says {2}.", name, seen ?? "", expected ?? "");
  }
}

/** "2 new fields, 1 with another type"; that all is as defined where nothing was found. */
export function driftSummary(
  { findings }: Pick<EndpointDrift, "findings">,
  { t, language }: Localizer,
): string {
  const number = (value: number): string => formatNumber(value, language);
  const count = (kind: DriftFinding["kind"]): number =>
    findings.filter((finding) => finding.kind === kind).length;
  const [added, missing, retyped] = [count("new"), count("missing"), count("type")];
  const parts = [
    added === 0 ? "" : added === 1 ? t("1 new field") : t("{0} new fields", number(added)),
    missing === 0
      ? ""
      : missing === 1
        ? t("1 missing field")
        : t("{0} missing fields", number(missing)),
    retyped === 0 ? "" : t("{0} with another type", number(retyped)),
  ].filter((part) => part !== "");
  return parts.length === 0 ? t("as the definition says") : parts.join(", ");
}
