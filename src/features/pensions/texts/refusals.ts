import type { RefusalTable } from "../../../platform/texts/refusals";

/** Ids of clients and pensions. */
export const PENSION_REFUSALS = {
  clientId: (t) => t("A client id is a UUID, such as 5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b."),
  maskedId: (t) => t("Privacy mode shows this in place of the id. Type the id itself."),
  pensionId: (t) => t("An id is any text but . and .., which cannot be part of an address."),
  samePension: (t) => t("That is the pension of this payload. Choose another id."),
} satisfies RefusalTable;
