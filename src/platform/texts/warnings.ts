import type { ErrorFacts, ErrorWords, Translate } from "./words";

/** What a warning is made of: nothing was thrown, so there is no error that tells more. */
type WarningFacts = Pick<ErrorFacts, "t" | "value" | "has">;

export type WarningWords = Pick<ErrorWords, "what" | "advice">;

type Warning = (facts: WarningFacts) => WarningWords;

/** Warnings by code; part of the catalogue as the sentences of errors are. */
export type WarningTable = Readonly<Record<string, Warning>>;

type WarningValues = Readonly<Record<string, string | number>>;

export function warningWords(
  warning: Warning,
  t: Translate,
  values: WarningValues = {},
): WarningWords {
  return warning({
    t,
    value: (name) => String(values[name] ?? ""),
    has: (name) => values[name] !== undefined,
  });
}

/** A warning as one text. */
export function warningText(warning: Warning, t: Translate, values?: WarningValues): string {
  return inOneText(warningWords(warning, t, values));
}

/** What happened and what to do, as one text. */
export function inOneText({ what, advice }: WarningWords): string {
  return `${what} ${advice}`;
}
