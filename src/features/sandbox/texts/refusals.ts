import type { RefusalTable } from "../../../platform/texts/refusals";

/** Ports of a sandbox for other programs. */
export const SANDBOX_REFUSALS = {
  port: (t) => t("Enter a whole number from 0 to 65,533."),
} satisfies RefusalTable;
