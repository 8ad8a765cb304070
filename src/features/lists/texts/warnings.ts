import type { WarningTable } from "../../../platform/texts/warnings";

/** Lists that are open and cannot be asked for any more. */
export const LIST_WARNINGS = {
  "lists/notDefined": ({ t }) => ({
    what: t("The active interface definition does not have this list."),
    advice: t("Choose the definition that has it, or open another list."),
  }),
} satisfies WarningTable;
