import type { WarningTable } from "../../../platform/texts/warnings";
import type { Translate } from "../../../platform/texts/words";

/** Exports that came to their end and may not hold all that they should. */
export const EXPORT_WARNINGS = {
  "exports/notWhole": ({ t, value, has }) => ({
    what: has("total")
      ? t("{0} of {1} came: {2}.", value("came"), value("total"), value("cause"))
      : t(
          "{0} came, and whether these are all is not known: {1}.",
          ...[value("came"), value("cause")],
        ),
    advice: t("This part is kept ({0}); export the list again in another way.", value("kept")),
  }),
  "exports/repeatedRows": ({ t, value }) => ({
    what:
      value("count") === "1"
        ? t("1 row came more than once and stands so in the file.")
        : t("{0} rows came more than once and stand so in the file.", value("rows")),
    advice: t("Count each of them once."),
  }),
  "exports/clientsRefused": ({ t, value }) => ({
    what:
      value("count") === "1"
        ? t("1 client was refused.")
        : t("{0} were refused.", value("clients")),
    advice: t("See the manifest for why."),
  }),
  "exports/clientsWithoutId": ({ t, value }) => ({
    what: t("Left out, since nothing tells an id to ask for them by: {0}.", value("clients")),
    advice: makeAgain(t),
  }),
  "exports/listsNotWhole": ({ t, value }) => ({
    what: [
      t("The lists of {0} are not known to be whole.", value("clients")),
      t("Of the first: {0}", value("first")),
    ].join(" "),
    advice: makeAgain(t),
  }),
  "exports/interrupted": ({ t, value, has }) => ({
    what: has("clients")
      ? t("An export was interrupted: {0}, after {1}.", value("name"), value("clients"))
      : has("page")
        ? t("An export was interrupted: {0}, at page {1}.", value("name"), value("page"))
        : t("{0} exports were interrupted.", value("count")),
    advice: has("count") ? t("They can be resumed.") : t("It can be resumed."),
  }),
} satisfies WarningTable;

/** What to do about a data set that is not known to be whole. */
export function makeAgain(t: Translate): string {
  return t("Make the data set again in another way.");
}
