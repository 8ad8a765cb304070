import type { ErrorTable } from "../../../../platform/texts/words";

/** What can go wrong with exports beside their parts: their places, and taking them up again. */
export const EXPORT_TARGET_TEXTS: ErrorTable = {
  "exports/notPlaced": ({ t }) => ({
    what: t("The export is complete, but could not be moved to its folder."),
    advice: t("Check the folder and the space that is left, then resume it; nothing was lost."),
  }),
  "exports/partElsewhere": ({ t }) => ({
    what: t("This file is not on the machine that the explorer runs on."),
    advice: t(
      "Copy the unfinished export and its progress file to that machine, then choose it there.",
    ),
  }),
  "exports/none": ({ t }) => ({
    what: t("No export is selected or running."),
    advice: t("Export a list, or choose an export in the Exports view."),
  }),
};
