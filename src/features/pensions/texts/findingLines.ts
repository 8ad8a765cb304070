import { parsePointer } from "../../../platform/json/jsonPointer";
import { positionAt } from "../../../platform/json/position";
import { formatNumber } from "../../../platform/base/texts";
import type { Localizer } from "../../../platform/texts/words";
import type { Finding, SchemaCheck, SchemaFinding } from "../common/checks/findings";
import { namedField, type Wording } from "./wording";

/** What is to be said of a payload before it leaves; none of it keeps it back. */
export interface PayloadFindings {
  /** Where it does not fit the definition. */
  readonly schema: SchemaCheck;
  /** How many warnings of the checks that run while typing. */
  readonly warnings: number;
}

/** More than these do not fit a modal. */
const NAMED_FINDINGS = 3;

/** "2 fields do not fit the definition: `value` (line 12) must be number, …", "3 warnings". */
export function findingLines(
  { schema, warnings }: PayloadFindings,
  text: string,
  words: Wording,
): string[] {
  const { t, language } = words;
  const lines: string[] = [];
  const count = schema.findings.length + schema.more;
  if (schema.unusable) {
    lines.push(
      t("The definition's schema cannot be used: the payload was not checked against it."),
    );
  }
  if (count > 0) {
    const named = schema.findings
      .slice(0, NAMED_FINDINGS)
      .map((finding) => findingWords(finding, text, words))
      .join(", ");
    const rest = count - NAMED_FINDINGS;
    const list = rest > 0 ? t("{0} and {1} more", named, formatNumber(rest, language)) : named;
    lines.push(
      count === 1
        ? t("1 field does not fit the definition: {0}.", list)
        : t("{0} fields do not fit the definition: {1}.", formatNumber(count, language), list),
    );
  }
  if (warnings > 0) {
    lines.push(
      warnings === 1
        ? t("1 warning, marked in the payload.")
        : t("{0} warnings, marked in the payload.", formatNumber(warnings, language)),
    );
  }
  return lines;
}

/** What a rule says of a place. */
export function findingSentence(
  { message, values }: Pick<Finding, "message" | "values">,
  { t, language }: Localizer,
): string {
  const written = (value: string | number): string =>
    typeof value === "number" ? formatNumber(value, language) : value;
  return t(message, ...values.map(written));
}

function findingWords(
  { pointer, message, values, offset }: SchemaFinding,
  text: string,
  words: Wording,
): string {
  const { t } = words;
  const { line } = positionAt(text, offset);
  const path = pathOf(pointer);
  const said = t(message, ...values);
  return path === ""
    ? t("line {0} {1}", String(line), said)
    : t("{0} (line {1}) {2}", namedField(path, words), String(line), said);
}

/** A JSON Pointer (RFC 6901) as fields are named elsewhere: `contributions[0].amount`. */
function pathOf(pointer: string): string {
  return parsePointer(pointer).reduce(
    (path, part) =>
      /^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`,
    "",
  );
}
