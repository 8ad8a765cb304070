import type { RefusalTable } from "../../../platform/texts/refusals";

/** Pasted callback addresses, and ends of consents. */
export const SIGN_IN_REFUSALS = {
  noState: (t) =>
    t(
      "This is not the address after a sign-in: it holds no state. Copy the whole address from the browser.",
    ),
  otherCallback: (t, value) =>
    t("The address does not fit: it begins with {0} and is whole.", value("redirectUri")),
  noDate: (t) => t("This is no date: write it like 2026-12-31 or 2026-12-31 17:30."),
  consentOver: (t) => t("This time is over. Enter the end of the consent, or nothing."),
} satisfies RefusalTable;
