import type { WarningTable } from "../../../platform/texts/warnings";

/** Batches of which not every row landed as it was sent. */
export const BATCH_WARNINGS = {
  "batch/stopped": ({ t, value }) => ({
    what: value("summary"),
    advice: t("'Show' says why. 'Resume' goes on with what did not land, after you confirm."),
  }),
  "batch/notAllLanded": ({ t, value }) => ({
    what: value("summary"),
    advice: t("'Show report' says of each which it is, and why."),
  }),
} satisfies WarningTable;
