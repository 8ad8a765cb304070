import type { RefusalTable } from "../../../platform/texts/refusals";

/** Which clients a data set is of. */
export const EXPORT_REFUSALS = {
  noWord: (t) => t("An empty search would match all clients. Enter a word, or go back."),
} satisfies RefusalTable;
