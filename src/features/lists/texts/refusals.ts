import type { RefusalTable } from "../../../platform/texts/refusals";

/** Queries of answers. */
export const LIST_REFUSALS = {
  jsonPath: (t, value) => t("This is not a JSONPath query: {0}.", value("problem")),
} satisfies RefusalTable;
