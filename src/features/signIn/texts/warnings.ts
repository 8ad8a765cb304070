import type { WarningTable } from "../../../platform/texts/warnings";

/** Sign-ins that nobody began, and consents that end. */
export const SIGN_IN_WARNINGS = {
  "signIn/noneWaits": ({ t }) => ({
    what: t("No sign-in waits for this address."),
    advice: t("Begin one with 'Sign In' from the connection."),
  }),
  "signIn/consentEnds": ({ t, value }) => ({
    what: t(
      "The consent of {0} ends in {1}, on {2}.",
      ...[value("name"), value("remaining"), value("date")],
    ),
    advice: t("Renew it before then, or its calls will be refused."),
  }),
  "signIn/consentEnded": ({ t, value }) => ({
    what: t("The consent of {0} ended on {1}.", value("name"), value("date")),
    advice: t("Renew it; calls of this connection are refused until then."),
  }),
} satisfies WarningTable;
