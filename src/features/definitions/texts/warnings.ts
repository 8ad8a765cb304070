import type { WarningTable } from "../../../platform/texts/warnings";

/** Definitions that are kept and cannot be read. */
export const DEFINITION_WARNINGS = {
  "definition/activeUnreadable": ({ t, value }) => ({
    what: t(
      "{0} is the active definition of {1}, and cannot be read.",
      ...[value("name"), value("domain")],
    ),
    advice: t("Import it again; until then the explorer goes by its own description there."),
  }),
  "definition/listDamaged": ({ t }) => ({
    what: t("The list of definitions was damaged; what could not be read is left out."),
    advice: t(
      "Compare the definitions in the view with your files, and import again what is missing.",
    ),
  }),
} satisfies WarningTable;
