import { megabytes } from "./answers";
import type { ErrorTable } from "./words";

/** Rows that came and could not be written in the form that was wanted. */
export const EXPORT_FORM_TEXTS: ErrorTable = {
  "exports/linesDamaged": ({ t, value }) => ({
    what: t("The rows that came are not as they were written, from row {0} on.", value("line")),
    advice: t("Another program may have changed the file. Export the list again."),
  }),
  "exports/tooLargeForMarkdown": (facts) => ({
    what: facts.t(
      "This is more than a Markdown table is good for: {0} rows or {1} MB.",
      ...[facts.value("limitRows"), megabytes(facts)],
    ),
    advice: facts.t("Export it as CSV or JSON Lines, or show fewer rows and export those."),
  }),
  "exports/tooLargeForText": (facts) => ({
    what: facts.t(
      "This is more than {0} MB, too much for a clipboard or an editor.",
      megabytes(facts),
    ),
    advice: facts.t("Export it to a file; all rows that came are still there."),
  }),
  "exports/rowsChanged": ({ t }) => ({
    what: t("The rows, or how they are masked, changed while they were being exported."),
    advice: t("Wait until the list is loaded, then export it again; nothing was written."),
  }),
};
