import type { ErrorFacts, ErrorTable, ErrorWords } from "./words";

/** What the identity provider sent and cannot be used: the check that it failed, by its name. */
export const IDENTITY_ANSWER_TEXTS: ErrorTable = {
  "answer/identity": unusableAnswer,
  "answer/issuer": (facts) => ({
    what:
      facts.value("reason") === "issMissing"
        ? facts.t(
            "The callback address lacks the issuer (iss) that this identity provider promises. Nothing was sent.",
          )
        : facts.t(
            "The issuer (iss) in the callback address is not that of {0}. Nothing was sent.",
            facts.name,
          ),
    advice: facts.t(
      "Sign in again. If it fails again, ask the operator which issuer belongs to the auth URL of {0}.",
      facts.name,
    ),
    action: "signIn",
  }),
};

function unusableAnswer(facts: ErrorFacts): ErrorWords {
  const { t, name } = facts;
  const reason = facts.value("reason");
  const check = Object.hasOwn(ID_TOKEN_CHECKS, reason) ? ID_TOKEN_CHECKS[reason] : undefined;
  if (check !== undefined) {
    const [problem, advice] = check(facts);
    const named = NAMELESS.has(reason) ? problem : t("{0} ({1})", problem, reason);
    return {
      what:
        facts.value("from") === "browser"
          ? t("The explorer refused the ID token: {0}; nothing was sent.", named)
          : t("The explorer refused the ID token: {0}; no token was kept.", named),
      advice,
      action: "signIn",
    };
  }
  switch (reason) {
    case "keys":
      return {
        what: t("The signing keys of the identity provider (jwks_uri) could not be read."),
        advice: t("Ask the operator where the keys of {0} are published.", name),
        action: "showLog",
      };
    case "OAUTH_RESPONSE_IS_NOT_JSON":
    case "OAUTH_PARSE_ERROR":
      return {
        what: t("The identity provider's answer to the token request is not JSON."),
        advice: t("Check the auth URL of {0}; if it is right, tell the operator.", name),
        action: "showLog",
      };
    default:
      return {
        what: t("The identity provider's answer to the token request holds no usable token."),
        advice: t("Check the auth URL of {0}; if it is right, tell the operator.", name),
        action: "showLog",
      };
  }
}

/** Reasons that are no name of a claim or header parameter. */
const NAMELESS = new Set(["signature", "unreadable", "unknown"]);

type Check = (facts: ErrorFacts) => readonly [problem: string, advice: string];

const otherClient: Check = ({ t, name }) => [
  t("it was issued for another client"),
  t("Ask the operator which client ID the ID tokens for {0} are issued for.", name),
];
const otherTime: Check = ({ t }) => [
  t("its times do not fit this machine's clock"),
  t("Check the clock of this machine. If it is right, ask the operator to check theirs."),
];
const otherKey: Check = ({ t, name }) => [
  t("its signature fits no key that the provider publishes"),
  t("Ask the operator which keys sign the ID tokens for {0}, and whether jwks_uri has them.", name),
];
const again = ({ t, name, value }: ErrorFacts): string =>
  t(
    "Sign in to {0} again. If it fails again, tell the operator which check failed: {1}.",
    ...[name, value("reason")],
  );

/** By the names of `failedCheck`: OpenID Connect Core, 3.1.3.7, 3.1.3.8, 3.3.2.11 and 3.3.3.6. */
const ID_TOKEN_CHECKS: Readonly<Record<string, Check>> = {
  nonce: (facts) => [facts.t("it was not issued for this sign-in"), again(facts)],
  c_hash: (facts) => [facts.t("it does not belong to the code that came with it"), again(facts)],
  s_hash: (facts) => [facts.t("it does not belong to the state that came with it"), again(facts)],
  at_hash: (facts) => [facts.t("it does not belong to the access token"), again(facts)],
  sub: (facts) => [facts.t("it names no user, or another user"), again(facts)],
  auth_time: (facts) => [facts.t("the time of the sign-in is not a number"), again(facts)],
  aud: otherClient,
  azp: otherClient,
  iss: ({ t, name }) => [
    t("it names another issuer"),
    t("Ask the operator which issuer belongs to the auth URL of {0}.", name),
  ],
  exp: ({ t }) => [
    t("it has expired, or has no expiry time"),
    t("Check the clock of this machine. If it is right, ask the operator to check theirs."),
  ],
  iat: otherTime,
  nbf: otherTime,
  signature: otherKey,
  kid: otherKey,
  alg: ({ t }) => [
    t("its signature algorithm is not the expected one"),
    t(
      "Ask the operator to sign with RS256, or to publish the algorithm in the discovery document.",
    ),
  ],
  crit: ({ t }) => [
    t("it uses an extension that is not supported"),
    t("Ask the operator for ID tokens without it."),
  ],
  unreadable: ({ t }) => [
    t("it is not a signed JWT that can be read"),
    t("Ask the operator for ID tokens that are signed, and not encrypted."),
  ],
  unknown: ({ t, name }) => [
    t("it could not be checked"),
    t("Ask the operator which keys and algorithm sign the ID tokens for {0}.", name),
  ],
};
