import type { ErrorTable } from "../../../../platform/texts/words";

/** What can go wrong with exports beside their parts: their places, and taking them up again. */
export const EXPORT_TARGET_TEXTS: ErrorTable = {
  "exports/notPlaced": ({ t }) => ({
    what: t("The export is whole, but could not be put in its place."),
    advice: t("Check the folder and the space that is left, then resume it; nothing was lost."),
  }),
  "exports/partElsewhere": ({ t }) => ({
    what: t("This file is not on the machine that the explorer runs on."),
    advice: t("Copy the part and its journal there, then choose it."),
  }),
  "exports/none": ({ t }) => ({
    what: t("There is no export that this could be done with."),
    advice: t("Begin one from a list, or look at the view of exports."),
  }),
};
