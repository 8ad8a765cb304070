import type { ErrorTable } from "../../../platform/texts/words";

/** Connections that cannot be made, exported or imported as they stand. */
export const SETUP_TEXTS: ErrorTable = {
  "input/draft": ({ t }) => ({
    what: t("The connection is not complete yet."),
    advice: t("Correct the fields that are marked; nothing was saved."),
  }),
  "input/nothingToExport": ({ t }) => ({
    what: t("There is no connection of your own to export."),
    advice: t("Add a connection first. That of the sandbox is new at each start."),
  }),
  "input/connectionFile": ({ t, value, has }) => ({
    what: has("path")
      ? t(
          "The file cannot be imported: {0} does not fit (line {1}, column {2}).",
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
    advice: t("Choose a JSON text of at most 1 MB; nothing was changed."),
  }),
};
