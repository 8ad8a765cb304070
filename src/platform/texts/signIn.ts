import { scopeRefused } from "./credentials";
import type { ErrorFacts, ErrorTable, ErrorWords } from "./words";

/** Signing in through a browser: what came back, what was refused, what is missing for it. */
export const SIGN_IN_TEXTS: ErrorTable = {
  "credentials/signInNeeded": (facts) => ({
    what: facts.t("Nobody is signed in to {0}.", facts.name),
    advice: facts.t("Choose 'Sign In', finish it in the browser, then try again."),
    action: "signIn",
  }),
  "credentials/callbackRejected": (facts) => ({
    what: facts.t(
      "The callback address does not belong to the sign-in to {0} that is in progress (state).",
      facts.name,
    ),
    advice: facts.t("Finish that sign-in in the browser, or start again with 'Sign In'."),
    action: "signIn",
  }),
  "credentials/signInRefused": refusedSignIn,
  "credentials/codeRefused": (facts) => ({
    what: facts.t("The identity provider did not accept the code ({0}).", facts.value("error")),
    advice: facts.t(
      "Sign in to {0} again. A code can be used once, and only for a short time.",
      facts.name,
    ),
    action: "signIn",
  }),
  "credentials/proofKeyRefused": (facts) => ({
    what: facts.t(
      "The identity provider did not accept the authorization code. It may not support PKCE.",
    ),
    advice: facts.t(
      "Run 'Sign In Without PKCE…' for {0}, or ask the operator whether PKCE is supported.",
      facts.name,
    ),
    action: "signInWithoutProofKey",
  }),
  "credentials/proofKeyNamed": (facts) => ({
    what: facts.t("The identity provider refused PKCE ({0}).", facts.value("error")),
    advice: facts.t(
      "Run 'Sign In Without PKCE…' for {0}, or ask the operator to support PKCE.",
      facts.name,
    ),
    action: "signInWithoutProofKey",
  }),
  "credentials/proofKeyRequired": (facts) => ({
    what: facts.t(
      "The identity provider refused PKCE ({0}), which {1} requires.",
      facts.value("error"),
      facts.name,
    ),
    advice: facts.t(
      "Ask the operator to support PKCE with S256, or change PKCE with 'Edit Connection…'.",
    ),
    action: "showLog",
  }),
  "credentials/proofKeyWanted": (facts) => ({
    what: facts.t(
      "The identity provider wants PKCE ({0}), and none was sent.",
      facts.value("error"),
    ),
    advice: facts.t("Use PKCE for {0}, then sign in again.", facts.name),
    ...(facts.has("remedy") ? { action: "changeSignIn" as const } : { action: "signIn" as const }),
  }),
  "credentials/keysUnknown": (facts) => ({
    what: facts.t(
      "The discovery document does not say where the keys of the identity provider are (jwks_uri).",
    ),
    advice: facts.t("Choose the response type 'code' for {0}; it needs no keys.", facts.name),
    action: "showLog",
  }),
  "input/callbackUrl": (facts) => ({
    what: facts.t("The callback URL of {0} cannot be used to sign in.", facts.name),
    advice: facts.t(
      "Enter it exactly as it was registered, with scheme, host and path, and without ? or #.",
    ),
  }),
  "input/tokenParameter": (facts) => ({
    what: facts.has("name")
      ? facts.t(
          "The extra token parameter '{0}' is set by the sign-in itself.",
          facts.value("name"),
        )
      : facts.t("An extra token parameter is set by the sign-in itself."),
    advice: facts.t("Remove it from the extra token parameters of {0}.", facts.name),
  }),
};

/** An error response of the authorise address (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
function refusedSignIn(facts: ErrorFacts): ErrorWords {
  const { t, name, value } = facts;
  const error = value("error");
  const what = t("The identity provider refused the sign-in ({0}).", error);
  const action = "signIn" as const;
  switch (error) {
    case "access_denied":
      return {
        what,
        advice: t("Sign in to {0} again and give consent, or sign in as another user.", name),
        action,
      };
    case "server_error":
    case "temporarily_unavailable":
      return {
        what: t("The identity provider cannot sign anybody in for now ({0}).", error),
        advice: t("Sign in to {0} again later.", name),
        action,
      };
    case "invalid_scope":
      return scopeRefused(facts);
    case "unauthorized_client":
      return {
        what,
        advice: t(
          "Ask the operator to allow the response type '{0}' for the client of {1}.",
          value("responseType"),
          name,
        ),
        action,
      };
    case "unsupported_response_type":
    case "unsupported_response_mode":
      return facts.has("remedy")
        ? {
            what,
            advice:
              error === "unsupported_response_type"
                ? t("Use the response type 'code' for {0}, or ask the operator.", name)
                : t(
                    "Use the response type 'code' for {0}, or ask the operator to offer form_post in the discovery document.",
                    name,
                  ),
            action: "changeSignIn",
          }
        : {
            what,
            advice: t("Ask the operator which response type the client of {0} may use.", name),
            action,
          };
    case "login_required":
    case "interaction_required":
    case "account_selection_required":
    case "consent_required":
      return {
        what: t(
          "The identity provider needs you to sign in or consent in the browser ({0}).",
          error,
        ),
        advice: t("Sign in to {0} again, and finish all steps in the browser.", name),
        action,
      };
    case "invalid_request":
      return {
        what: t("The identity provider did not accept the sign-in request ({0}).", error),
        advice: t("Check client ID and callback URL of {0} with the operator.", name),
        action,
      };
    default:
      return {
        what,
        advice: t("Check client ID, scopes and response type of {0}.", name),
        action,
      };
  }
}
