import { type ErrorFacts, type Localizer, valuesOf } from "./words";

type Sentence = (
  t: Localizer["t"],
  value: ErrorFacts["value"],
  count: ErrorFacts["count"],
) => string;

/** Why a field or an input box does not take what was entered, and what it takes. */
export type RefusalTable = Readonly<Record<string, Sentence>>;

declare const ofCatalogue: unique symbol;

/** Boxes and forms take no other text, so that each is a sentence of a table. */
export type Refusal = string & { readonly [ofCatalogue]: true };

export function refusal(
  sentence: Sentence,
  { t, language }: Localizer,
  values: Readonly<Record<string, string | number>> = {},
): Refusal {
  const { value, count } = valuesOf(values, language);
  return sentence(t, value, count) as Refusal;
}

/** Of boxes of several features. */
export const PLATFORM_REFUSALS = {
  clientId: (t) => t("The id of a client is a UUID. Copy the whole id."),
  emptyInAddress: (t) => t("This value is part of the address and cannot be empty. Enter it."),
} satisfies RefusalTable;
