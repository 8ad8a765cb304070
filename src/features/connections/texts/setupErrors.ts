import type { ErrorTable } from "../../../platform/texts/words";

/** Connections that cannot be made, exported or imported as they stand. */
export const SETUP_TEXTS: ErrorTable = {
  "input/draft": ({ t }) => ({
    what: t("The connection is not complete yet."),
    advice: t("Correct the fields that are marked; nothing was saved."),
  }),
  "input/nothingToExport": ({ t }) => ({
    what: t("There is no connection of your own to export."),
    advice: t(
      "Add a connection first. The connection of the sandbox does not count: each start creates another.",
    ),
  }),
  "input/connectionFile": ({ t, value, has }) => ({
    what: has("path")
      ? t(
          "The file cannot be imported: the value of {0} is not valid (line {1}, column {2}).",
          value("path"),
          value("line"),
          value("column"),
        )
      : t(
          "The file cannot be imported as it is (line {0}, column {1}).",
          value("line"),
          value("column"),
        ),
    advice: t("Correct what is marked in it, then import it again; nothing was changed."),
  }),
  "input/connectionFileUnreadable": ({ t }) => ({
    what: t("The file could not be read."),
    advice: t("Choose a JSON file of at most 1 MB that you may read; nothing was changed."),
  }),
};
