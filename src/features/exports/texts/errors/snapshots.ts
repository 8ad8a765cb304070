import type { ErrorTable } from "../../../../platform/texts/words";

/** What went wrong with exports that were kept to be compared. */
export const SNAPSHOT_TEXTS: ErrorTable = {
  "snapshots/folderGone": ({ t, value }) => ({
    what: t("The folder of snapshots, {0}, cannot be read.", value("name")),
    advice: t("Choose the folder again, or another one."),
  }),
  "snapshots/folderElsewhere": ({ t }) => ({
    what: t("This folder is not on the machine that the explorer runs on."),
    advice: t("Choose a folder on that machine."),
  }),
  "snapshots/gone": ({ t, value }) => ({
    what: t("The snapshot {0} cannot be read.", value("name")),
    advice: t("Choose another snapshot, or the folder that it was moved to."),
  }),
  "snapshots/tooLarge": ({ t, value }) => ({
    what: t("The snapshot {0} has more than 400 MB, too much to compare.", value("name")),
    advice: t("Analyze it with a tool for large data, such as DuckDB."),
  }),
  "snapshots/damaged": ({ t, value, has }) => ({
    what: has("line")
      ? t("{0} is no snapshot: line {1} is not JSON.", value("name"), value("line"))
      : t("{0} is no snapshot: it is not JSON.", value("name")),
    advice: t("Choose a file of JSON Lines or JSON, as the explorer exports them."),
  }),
  "snapshots/noList": ({ t, value }) => ({
    what: t("{0} is JSON, but holds no list.", value("name")),
    advice: t("Choose a file of JSON Lines or JSON, as the explorer exports them."),
  }),
  "snapshots/maskedBesideRows": ({ t }) => ({
    what: t("This snapshot is masked, and privacy mode is off: every value would differ."),
    advice: t("Turn privacy mode on, or choose a snapshot that was kept without it."),
  }),
  "snapshots/maskedBesideOther": ({ t }) => ({
    what: t("One of these snapshots is masked and the other is not: every value would differ."),
    advice: t("Choose two that are both masked, or both not."),
  }),
};
