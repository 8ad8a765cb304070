import type { RefusalTable } from "../../../platform/texts/refusals";

/** Addresses of definitions. */
export const DEFINITION_REFUSALS = {
  otherServer: (t, value) =>
    t(
      "Only addresses below {0} can be asked through {1}. Save the document, and import its file.",
      ...[value("roots"), value("label")],
    ),
} satisfies RefusalTable;
