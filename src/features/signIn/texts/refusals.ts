import type { RefusalTable } from "../../../platform/texts/refusals";

/** Pasted callback addresses, and ends of consents. */
export const SIGN_IN_REFUSALS = {
  noState: (t) =>
    t(
      "This is not the address after a sign-in: the parameter 'state' is missing. Copy the whole address from the browser.",
    ),
  otherCallback: (t, value) =>
    t(
      "This is not the whole address, which begins with {0}. Copy all of it and paste it again.",
      value("redirectUri"),
    ),
  noDate: (t) => t("This is not a date: write it like 2026-12-31 or 2026-12-31 17:30."),
  consentOver: (t) =>
    t(
      "This date is in the past. Enter the date on which the consent ends, or leave the field empty.",
    ),
} satisfies RefusalTable;
