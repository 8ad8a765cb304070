import type { WarningTable } from "../../../platform/texts/warnings";
import type { Translate } from "../../../platform/texts/words";

/** Exports that came to their end and may not hold all that they should. */
export const EXPORT_WARNINGS = {
  "exports/notWhole": ({ t, value, has }) => ({
    what: has("total")
      ? t("Only {0} of {1} were exported: {2}.", value("came"), value("total"), value("cause"))
      : t("Exported: {0}, but the list may have more: {1}.", ...[value("came"), value("cause")]),
    advice: [t("This part is kept ({0}).", value("kept")), makeWhole(t, has("remedies"))].join(" "),
  }),
  "exports/repeatedRows": ({ t, value }) => ({
    what:
      value("count") === "1"
        ? t("The service sent 1 row more than once, and the file holds each copy.")
        : t(
            "The service sent {0} rows more than once, and the file holds each copy.",
            value("rows"),
          ),
    advice: t("Remove the copies before you count or add up."),
  }),
  "exports/clientsRefused": ({ t, value }) => ({
    what:
      value("count") === "1"
        ? t("The service refused 1 client.")
        : t("The service refused {0}.", value("clients")),
    advice: t("The manifest of the data set says why."),
  }),
  "exports/clientsWithoutId": ({ t, value }) => ({
    what: t(
      "Left out, because the service gave no id for their lists to be read by: {0}.",
      value("clients"),
    ),
    advice: makeWhole(t, false),
  }),
  "exports/listsNotWhole": ({ t, value, has }) => ({
    what: [
      t("The lists of {0} may be incomplete.", value("clients")),
      t("The first of them: {0}", value("first")),
    ].join(" "),
    advice: makeWhole(t, has("remedies")),
  }),
  "exports/interrupted": ({ t, value, has }) => ({
    what: has("clients")
      ? t("An export was interrupted: {0}, after {1}.", value("name"), value("clients"))
      : has("page")
        ? t("An export was interrupted: {0}, at page {1}.", value("name"), value("page"))
        : t("{0} exports were interrupted.", value("count")),
    advice: has("count")
      ? t("Resume them in the Exports view.")
      : t("Resume it in the Exports view."),
  }),
} satisfies WarningTable;

/** What to do about what is not known to be whole; buttons are there where pages can be asked for otherwise. */
export function makeWhole(t: Translate, hasButtons: boolean): string {
  return hasButtons
    ? t(
        "Choose another way of paging with a button of this message, or ask the operator what is missing.",
      )
    : t("Ask the operator of the service what is missing.");
}
