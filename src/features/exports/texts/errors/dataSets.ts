import type { ErrorTable } from "../../../../platform/texts/words";

/** What can be wrong with data sets of many clients. */
export const DATA_SET_TEXTS: ErrorTable = {
  "exports/dataSetThere": ({ t }) => ({
    what: t("There is something in the folder of the data set already."),
    advice: t("Choose another folder, or resume what is there from the view of exports."),
  }),
  "exports/dataSetGone": ({ t }) => ({
    what: t("There is no unfinished data set in this folder any more."),
    advice: t("Look where it was moved to, or export the clients anew; whole data sets stay."),
  }),
  "exports/dataSetDamaged": ({ t }) => ({
    what: t("What keeps track of this data set cannot be read."),
    advice: t("Keep the files of the clients if you need them, and export into another folder."),
  }),
  "exports/folderElsewhere": ({ t }) => ({
    what: t("This folder is not on the machine that the explorer runs on."),
    advice: t("Choose a folder there; a data set of many clients has too many files to copy."),
  }),
  "exports/clientName": ({ t }) => ({
    what: t("The id of this client cannot be the name of a folder."),
    advice: t("Export the list of this client by itself."),
  }),
};
