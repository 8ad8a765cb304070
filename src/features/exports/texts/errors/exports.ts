import type { ErrorTable } from "../../../../platform/texts/words";

/** What goes wrong with the files of an export. What came stays in its part. */
export const EXPORT_TEXTS: ErrorTable = {
  "exports/diskFull": ({ t }) => ({
    what: t("The disk is full; the rows received so far are kept."),
    advice: t("Free some disk space, then resume the export."),
    action: "retry",
  }),
  "exports/folderGone": ({ t }) => ({
    what: t("The folder of the export no longer exists."),
    advice: t("Put the folder back and resume the export, or start another export."),
    action: "retry",
  }),
  "exports/notWritable": ({ t, value }) => ({
    what: t("You have no permission to write the file of the export ({0}).", value("reason")),
    advice: t("Get the permission and resume the export, or export to another folder."),
    action: "retry",
  }),
  "exports/notWritten": ({ t, value }) => ({
    what: t("The file of the export could not be written ({0}).", value("reason")),
    advice: t("Resume the export. If it fails again, export to another folder."),
    action: "retry",
  }),
  "exports/partGone": ({ t }) => ({
    what: t("The unfinished file of the export was moved or deleted."),
    advice: t("Export again."),
  }),
  "exports/partDamaged": ({ t }) => ({
    what: t("The progress file of the unfinished export cannot be read."),
    advice: t("Discard the unfinished export, then export again."),
  }),
  "exports/partThere": ({ t }) => ({
    what: t("An unfinished export to this file is there already."),
    advice: t("Resume or discard it, or choose another name."),
  }),
  "exports/partInUse": ({ t }) => ({
    what: t("This export is running in another window."),
    advice: t("Continue it there, or stop it there first."),
    action: "retry",
  }),
  "exports/otherMaskingKey": ({ t }) => ({
    what: t("This masked export was begun with another key for its pseudonyms."),
    advice: t("Resume it on the computer where it was begun, or export again."),
  }),
  "exports/definitionChanged": ({ t }) => ({
    what: t("Another definition is active now, so the export cannot go on."),
    advice: t("Choose the earlier definition again and resume the export, or export again."),
    action: "retry",
  }),
  "exports/keyChanged": ({ t }) => ({
    what: t(
      "The subscription key of the connection was changed, so the export cannot go on; another key can mean another environment.",
    ),
    advice: t("Export again. Resume it only where the new key is for the same environment."),
    action: "retry",
  }),
  "exports/threadBroken": ({ t }) => ({
    what: t("The background process for exports stopped; the pages that were loaded are kept."),
    advice: t("Resume the export."),
    action: "retry",
  }),
};
