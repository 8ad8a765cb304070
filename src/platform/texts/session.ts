import type { ErrorTable } from "./words";

/** A user's sign-in is over, or nobody can say whether it is. */
export const SESSION_TEXTS: ErrorTable = {
  "credentials/sessionEnded": (facts) => ({
    what: facts.t("The sign-in to {0} has ended.", facts.name),
    advice: facts.t("Sign in again to go on."),
    action: "signIn",
  }),
  "credentials/renewalUnknown": (facts) => ({
    what: facts.t(
      "The identity provider did not answer when the sign-in to {0} was renewed.",
      facts.name,
    ),
    advice: facts.t("Try again. If it fails again, sign in again."),
    action: "retry",
  }),
  "credentials/otherUser": (facts) => ({
    what: facts.t(
      "The renewed sign-in to {0} belongs to another user and was not used.",
      facts.name,
    ),
    advice: facts.t("Sign in again as the right user."),
    action: "signIn",
  }),
  "input/otherSignIn": (facts) => ({
    what: facts.t(
      "The end of the consent was not saved, because there was a new sign-in to {0} first.",
      facts.name,
    ),
    advice: facts.t("If the date is still right, enter it again with 'Set End of Consent…'."),
  }),
  "credentials/consentEnded": (facts) => ({
    what: facts.t("The consent for {0} has ended; nothing was sent.", facts.name),
    advice: facts.t(
      "Sign in again to renew the consent, or correct its date with 'Set End of Consent…'.",
    ),
    action: "signIn",
  }),
};
