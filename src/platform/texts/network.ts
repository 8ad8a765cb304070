import { receivedWords, type ErrorFacts, type ErrorTable, type ErrorWords } from "./words";

/** No answer came, from the service or from the identity provider. */
export const NETWORK_TEXTS: ErrorTable = {
  "network/refused": (facts) =>
    facts.sandbox
      ? sandboxSilent(facts)
      : {
          what: facts.t("{0} refused the connection.", place(facts)),
          advice: facts.t("Check the base URL of {0} and your network, then retry.", facts.name),
          action: "retry",
        },
  "network/nameNotFound": (facts) => ({
    what: facts.t("The host name {0} could not be found.", place(facts)),
    advice: facts.t("Check the base URL of {0} and your network, then retry.", facts.name),
    action: "retry",
  }),
  "network/unreachable": (facts) => ({
    what: facts.t("There is no route from this machine to {0}.", place(facts)),
    advice: facts.t("Check your network or VPN, then retry."),
    action: "retry",
  }),
  "network/connectTimeout": (facts) => ({
    what: facts.t("No connection to {0} was made in time.", place(facts)),
    advice: facts.t("Check your network, VPN or proxy, then retry."),
    action: "retry",
  }),
  "network/noAnswer": timedOut,
  "network/attemptTimeout": timedOut,
  "network/stalled": (facts) => ({
    what: `${facts.t("{0} stopped sending before its answer was complete.", place(facts))} ${receivedWords(facts)}`,
    advice: facts.t("Retry; the incomplete answer was not used."),
    action: "retry",
  }),
  "network/actionTimeout": (facts) => ({
    what: [
      facts.t(
        "The request and its retries took longer than the {0} s that they may take together.",
        facts.count("seconds"),
      ),
      facts.status === 0 && facts.lastStatus !== undefined
        ? facts.t("The last answer before that was {0}.", String(facts.lastStatus))
        : receivedWords(facts),
    ].join(" "),
    advice: facts.t("Retry, or raise financialPlanning.network.actionTimeout."),
    action: "openNetworkSettings",
  }),
  "network/reset": (facts) =>
    facts.sandbox
      ? sandboxSilent(facts)
      : {
          what: facts.t("{0} closed the connection before it answered.", place(facts)),
          advice: facts.t(
            "It is not known whether the request was carried out: compare before you send a write again. To read, retry.",
          ),
          action: "retry",
        },
  "network/certificate": (facts) => ({
    what: facts.t("The certificate of {0} is not trusted on this machine.", place(facts)),
    advice: facts.t(
      "Ask whoever runs your network whether a proxy replaces it; if none does, ask the operator. Nothing was sent.",
    ),
    action: "showLog",
  }),
  "network/tls": (facts) => ({
    what: facts.t("The TLS handshake with {0} failed.", place(facts)),
    advice: facts.t(
      "Ask whoever runs your network whether a proxy intercepts TLS. Nothing was sent.",
    ),
    action: "showLog",
  }),
  "network/protocol": (facts) => ({
    what: facts.t("{0} sent something that is not valid HTTP.", place(facts)),
    advice: facts.t("Check the base URL of {0}; if it is right, tell the operator.", facts.name),
    action: "showLog",
  }),
  "network/failed": (facts) => ({
    what:
      facts.has("reason") && facts.value("reason") !== "UNKNOWN"
        ? facts.t(
            "The request to {0} failed with a network error ({1}).",
            place(facts),
            facts.value("reason"),
          )
        : facts.t("The request to {0} failed with a network error.", place(facts)),
    advice: facts.t("Retry. If it fails again, run 'Show Log' to see the error."),
    action: "retry",
  }),
  "network/identityUnreachable": (facts) =>
    facts.sandbox
      ? sandboxSilent(facts)
      : {
          what: facts.t("The identity provider {0} cannot be reached.", facts.host),
          advice: facts.t("Check the auth URL of {0} and your network, then retry.", facts.name),
          action: "retry",
        },
  "network/identityTimeout": (facts) => ({
    what: facts.t("The identity provider {0} did not answer in time.", facts.host),
    advice: facts.t("Retry, or raise financialPlanning.network.attemptTimeout."),
    action: "retry",
  }),
  "network/identityCertificate": (facts) => ({
    what: facts.t(
      "The certificate of the identity provider {0} is not trusted on this machine.",
      facts.host,
    ),
    advice: facts.t(
      "Ask whoever runs your network whether a proxy replaces it; if none does, ask the operator. No secret was sent.",
    ),
    action: "showLog",
  }),
  "network/identityProtocol": (facts) => ({
    what: facts.t("The identity provider {0} sent something that is not valid HTTP.", facts.host),
    advice: facts.t("Check the auth URL of {0}.", facts.name),
    action: "showLog",
  }),
  "network/proxyUnusable": (facts) => ({
    what: facts.t("The address of the proxy cannot be used."),
    advice: facts.t(
      "Write it as http://host:port, in the setting http.proxy or in the variable HTTPS_PROXY.",
    ),
    action: "openProxySettings",
  }),
  "network/proxyRefused": (facts) => ({
    what: facts.t("The proxy {0} cannot be reached.", facts.value("proxy")),
    advice: proxyAdvice(facts),
    action: "openProxySettings",
  }),
  "network/proxySignIn": (facts) => ({
    what: facts.t("The proxy {0} requires authentication (407).", facts.value("proxy")),
    advice: facts.t(
      "Write its address as http://user:password@host:port, or let VS Code connect for {0} with 'Choose Networking…'.",
      facts.name,
    ),
    action: "openProxySettings",
  }),
  "network/proxyAnswer": (facts) => ({
    what: facts.t(
      "The proxy {0} refused the connection ({1}).",
      facts.value("proxy"),
      facts.value("status"),
    ),
    advice: facts.t(
      "Ask whoever runs the proxy to allow the host, or name the host in {0}.",
      facts.value("from") === "environment" ? "NO_PROXY" : "http.noProxy",
    ),
    action: "openProxySettings",
  }),
  "network/noRequestId": (facts) => ({
    what: facts.t(
      "The answer has no request id, so it probably came from a gateway or proxy, not from the service.",
    ),
    advice: facts.t(
      "Check the base URL of {0}. If it is right, ask whoever runs the gateway or proxy.",
      facts.name,
    ),
    action: "showLog",
  }),
  "canceled/byUser": ({ t }) => ({
    what: t("The request was cancelled."),
    advice: t("Retry if you still want it."),
    action: "retry",
  }),
};

function timedOut(facts: ErrorFacts): ErrorWords {
  const { t, status } = facts;
  const within = facts.has("seconds")
    ? status === 0
      ? t("{0} did not answer within {1} s.", place(facts), facts.count("seconds"))
      : t("{0} did not finish its answer within {1} s.", place(facts), facts.count("seconds"))
    : t("{0} did not answer in time.", place(facts));
  return {
    what: `${within} ${receivedWords(facts)}`,
    advice: t("Retry, or raise financialPlanning.network.attemptTimeout."),
    action: "retry",
  };
}

/** Where the address came from is where it can be mended. */
function proxyAdvice({ t, value }: ErrorFacts): string {
  return value("from") === "environment"
    ? t("Its address comes from the environment (HTTPS_PROXY); check it and NO_PROXY.")
    : t("Its address comes from http.proxy; check it and http.noProxy.");
}

function sandboxSilent({ t }: ErrorFacts): ErrorWords {
  return {
    what: t("The sandbox does not answer."),
    advice: t("Restart the sandbox; it begins with fresh data."),
    action: "restartSandbox",
  };
}

function place({ t, host }: ErrorFacts): string {
  return host === "" ? t("The service") : host;
}
