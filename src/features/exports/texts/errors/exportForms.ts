import { megabytes } from "../../../../platform/texts/answers";
import type { ErrorTable } from "../../../../platform/texts/words";

/** Rows that came and could not be written in the form that was wanted. */
export const EXPORT_FORM_TEXTS: ErrorTable = {
  "exports/linesDamaged": ({ t, count, has }) => ({
    what: has("line")
      ? t("The exported rows were changed on disk from row {0} on.", count("line"))
      : t("The exported rows were changed on disk."),
    advice: t("Another program may have changed the file. Export the list again."),
  }),
  "exports/tooLargeForMarkdown": (facts) => ({
    what: facts.has("limitRows")
      ? facts.t(
          "This is too large for a Markdown table: the limit is {0} rows or {1} MB.",
          ...[facts.count("limitRows"), megabytes(facts)],
        )
      : facts.t("This is too large for a Markdown table."),
    advice: facts.t("Export it as CSV or JSON Lines, or show fewer rows and export those."),
  }),
  "exports/tooLargeForText": (facts) => ({
    what: facts.has("limitBytes")
      ? facts.t("These rows are more than {0} MB, too much to copy or to edit.", megabytes(facts))
      : facts.t("These rows are too much to copy or to edit."),
    advice: facts.t("Export them to a file. All loaded rows are still there."),
  }),
  "exports/rowsChanged": ({ t }) => ({
    what: t("The rows of this list are still loading, or have just changed."),
    advice: t("Wait until the list is loaded, then export it again. Nothing was written."),
  }),
};
