import type { WarningTable } from "../../../platform/texts/warnings";

/** Trace ids that cannot be used, and answers that are not kept. */
export const REQUEST_WARNINGS = {
  "requests/traceId": ({ t }) => ({
    what: t("Calls cannot carry this trace id."),
    advice: t("Use 1 to 96 letters, digits and . _ - for a trace id."),
  }),
  "requests/nothingToCompare": ({ t, value }) => ({
    what: t("The answer of this request is not kept, so there is nothing to compare."),
    advice:
      value("isRead") === "1"
        ? t("Send it again, or choose a request whose answer is kept.")
        : t("Choose a request whose answer is kept."),
  }),
} satisfies WarningTable;
