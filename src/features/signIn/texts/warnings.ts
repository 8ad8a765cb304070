import type { WarningTable } from "../../../platform/texts/warnings";

/** Sign-ins that nobody began, and consents that end. */
export const SIGN_IN_WARNINGS = {
  "signIn/noneWaits": ({ t }) => ({
    what: t("No sign-in is waiting for this callback address."),
    advice: t("Run 'Sign In' again. A callback address works once, within five minutes."),
  }),
  "signIn/consentEnds": ({ t, value }) => ({
    what: t(
      "The consent of {0} ends in {1}, on {2}.",
      ...[value("name"), value("remaining"), value("date")],
    ),
    advice: t("Sign in again before then, or its calls will be refused."),
  }),
  "signIn/consentEnded": ({ t, value }) => ({
    what: t("The consent of {0} ended on {1}.", value("name"), value("date")),
    advice: t("Sign in again to renew it; calls of this connection are refused until then."),
  }),
} satisfies WarningTable;
