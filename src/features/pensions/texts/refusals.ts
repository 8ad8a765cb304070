import type { RefusalTable } from "../../../platform/texts/refusals";

/** Ids of clients and pensions. */
export const PENSION_REFUSALS = {
  clientId: (t) =>
    t("The id of a client in the service is a UUID, such as 5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b."),
  maskedId: (t) => t("Privacy mode shows this in place of the id. Type the id itself."),
  pensionId: (t) => t("An id cannot be '.' or '..'. Enter the id as the service knows it."),
  samePension: (t) => t("This payload is already for that pension. Enter the id of another one."),
} satisfies RefusalTable;
