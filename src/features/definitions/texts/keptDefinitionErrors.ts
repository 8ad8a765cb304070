import type { ErrorFacts, ErrorTable, ErrorWords } from "../../../platform/texts/words";

/** Definitions that are kept, and what can be done with them. */
export const KEPT_DEFINITION_TEXTS: ErrorTable = {
  "definition/gone": (facts) => ({
    what: nameGone(facts),
    advice: facts.t("Import it again; until then the description that ships stands."),
  }),
  "definition/notKept": ({ t }) => ({
    what: t("The definitions could not be written to disk."),
    advice: t("Check the space that is left, then try again; nothing was changed."),
    action: "retry",
  }),
  "definition/laterVersion": ({ t }) => ({
    what: t("A later version of the explorer keeps the definitions; this one leaves them alone."),
    advice: t("Update the explorer in this window, then try again."),
  }),
  "definition/noRoom": ({ t }) => ({
    what: t("The definition is too large to be kept beside the active ones."),
    advice: t("Go back to the description for a domain, or import a smaller document."),
  }),
  "definition/notText": ({ t }) => ({
    what: t("The document is not text in UTF-8."),
    advice: t("Save it as UTF-8, then import it again."),
  }),
  "definition/fileUnreadable": ({ t }) => ({
    what: t("The file could not be read."),
    advice: t("Check that it is there and that you may read it, then import it again."),
  }),
  "definition/nothingToChoose": ({ t, value, has }): ErrorWords => ({
    what: has("name")
      ? t("No definition of {0} has been imported.", value("name"))
      : t("No definition of the provider has been imported."),
    advice: t("Import one first, from a file, the clipboard or an address of the connection."),
  }),
  "definition/noConnection": ({ t }): ErrorWords => ({
    what: t("An address can be asked only through a connection."),
    advice: t("Add a connection first, or import the document as a file."),
    action: "addConnection",
  }),
};

function nameGone({ t, value }: ErrorFacts): string {
  const name = String(value("name"));
  return name === ""
    ? t("This version of a definition is gone.")
    : t("The definition {0} is gone or damaged.", name);
}
