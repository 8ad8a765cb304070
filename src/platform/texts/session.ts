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
    advice: facts.t("Try again; if it was used up meanwhile, you are asked to sign in."),
    action: "retry",
  }),
  "credentials/otherUser": (facts) => ({
    what: facts.t("The renewal of {0} came back for another user and was not used.", facts.name),
    advice: facts.t("Sign in again as the user you mean to be."),
    action: "signIn",
  }),
  "input/otherSignIn": (facts) => ({
    what: facts.t(
      "There is another sign-in to {0} by now: the end of the consent was not set.",
      facts.name,
    ),
    advice: facts.t("Set it anew, if it holds for this sign-in too."),
  }),
  "credentials/consentEnded": (facts) => ({
    what: facts.t("The consent that {0} works with has ended; nothing was sent.", facts.name),
    advice: facts.t("Sign in again to renew the consent, or correct its end."),
    action: "signIn",
  }),
};
