import type { RefusalTable } from "../../../platform/texts/refusals";

/** Secrets and prefixes, which are asked for in a box; the form's fields are in `draftTexts.ts`. */
export const CONNECTION_REFUSALS = {
  secretEmpty: (t) => t("Enter a value, or press Escape."),
  resultsPrefix: (t) =>
    t("Begin with a slash and use letters, digits and - . _ ~ only. No part may be . or .. alone."),
  otherValue: (t) => t("This value is not accepted here. Enter another one."),
} satisfies RefusalTable;
