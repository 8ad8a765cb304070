import type { RefusalTable } from "../../../platform/texts/refusals";

/** Which clients a data set is of. */
export const EXPORT_REFUSALS = {
  noWord: (t) => t("Without a word all clients would match. Enter one, or go back."),
} satisfies RefusalTable;
