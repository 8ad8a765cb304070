import type { ErrorTable } from "../../../../platform/texts/words";

/** What goes wrong with the files of an export. What came stays in its part. */
export const EXPORT_TEXTS: ErrorTable = {
  "exports/diskFull": ({ t }) => ({
    what: t("The disk is full; what came until then is kept."),
    advice: t("Make room, then resume the export."),
    action: "retry",
  }),
  "exports/folderGone": ({ t }) => ({
    what: t("The folder of the export is not there any more."),
    advice: t("Bring it back and resume the export, or begin another one."),
    action: "retry",
  }),
  "exports/notWritable": ({ t, value }) => ({
    what: t("The file of the export may not be written ({0}).", value("reason")),
    advice: t("Allow it and resume the export, or export to another folder."),
    action: "retry",
  }),
  "exports/notWritten": ({ t, value }) => ({
    what: t("The file of the export could not be written ({0}).", value("reason")),
    advice: t("Resume the export; if it happens again, export to another folder."),
    action: "retry",
  }),
  "exports/partGone": ({ t }) => ({
    what: t("The unfinished file of the export was moved or deleted."),
    advice: t("Begin the export anew."),
  }),
  "exports/partDamaged": ({ t }) => ({
    what: t("What is noted beside the unfinished file cannot be read."),
    advice: t("Discard it and begin the export anew."),
  }),
  "exports/partThere": ({ t }) => ({
    what: t("An unfinished export to this file is there already."),
    advice: t("Resume or discard it, or choose another name."),
  }),
  "exports/partInUse": ({ t }) => ({
    what: t("Another window is at this export."),
    advice: t("Go on with it there, or stop it there first."),
    action: "retry",
  }),
  "exports/otherMaskingKey": ({ t }) => ({
    what: t("The pseudonyms of this masked export were made under a key that is not here."),
    advice: t("Resume it where it was begun, or begin it anew: its rows would not fit together."),
  }),
  "exports/definitionChanged": ({ t }) => ({
    what: t("Another definition is active, which asks for this list otherwise."),
    advice: t("Bring the definition of before back to resume the export, or begin it anew."),
    action: "retry",
  }),
  "exports/threadBroken": ({ t }) => ({
    what: t("What writes exports in the background has stopped; the pages until then are kept."),
    advice: t("Resume the export."),
    action: "retry",
  }),
};
