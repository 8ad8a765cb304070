import type { ErrorTable } from "../../../../platform/texts/words";

/** What can be wrong with data sets of many clients. */
export const DATA_SET_TEXTS: ErrorTable = {
  "exports/dataSetThere": ({ t }) => ({
    what: t("The folder of the data set is not empty."),
    advice: t("Choose another folder, or resume the data set in the Exports view."),
  }),
  "exports/dataSetGone": ({ t }) => ({
    what: t("There is no longer an unfinished data set in this folder."),
    advice: t("If it was moved, move it back. Otherwise export the clients again."),
  }),
  "exports/dataSetDamaged": ({ t }) => ({
    what: t("The progress file of this data set cannot be read."),
    advice: t("Keep the files of the clients if you need them, and export into another folder."),
  }),
  "exports/folderElsewhere": ({ t }) => ({
    what: t("This folder is not on the machine that the explorer runs on."),
    advice: t(
      "Choose a folder on the remote machine. A data set cannot be written to this computer.",
    ),
  }),
  "exports/clientName": ({ t }) => ({
    what: t("The id of this client cannot be the name of a folder."),
    advice: t("Export the list of this client by itself."),
  }),
};
