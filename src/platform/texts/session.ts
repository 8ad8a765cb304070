import type { ErrorTable } from "./words";

/** A user's sign-in is over, or nobody can say whether it is. */
export const SESSION_TEXTS: ErrorTable = {
  "credentials/sessionEnded": (facts) => ({
    what: facts.t("The sign-in to {0} has ended.", facts.name),
    advice: facts.t("Sign in again to go on."),
    action: "signIn",
  }),
  "credentials/renewalUnknown": (facts) => ({
    what: facts.t("No answer came when the sign-in to {0} was renewed.", facts.name),
    advice: facts.t("Try again. You may have to sign in again."),
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
      "There was a new sign-in to {0}, so the end of the consent was not saved.",
      facts.name,
    ),
    advice: facts.t("If the date is right for the new sign-in too, enter it again."),
  }),
  "credentials/consentEnded": (facts) => ({
    what: facts.t("The consent that {0} works with has ended; nothing was sent.", facts.name),
    advice: facts.t("Sign in again to renew the consent, or correct its end."),
    action: "signIn",
  }),
};
