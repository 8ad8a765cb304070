import { formatNumber } from "../../../platform/base/texts";
import type { Localizer } from "../../../platform/texts/words";
import type { ErrorText } from "../../../platform/texts/errorText";
import type { PlanRow } from "../common/plan";
import { isSent, type PayloadEffect, type PayloadGroup, type PayloadState } from "../common/state";
import {
  changedFields,
  conflicts,
  putBack,
  unreadReason,
} from "../../pensions/texts/comparisonWords";
import { namedFields, type Wording } from "../../pensions/texts/wording";

/** The letter of a payload in lists of files. */
type PayloadLetter = "A" | "M" | "?" | "C" | "!";

/** The letter of a payload; undefined where it would change nothing. */
export function letterOf({
  effect,
  basis,
}: Pick<PayloadState, "effect" | "basis">): PayloadLetter | undefined {
  switch (effect) {
    case "create":
      return "A";
    case "replace":
      return "M";
    case "unknown":
      return basis === undefined ? "?" : "M";
    case "conflict":
      return "C";
    case "invalid":
      return "!";
    case "nothing":
      return undefined;
  }
}

/** "Create", "No change": what a PUT would do, in a word or two. */
export function effectWord(effect: PayloadEffect, { t }: Pick<Wording, "t">): string {
  return {
    create: t("Create"),
    replace: t("Replace"),
    unknown: t("Unknown"),
    nothing: t("No change"),
    conflict: t("Conflict"),
    invalid: t("Invalid"),
  }[effect];
}

/** How a group of the source-control view is called. */
export function groupLabel(group: PayloadGroup, { t }: Pick<Wording, "t">): string {
  return {
    staged: t("Staged"),
    changes: t("Changes"),
    conflicts: t("Conflicts"),
    unknown: t("Unknown"),
    invalid: t("Invalid"),
  }[group];
}

/** What a payload is shown by: its state, and what the service said where it could not be read. */
interface ShownState {
  readonly state: PayloadState;
  /** Of the read in this window; absent where none was made. */
  readonly current?: PlanRow["current"];
  /** Sentences of the state's problem, where it has one. */
  readonly problem?: Pick<ErrorText, "what" | "advice"> | undefined;
}

/** "2 fields: `value`, `provider`"; "" where there is nothing to say. */
export function changesWords({ effect, comparison }: PayloadState, words: Wording): string {
  const { t, language } = words;
  const paths = comparison === undefined ? [] : changedFields(comparison);
  if (effect === "invalid" || effect === "nothing" || paths.length === 0) {
    return "";
  }
  const names = namedFields(paths, words);
  return paths.length === 1
    ? t("1 field: {0}", names)
    : t("{0} fields: {1}", formatNumber(paths.length, language), names);
}

/** Why a payload is as it is, in a sentence or two; "" where the effect says all. */
export function noteOf(shown: ShownState, words: Wording): string {
  const { state, problem } = shown;
  const unchecked = state.isUnchecked === true ? [uncheckedLine(words)] : [];
  const said =
    state.effect === "invalid" && problem !== undefined
      ? [problem.what, problem.advice]
      : sentencesOf(shown, words);
  return [...said, ...unchecked].filter((sentence) => sentence !== "").join(" ");
}

/** "Pension: replace, 2 fields: `value`, `provider` (read 10:42)", for tooltips. */
export function tooltipOf(shown: ShownState, words: Wording): string {
  const { t } = words;
  const { state } = shown;
  const changes = changesWords(state, words);
  const parts = [effectWord(state.effect, words), changes].filter((part) => part !== "").join(", ");
  return [t("Pension: {0}", parts), noteOf(shown, words), basisLine(state, words)]
    .filter((line) => line !== "")
    .join("\n");
}

/** "Compared with the service, read 10:42."; "" where there was nothing to compare with. */
function basisLine({ basis, at }: PayloadState, { t, time }: Wording): string {
  if (basis === undefined || at === undefined) {
    return "";
  }
  return basis === "now"
    ? t("Compared with the service, read {0}.", time(at))
    : t("Compared with the version seen last ({0}).", time(at));
}

/** Whether a row of a plan is sent when the plan is applied. */
export function isApplied({ state: { effect } }: Pick<PlanRow, "state">): boolean {
  return isSent(effect);
}

