import { formatDuration } from "../base/statusLine";
import { insufficientScope } from "./credentials";
import type { ErrorFacts, ErrorTable, ErrorWords } from "./words";
import { formatNumber } from "../base/texts";

/** The service, or the identity provider, answered with a failure status. */
export const SERVICE_TEXTS: ErrorTable = {
  "service/redirect": (facts) => ({
    what: facts.has("location")
      ? facts.t(
          "The service redirects to another address ({0}): {1}",
          String(facts.status),
          facts.value("location"),
        )
      : facts.t("The service redirects to another address ({0}).", String(facts.status)),
    advice: facts.t("Check the base URL of {0}; the explorer follows no redirects.", facts.name),
    action: "showLog",
  }),
  "service/identity": identityStatus,
  "service/identityRedirect": (facts) => ({
    what: facts.t(
      "The identity provider {0} redirects to another address ({1}).",
      facts.host,
      String(facts.status),
    ),
    advice: facts.t("Check the auth URL of {0}; no redirect was followed.", facts.name),
    action: "showLog",
  }),
  "service/400": notAccepted,
  "service/403": forbidden,
  "service/404": notFound,
  "service/405": (facts) =>
    facts.operationId === "getPension"
      ? {
          what: facts.t("This service does not allow pensions to be read (405)."),
          advice: facts.t(
            "Write the pension as a payload file; it can be sent without being read first.",
          ),
          action: "openPayload",
        }
      : notAllowed(facts),
  "service/413": ({ t }) => ({
    what: t("The payload is larger than the service accepts (413)."),
    advice: t("Remove what is not needed, or ask the operator for the limit."),
    action: "openPayload",
  }),
  "service/415": ({ t }) => ({
    what: t("The service does not accept the content type of the payload (415)."),
    advice: t(
      "Ask the operator which content type it accepts, and name the request id and trace id.",
    ),
    action: "showLog",
  }),
  "service/422": notAccepted,
  "service/429": (facts) => ({
    what: facts.t("The service asks to slow down ({0}).", statusPhrase(facts)),
    advice: waitWords(facts),
    action: "retry",
  }),
  "service/503": (facts) => ({
    what: facts.t("The service is not available at the moment ({0}).", statusPhrase(facts)),
    advice: waitWords(facts),
    action: "retry",
  }),
};

/** Without an error code of OAuth: another try mends what the provider has, and no wrong address. */
function identityStatus(facts: ErrorFacts): ErrorWords {
  const { t, host, status, name } = facts;
  if (status === 429 || facts.value("error") === "slow_down") {
    return {
      what: t("The identity provider {0} asks to slow down ({1}).", host, String(status)),
      advice: waitWords(facts),
      action: "retry",
    };
  }
  if (status >= 400 && status < 500 && !facts.has("error")) {
    return {
      what: [404, 405, 410].includes(status)
        ? t(
            "The identity provider {0} has no token endpoint at this address ({1}).",
            host,
            String(status),
          )
        : t(
            "The identity provider {0} refused the request ({1}) without a reason.",
            host,
            String(status),
          ),
      advice: t("Check the auth URL of {0}; if it is right, tell the operator.", name),
      action: "showLog",
    };
  }
  return {
    what: t("The identity provider {0} failed ({1}).", host, String(status)),
    advice: waitWords(facts),
    action: "retry",
  };
}

const TEMPORARY: ReadonlySet<number> = new Set([429, 500, 503]);

/** "503", "503 after 3 retries". */
function statusPhrase({ t, language, status, retries }: ErrorFacts): string {
  if (retries === 0) {
    return String(status);
  }
  return retries === 1
    ? t("{0} after 1 retry", String(status))
    : t("{0} after {1} retries", String(status), formatNumber(retries, language));
}

/** Any other status, by its class. */
export function statusWords(facts: ErrorFacts): ErrorWords {
  const { t, status } = facts;
  if (status >= 500 && status < 600) {
    return {
      what: t("The service answered with a server error ({0}).", statusPhrase(facts)),
      advice: TEMPORARY.has(status)
        ? waitWords(facts)
        : t("Retry. Only 429, 500 and 503 are retried automatically."),
      action: "retry",
    };
  }
  return {
    what: facts.isSilent
      ? t("The service answered with {0} and does not say why.", String(status))
      : t("The service answered with {0}.", String(status)),
    advice: t("Ask the operator, and name the request id and trace id."),
    action: "showLog",
  };
}

