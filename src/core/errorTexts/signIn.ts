import type { ErrorTable } from "./words";

/** Signing in through a browser: what came back, what was refused, what is missing for it. */
export const SIGN_IN_TEXTS: ErrorTable = {
  "credentials/signInNeeded": (facts) => ({
    what: facts.t("Nobody is signed in to {0}.", facts.name),
    advice: facts.t("Sign in in the browser, then try again."),
    action: "signIn",
  }),
  "credentials/callbackRejected": (facts) => ({
    what: facts.t("The address that came back fits no sign-in to {0}.", facts.name),
    advice: facts.t("If a sign-in waits, finish it in the browser; else sign in anew."),
    action: "signIn",
  }),
  "credentials/signInRefused": (facts) => ({
    what: facts.t("The identity provider ended the sign-in ({0}).", facts.value("error")),
    advice:
      facts.value("error") === "access_denied"
        ? facts.t("Sign in to {0} again and consent, or as another user.", facts.name)
        : facts.t("Check client ID, scopes and response type of {0}.", facts.name),
    action: "signIn",
  }),
  "credentials/codeRefused": (facts) => ({
    what: facts.t("The identity provider did not take the code ({0}).", facts.value("error")),
    advice: facts.t("Sign in to {0} again; a code is good for a short time, once.", facts.name),
    action: "signIn",
  }),
  "credentials/proofKeyRefused": (facts) => ({
    what: facts.t("The identity provider did not take the code; it may not know PKCE."),
    advice: facts.t("Sign in to {0} again without PKCE, or ask the operator.", facts.name),
    action: "signInWithoutProofKey",
  }),
  "credentials/keysUnknown": (facts) => ({
    what: facts.t("It is not known where the identity provider has its keys."),
    advice: facts.t("Choose the response type 'code' for {0}; it works without.", facts.name),
    action: "showLog",
  }),
  "input/callbackUrl": (facts) => ({
    what: facts.t("The callback URL of {0} cannot be used to sign in.", facts.name),
    advice: facts.t("Enter it as registered: a whole address with a path, nothing behind it."),
  }),
  "input/tokenParameter": (facts) => ({
    what: facts.has("name")
      ? facts.t(
          "The extra token parameter '{0}' is set by the sign-in itself.",
          facts.value("name"),
        )
      : facts.t("An extra token parameter is set by the sign-in itself."),
    advice: facts.t("Take it out of the extra token parameters of {0}.", facts.name),
  }),
};
