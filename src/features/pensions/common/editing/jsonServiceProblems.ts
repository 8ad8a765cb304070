import { translatable } from "../../../../platform/base/texts";
import type { RuleId } from "../checks/findings";

/** A problem as the editor lists it. */
export interface ListedProblem {
  readonly source: string | undefined;
  readonly code: string | number | undefined;
  /** Of lines and characters: start and end, in whatever words, the same for the same place. */
  readonly place: string;
}

/** What the editor's JSON service calls a name that occurs twice (its `ErrorCode.DuplicateKey`). */
const DUPLICATE_KEY = 0x208;
/** Its remark that a field is out of date, which says nothing of the value. */
const DEPRECATED = 2;
/** From here on its problems with the schema itself. */
const SCHEMA_PROBLEMS = 0x300;

/**
 * True where the editor's JSON service reports at the same place what a rule reports: one fact,
 * one squiggle. It has no codes for patterns and formats, so whatever it has against a value counts.
 */
export function isReportedByJsonService(
  rule: RuleId,
  place: string,
  others: readonly ListedProblem[],
): boolean {
  const there = others.filter((other) => other.place === place && isOfJsonService(other));
  switch (rule) {
    case "duplicateField":
      return there.some(({ code }) => code === DUPLICATE_KEY);
    case "uuid":
    case "date":
    case "currency":
      return there.some(({ code }) => isAboutValue(code));
    default:
      return false;
  }
}

/** Source of problems that stand in for the JSON service, where that is given no schema. */
export const SCHEMA_SOURCE = translatable("Financial Planning schema");

/** Only what it has against the syntax bears its name. */
function isOfJsonService({ source }: ListedProblem): boolean {
  return source === undefined || source === "json" || source === SCHEMA_SOURCE;
}

function isAboutValue(code: string | number | undefined): boolean {
  const number = Number(code ?? 0);
  return number !== DEPRECATED && number !== DUPLICATE_KEY && !(number >= SCHEMA_PROBLEMS);
}