/** "12 payloads would be written: 2 create, 9 replace, 1 unknown. 8 payloads are left out: …" */
export function planSummary(rows: readonly PlanRow[], words: Wording): string {
  const [sent, left] = [rows.filter(isApplied), rows.filter((row) => !isApplied(row))];
  const { t, language } = words;
  const first =
    sent.length === 0
      ? t("Nothing would be written.")
      : sent.length === 1
        ? t("1 payload would be written: {0}.", countWords(effectsOf(sent), words))
        : t(
            "{0} payloads would be written: {1}.",
            formatNumber(sent.length, language),
            countWords(effectsOf(sent), words),
          );
  return [first, leftOutLine(left, words)].filter((line) => line !== "").join(" ");
}

/** "2 create, 9 replace, 1 conflict", in the order in which they matter; "" of none. */
export function countWords(effects: readonly PayloadEffect[], { t, language }: Localizer): string {
  const word = (effect: PayloadEffect, amount: number): string => {
    const count = formatNumber(amount, language);
    return {
      create: t("{0} create", count),
      replace: t("{0} replace", count),
      unknown: t("{0} unknown", count),
      conflict: amount === 1 ? t("1 conflict") : t("{0} conflicts", count),
      invalid: t("{0} invalid", count),
      nothing: t("{0} without a change", count),
    }[effect];
  };
  return EFFECTS.map((effect) => ({
    effect,
    count: effects.filter((one) => one === effect).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ effect, count }) => word(effect, count))
    .join(", ");
}

/** "8 are left out: 6 no change, 1 conflict, 1 invalid."; "" where none is. */
export function leftOutLine(left: readonly PlanRow[], words: Wording): string {
  const { t, language } = words;
  if (left.length === 0) {
    return "";
  }
  const counts = countWords(effectsOf(left), words);
  return left.length === 1
    ? t("1 payload is left out: {0}.", counts)
    : t("{0} payloads are left out: {1}.", formatNumber(left.length, language), counts);
}

const EFFECTS: readonly PayloadEffect[] = [
  "create",
  "replace",
  "unknown",
  "conflict",
  "invalid",
  "nothing",
];

function effectsOf(rows: readonly PlanRow[]): readonly PayloadEffect[] {
  return rows.map(({ state }) => state.effect);
}

function sentencesOf({ state, current }: ShownState, words: Wording): string[] {
  const { t } = words;
  switch (state.effect) {
    case "create":
      return [t("The service shows no such pension.")];
    case "unknown":
      return [unknownLine(current, words), ...seenLine(state, words)];
    case "conflict":
      return conflictLines(state, current, words);
    case "nothing":
    case "replace":
    case "invalid":
      return [];
  }
}

function unknownLine(current: ShownState["current"], words: Wording): string {
  switch (current?.kind) {
    case "unread":
      return words.t(
        "It is not known whether a PUT creates or replaces the pension: {0}.",
        unreadReason(current.status, words),
      );
    case "absent":
      return words.t(
        "It is not known whether a PUT creates or replaces the pension: {0}.",
        unreadReason(current.status, words),
      );
    default:
      return words.t(
        "It is not known whether a PUT creates or replaces the pension: the service was not read.",
      );
  }
}

function seenLine({ basis, at }: PayloadState, { t, time }: Wording): string[] {
  return basis === "seen" && at !== undefined
    ? [t("Compared with the version seen last ({0}).", time(at))]
    : [t("No earlier version of this pension is known.")];
}

function conflictLines(
  { comparison }: PayloadState,
  current: ShownState["current"],
  words: Wording,
): string[] {
  const { t } = words;
  if (comparison === undefined) {
    const status = current?.kind === "absent" ? current.status : 0;
    return [
      status === 0
        ? t("The pension was seen before, but the service no longer has it.")
        : t("The pension was seen before, but the service no longer has it ({0}).", String(status)),
    ];
  }
  const [theirs, both] = [putBack(comparison), conflicts(comparison)];
  if (theirs.length + both.length === 0) {
    return [
      t(
        "The service's version differs from the one seen last; it is no longer known which fields the service changed.",
      ),
    ];
  }
  return [
    ...(theirs.length > 0 ? [t("The service changed {0}.", namedFields(theirs, words))] : []),
    ...(both.length > 0 ? [t("Both sides changed {0}.", namedFields(both, words))] : []),
  ];
}

function uncheckedLine({ t }: Wording): string {
  return t("The definition's schema cannot be used: the payload was not checked against it.");
}
