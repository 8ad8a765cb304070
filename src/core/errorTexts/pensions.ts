import type { ErrorTable } from "./words";

/** What cannot be done with a pension by what is known of it. */
export const PENSION_TEXTS: ErrorTable = {
  "pensions/outcomeUnknown": ({ t, method }) => ({
    what: t(
      "The {0} was sent, but no whole answer came: whether it landed is not known.",
      method ?? "PUT",
    ),
    advice: t("Compare with the service. Repeating it is safe: it gives the same result."),
    action: "comparePension",
  }),
  "pensions/nothingToUndo": ({ t }) => ({
    what: t("No version of this pension to go back to is known."),
    advice: t(
      "The explorer keeps what it saw before a write in memory; on disk only with the bodies of the history.",
    ),
  }),
  "pensions/notReadable": ({ t, value }) => ({
    what:
      Number(value("status")) === 404
        ? t("The service has no such pension, or does not show it to this access.")
        : t("The service's version of this pension could not be read."),
    advice: t("There is nothing to take over."),
  }),
  "pensions/noBase": ({ t }) => ({
    what: t("The version that this payload began from is not known any more."),
    advice: t("Compare with the service, and copy in the comparison what you want to have."),
    action: "comparePension",
  }),
};
