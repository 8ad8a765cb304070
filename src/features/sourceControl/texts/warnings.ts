import type { WarningTable } from "../../../platform/texts/warnings";

/** Batches of which not every row landed as it was sent. */
export const BATCH_WARNINGS = {
  "batch/stopped": ({ t, value }) => ({
    what: value("summary"),
    advice: t("'Show' says why; 'Resume' plans again what did not land, and asks first."),
  }),
  "batch/notAllLanded": ({ t, value }) => ({
    what: value("summary"),
    advice: t("'Show report' says why, row by row."),
  }),
} satisfies WarningTable;
