import type { ErrorFacts, ErrorTable, ErrorWords } from "./words";

/** Key, secret or token was refused, or is missing. */
export const CREDENTIAL_TEXTS: ErrorTable = {
  "credentials/keyRefused": (facts) => ({
    what: facts.t("The subscription key was refused ({0}).", String(facts.status)),
    advice: facts.t("Check the key of {0} and enter it again.", facts.name),
    action: "enterSubscriptionKey",
  }),
  "credentials/tokenRefused": (facts) => ({
    what: facts.isRenewed
      ? facts.t("The access token was refused ({0}), and a new one as well.", String(facts.status))
      : facts.t("The access token was refused ({0}).", String(facts.status)),
    advice: facts.t(
      "Sign in to {0} again. If it fails again, ask the operator which scopes are needed.",
      facts.name,
    ),
    action: "signIn",
  }),
  "credentials/insufficientScope": insufficientScope,
  "credentials/refused": (facts) => ({
    what:
      facts.status === 0
        ? facts.t("The service refused the credentials.")
        : facts.isSilent
          ? facts.t(
              "The service refused the credentials ({0}) and does not say why.",
              String(facts.status),
            )
          : facts.t("The service refused the credentials ({0}).", String(facts.status)),
    advice: facts.t(
      "Check the subscription key of {0}. If it is right, sign in again.",
      facts.name,
    ),
    action: "enterSubscriptionKey",
  }),
  "credentials/keyMissing": (facts) => ({
    what: facts.t("There is no subscription key for {0}.", facts.name),
    advice: facts.t("Enter the key that you were issued."),
    action: "enterSubscriptionKey",
  }),
  "credentials/keyMalformed": (facts) => ({
    what: facts.t(
      "The subscription key of {0} has characters that are not allowed in a key.",
      facts.name,
    ),
    advice: facts.t("Enter it again, without spaces or line breaks."),
    action: "enterSubscriptionKey",
  }),
  "credentials/secretMissing": (facts) => ({
    what: facts.t("There is no client secret for {0}.", facts.name),
    advice: facts.t("Enter the secret that you were issued."),
    action: "enterClientSecret",
  }),
  "credentials/secretRefused": (facts) =>
    facts.has("remedy")
      ? {
          what:
            facts.value("remedy") === "basic"
              ? facts.t(
                  "The identity provider refused the client: it requires client_secret_basic, not client_secret_post.",
                )
              : facts.t(
                  "The identity provider refused the client: it requires client_secret_post, not client_secret_basic.",
                ),
          advice: facts.t("Switch the client authentication of {0}, then try again.", facts.name),
          action: "changeSignIn",
        }
      : {
          what: facts.t("The identity provider refused the client ID or the client secret."),
          advice: facts.t("Check the client ID of {0}, and enter the secret again.", facts.name),
          action: "enterClientSecret",
        },
  "credentials/clientNotAllowed": (facts) =>
    facts.has("grant")
      ? {
          what: facts.t(
            "The identity provider does not allow this client the grant {0} ({1}).",
            facts.value("grant"),
            facts.value("error"),
          ),
          advice: facts.t("Ask the operator to allow it for the client of {0}.", facts.name),
          action: "showLog",
        }
      : {
          what: facts.t(
            "The identity provider does not allow this client the client credentials grant ({0}).",
            facts.value("error"),
          ),
          advice: facts.t(
            "Ask the operator to allow it for the client of {0}, or choose another access model.",
            facts.name,
          ),
          action: "showLog",
        },
  "credentials/scopeRefused": scopeRefused,
  "credentials/identityRefused": (facts) => ({
    what: facts.t("The identity provider refused the token request ({0}).", facts.value("error")),
    advice:
      facts.value("error") === "invalid_request"
        ? facts.t("Check callback URL and extra token parameters of {0}.", facts.name)
        : facts.t("Check client ID and scopes of {0}.", facts.name),
    action: "signIn",
  }),
  "credentials/issuerMismatch": (facts) => ({
    what: facts.t(
      "The discovery document of {0} names an issuer that does not fit the auth URL.",
      facts.host,
    ),
    advice: facts.t("Check the auth URL of {0}; no secret was sent.", facts.name),
    action: "showLog",
  }),
};

/** The token is good, for other calls than this one. */
export function insufficientScope({ t, scopes, status, name }: ErrorFacts): ErrorWords {
  return scopes.length === 0
    ? {
        what: t("The access token lacks a scope that this request needs ({0}).", String(status)),
        advice: t("Ask the operator which scope it is, then add it to the scopes of {0}.", name),
        action: "signIn",
      }
    : {
        what: t(
          "The access token lacks a scope that this request needs ({0}): {1}.",
          String(status),
          scopes.join(" "),
        ),
        advice: t("Ask for it at a new sign-in to {0}, or ask the operator for it.", name),
        action: "requestScope",
      };
}

/** RFC 6749, section 3.3: where no scope is asked for, a provider has a default or refuses. */
export function scopeRefused(facts: ErrorFacts): ErrorWords {
  return facts.value("scopes") === "0"
    ? {
        what: facts.t("The identity provider requires a scope, and {0} asks for none.", facts.name),
        advice: facts.t("Enter the scopes that were issued to you with 'Edit Connection…'."),
        action: "showLog",
      }
    : {
        what: facts.t("The identity provider refused the scopes of {0}.", facts.name),
        advice: facts.t("Remove the scopes that you were not given, or ask the operator for them."),
        action: "showLog",
      };
}
