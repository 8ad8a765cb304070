import type { WarningTable } from "../../../platform/texts/warnings";
import type { Translate } from "../../../platform/texts/words";

/** Lists that do not come, or not as they were asked for, and what cannot be made of their rows. */
export const LIST_WARNINGS = {
  "lists/notDefined": ({ t }) => ({
    what: t("The active interface definition does not have this list."),
    advice: t("Choose the definition that has it, or open another list."),
  }),
  "lists/connectionGone": ({ t }) => ({
    what: t("The connection of this list no longer exists."),
    advice: t("Close this tab and open the list from the tree."),
  }),
  "lists/cancelled": ({ t }) => ({
    what: t("Cancelled."),
    advice: t("Press Reload."),
  }),
  "lists/restored": ({ t }) => ({
    what: t("This list was restored without its rows."),
    advice: t("Press Reload to load them."),
  }),
  "lists/invalidated": ({ t }) => ({
    what: t("The rows were removed: the connection now has another service, environment or user."),
    advice: t("Press Reload to load the list from there."),
  }),
  "lists/tabFailed": ({ t }) => ({
    what: t("This view could not be loaded."),
    advice: t("Close the tab and open the list again."),
  }),
  "lists/copyFailed": ({ t }) => ({
    what: t("Copying failed."),
    advice: t("Try again. If it fails again, reload the list."),
  }),
  "lists/openFailed": ({ t }) => ({
    what: t("This row or value could not be opened."),
    advice: t("Reload the list and try again."),
  }),
  "lists/rowsFailed": ({ t }) => ({
    what: t("These rows could not be read."),
    advice: t("Press Retry. If it fails again, reload the list."),
  }),
  "lists/summaryFailed": ({ t }) => ({
    what: t("The summary of this column could not be made."),
    advice: t("Close it and try again. If it fails again, run 'Show Log' to see the error."),
  }),
  "lists/mixedUnits": ({ t, value }) => ({
    what: t(
      "These values have different currencies or units ({0}) and are not converted.",
      value("units"),
    ),
    advice: t("Filter the rows for one of them."),
  }),
  "lists/chartFailed": ({ t }) => ({
    what: t("The chart could not be made."),
    advice: t("Try again. If it fails again, run 'Show Log' to see the error."),
  }),
  "lists/imageFailed": ({ t }) => ({
    what: t("The picture could not be made."),
    advice: t("Make the panel smaller and try again."),
  }),
  "lists/comparisonFailed": ({ t }) => ({
    what: t("The comparison could not be made."),
    advice: t("Try again. If it fails again, run 'Show Log' to see the error."),
  }),
  "lists/nothingMatches": ({ t }) => ({
    what: t("No row of one side matches a row of the other."),
    advice: t("Choose other columns to match by, or another side."),
  }),
  "lists/sumsFailed": ({ t }) => ({
    what: t("The values could not be added up."),
    advice: t("Try again. If it fails again, run 'Show Log' to see the error."),
  }),
  "lists/noRowsToDraw": ({ t }) => ({
    what: t("No rows to draw."),
    advice: t("Load a page, or remove filters in the table."),
  }),
  "lists/nothingToDraw": ({ t }) => ({
    what: t("These rows hold nothing that can be drawn."),
    advice: t("See them in the table."),
  }),
  "lists/drawnColumnGone": ({ t }) => ({
    what: t("The column of the chart is not in these rows."),
    advice: t("Choose another column."),
  }),
  "lists/noNumbers": ({ t }) => ({
    what: t("There is no number to draw."),
    advice: t("Choose other values, or count rows."),
  }),
  "lists/valuesHidden": ({ t }) => ({
    what: t("Privacy mode hides these values."),
    advice: t("Count rows instead, or turn privacy mode off."),
  }),
  "lists/noPlaces": ({ t }) => ({
    what: t("A chart of lines or points needs a column of dates or numbers."),
    advice: t("Choose another column, or bars."),
  }),
  "lists/nothingPositive": ({ t }) => ({
    what: t("A donut needs values above zero."),
    advice: t("Draw bars instead."),
  }),
  "lists/valueMissing": ({ t, value }) => ({
    what: t("This list needs a value for {0}.", value("names")),
    advice: t("Choose it under Parameters above, then press Apply."),
  }),
  "lists/pageCancelled": ({ t, value }) => ({
    what: t("Page {0} was not loaded, because it was cancelled.", value("page")),
    advice: t("The rows from before are shown; press 'Load again' to load it."),
  }),
  "lists/noRows": ({ t, value }) => ({
    what: noRows(t, value("operationId")),
    advice:
      value("place") === "late"
        ? t(
            "The service says that there are some: it may count its pages from 0. Press 'Count pages from 0' to try.",
          )
        : value("place") === "later"
          ? t("The list ends before this page. Go back to the first one.")
          : t("There are none, or this access is not allowed to see them."),
  }),
} satisfies WarningTable;

function noRows(t: Translate, operationId: string | number): string {
  switch (operationId) {
    case "listClients":
      return t("No clients on this page.");
    case "listHoldings":
      return t("No holdings on this page.");
    case "listResults":
      return t("No results on this page.");
    default:
      return t("No rows on this page.");
  }
}
