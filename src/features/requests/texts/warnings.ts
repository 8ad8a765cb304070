import type { WarningTable } from "../../../platform/texts/warnings";
import { REQUEST_REFUSALS } from "./refusals";

/** Trace ids that cannot be used, and answers that are not kept. */
export const REQUEST_WARNINGS = {
  "requests/traceId": ({ t }) => ({
    what: t("Calls cannot carry this trace id."),
    advice: REQUEST_REFUSALS.traceId(t),
  }),
  "requests/nothingToCompare": ({ t, value }) => ({
    what: t("The answer of this request is not kept, so there is nothing to compare."),
    advice:
      value("isRead") === "1"
        ? t("Send it again, or choose a request whose answer is kept.")
        : t("Choose a request whose answer is kept."),
  }),
  "requests/notRecorded": ({ t }) => ({
    what: t("This request is no longer recorded."),
    advice: t("It was cleared, or more recent ones took its place. Close this tab."),
  }),
} satisfies WarningTable;
