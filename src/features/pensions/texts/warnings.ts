import type { WarningTable } from "../../../platform/texts/warnings";

/** Writes that did not do what was asked, and pensions that cannot be seen. */
export const PENSION_WARNINGS = {
  "pensions/folderNotWritable": ({ t }) => ({
    what: t("The open folder cannot be written to. The payload is an untitled document."),
    advice: t("Save it where you want to keep it."),
  }),
  "pensions/landedOtherwise": ({ t, value }) => ({
    what: t("Landed. {0}.", value("fields")),
    advice: t("'Show' compares what was sent with what came back."),
  }),
  "pensions/nothingLanded": ({ t, value }) => ({
    what: t("The PUT was accepted, but no field landed as it was sent: {0}.", value("fields")),
    advice: t("'Show' compares what was sent with what came back."),
  }),
  "pensions/notThere": ({ t, value, has }) => ({
    what: has("readAt")
      ? t(
          "The PUT was accepted ({0}), but a read at {1} shows the pension as it was before.",
          ...[value("answered"), value("readAt")],
        )
      : t(
          "The PUT was accepted ({0}), but a read after it finds no such pension.",
          value("answered"),
        ),
    advice: t("The service may show it later. Compare with the service before you send it again."),
  }),
  "pensions/notSeen": ({ t, value, has }) => ({
    what: t(
      "The PUT was accepted ({0}), but its answer shows no pension, and {1}: what landed is not known.",
      ...[value("answered"), value("reason")],
    ),
    advice: has("isUnreadable")
      ? t("Ask the operator what the service holds before you send it again.")
      : t("Compare with the service before you send it again."),
  }),
  "pensions/stillThere": ({ t, value }) => ({
    what: t(
      "The DELETE was accepted, but a read after it still shows pension {0} of {1}.",
      ...[value("pension"), value("client")],
    ),
    advice: t("Read the pension again; a second DELETE is safe."),
  }),
  "pensions/absent": ({ t, value }) => ({
    what: t("The service has no such pension, or you have no access to it ({0}).", value("status")),
    advice: t("Check the ids of client and pension. A PUT would create the pension."),
  }),
  "pensions/nowUnknown": ({ t, value, has }) => ({
    what: t(
      "It is not known what the service now holds of pension {0}: {1}.",
      ...[value("pension"), value("reason")],
    ),
    advice: has("isUnreadable")
      ? t("Ask the operator what the service holds.")
      : t("Compare again later. If it fails again, ask the operator what the service holds."),
  }),
  "pensions/changedSince": ({ t, value, has }) => ({
    what: has("fields")
      ? t(
          "Nothing was written. The service changed {0} since you saw the pension.",
          value("fields"),
        )
      : t("Nothing was written. The service's version of the pension has changed."),
    advice: t("Compare with the service before you send it again."),
  }),
} satisfies WarningTable;
