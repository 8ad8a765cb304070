import type { RefusalTable } from "../../../platform/texts/refusals";

/** Addresses of definitions. */
export const DEFINITION_REFUSALS = {
  otherServer: (t, value) =>
    t(
      "{1} may fetch only addresses below {0}. Download the document yourself, then import its file.",
      ...[value("roots"), value("label")],
    ),
} satisfies RefusalTable;
