import type { WarningTable } from "../../../platform/texts/warnings";

/** Rows of the tree that tell of others which are not there. */
export const EXPLORER_WARNINGS = {
  "explorer/noClients": ({ t }) => ({
    what: t("No clients."),
    advice: t("There are none, or this access is not allowed to see them."),
  }),
  "explorer/leftOut": ({ t, value }) => ({
    what: t("{0} of {1} shown.", value("came"), value("total")),
    advice: t("Open the list to see all rows."),
  }),
  "explorer/rowsMissing": ({ t, value, has }) => ({
    what: has("total")
      ? t("Rows: {0} of {1}; {2}.", ...[value("came"), value("total"), value("cause")])
      : t("Rows: {0} or more; {1}.", value("came"), value("cause")),
    advice: t("Open the list: its panel offers what to do."),
  }),
} satisfies WarningTable;