function notAccepted({ t, status, isSilent }: ErrorFacts): ErrorWords {
  return isSilent
    ? {
        what: t("The service refused the request ({0}) and does not say why.", String(status)),
        advice: t("Check what was sent, or ask the operator and name the request id and trace id."),
        action: "showLog",
      }
    : {
        what: t("The service refused the request ({0}).", String(status)),
        advice: t("Correct the fields that its answer names, then send it again."),
        action: "showLog",
      };
}

/** By what the answer speaks of: the specification does not show what a 403 means. */
function forbidden(facts: ErrorFacts): ErrorWords {
  const { t, name, blamed } = facts;
  if (blamed === "scope") {
    return insufficientScope(facts);
  }
  if (blamed === "key") {
    return {
      what: t("The service refused the request with this subscription key (403)."),
      advice: t("Check the key of {0} and enter it again, or ask the operator about it.", name),
      action: "enterSubscriptionKey",
    };
  }
  return {
    what: facts.isSilent
      ? t("The service refused the request (403) and does not say why.")
      : t("The service refused the request (403)."),
    advice: t("Ask the operator which scope or role it needs, and check the scopes of {0}.", name),
    action: "signIn",
  };
}

/** The specification does not give the prefix of the results (section 4.4). */
function notFound(facts: ErrorFacts): ErrorWords {
  const { t, operationId, name, method } = facts;
  if (method === "PUT") {
    return {
      // The specification does not show what it means here.
      what: t("The service cannot write this pension: it does not know the address (404)."),
      advice: t("Check client and pension of the target, and the prefixes of {0}.", name),
      action: "changeTarget",
    };
  }
  if (method === "DELETE" && facts.value("shown") === "nothing") {
    return {
      what: t(
        "The service answered the DELETE with 404. It is not known whether the pension is deleted.",
      ),
      advice: t(
        "The pension cannot be read either. Ask the operator of {0} whether it still exists.",
        name,
      ),
      action: "showLog",
    };
  }
  if (operationId === "listResults") {
    return {
      what: t("The service has no endpoint of results at this address (404)."),
      advice: t(
        "Ask the operator for the prefix, then enter it with 'Change Path Prefix of Results…'.",
      ),
      action: "changeResultsPrefix",
    };
  }
  if (facts.isList && operationId !== "listClients") {
    return {
      what: t("The service did not find this list (404)."),
      advice: t(
        "Refresh the tree to see whether the client still exists. If it does, check the definition of {0}.",
        name,
      ),
      action: "refreshTree",
    };
  }
  return {
    what:
      operationId === "listClients"
        ? t("The service has no clients at this address (404).")
        : t("The service did not find this record (404)."),
    advice:
      operationId === "listClients"
        ? t("Check the base URL and the prefixes of {0}.", name)
        : t("It may have been removed; refresh the list."),
    action: operationId === "listClients" ? "showLog" : "refreshTree",
  };
}

function waitWords({ t, language, value }: ErrorFacts): string {
  const time = formatDuration(Number(value("retryAfterSeconds")) * 1000, language);
  switch (value("wait")) {
    case "asksForTooLong":
      return t("It asks to wait {0}, longer than an action may take.", time);
    case "asks":
      return t("It asks to wait {0} before the next attempt.", time);
    default:
      return t("Retry in a moment. If it fails again, tell the operator.");
  }
}

/** The address is there: what takes another method is no mistake in the prefixes. */
function notAllowed({ t, name, method = "", path, allows, value }: ErrorFacts): ErrorWords {
  const what =
    path === ""
      ? t("The service does not offer this operation (405).")
      : t("The service does not accept {0} at {1} (405).", method, path);
  const works = value("worked");
  const others = works === "" ? allows : works;
  const advice =
    others === ""
      ? t("Ask the operator which methods it accepts, or check the prefixes of {0}.", name)
      : works === ""
        ? t(
            "It says that it accepts {0} there. Ask the operator of the service to allow {1}.",
            others,
            method,
          )
        : t(
            "{0} worked at the same address. Ask the operator of the service to allow {1}.",
            others,
            method,
          );
  return { what, advice, action: "showLog" };
}
