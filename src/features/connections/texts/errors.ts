import type { ErrorFacts, ErrorTable, ErrorWords } from "../../../platform/texts/words";

/** Connections that are gone, and secrets that are missing, lost or not kept. */
export const CONNECTION_TEXTS: ErrorTable = {
  "credentials/missing": missing,
  "credentials/lost": lost,
  "credentials/notStored": (facts) => ({
    what: facts.t(
      "VS Code's secret storage did not save the key or secret: the system's key ring may be missing or locked.",
    ),
    advice: facts.t("Keep it for this session only, or set up a key ring and enter it again."),
    action: "showLog",
  }),
  "credentials/storeSilent": (facts) => ({
    what: facts.t(
      "The credentials of {0} could not be read from VS Code's secret storage.",
      facts.name,
    ),
    advice: facts.t("Unlock the system's key ring, then try again."),
    action: "retry",
  }),
  "credentials/newerRecord": (facts) => ({
    what: facts.t(
      "The credentials of {0} were stored by a newer version of the explorer.",
      facts.name,
    ),
    advice: facts.t("Update the explorer, or enter them again to replace them."),
    action: "enterCredentials",
  }),
  "credentials/notDeleted": (facts) => ({
    what: facts.t(
      "The credentials of {0} could not be deleted from VS Code's secret storage.",
      facts.name,
    ),
    advice: facts.t("Unlock the system's key ring, then try again."),
    action: "showLog",
  }),
  "input/connectionGone": ({ t }) => ({
    what: t("This connection is no longer there."),
    advice: t("It was removed, here or in another window; choose another one."),
    action: "refreshTree",
  }),
  "input/connectionMoved": (facts) => ({
    what: facts.t(
      "Nothing was stored: the addresses of {0} were changed while the box was open.",
      facts.name,
    ),
    advice: facts.t("Check the addresses, then enter the value again."),
  }),
  "input/noStoredConnection": ({ t }) => ({
    what: t("There is no connection of your own yet."),
    advice: t(
      "Add a connection first. The connection of the sandbox does not count: each start creates another.",
    ),
    action: "addConnection",
  }),
  "input/notStored": ({ t }) => ({
    what: t("This command is not for the sandbox's own connection."),
    advice: t("Choose one of your own connections."),
  }),
};

function missing(facts: ErrorFacts): ErrorWords {
  return facts.sandbox
    ? {
        what: facts.t("The sandbox has not issued credentials yet."),
        advice: facts.t("Restart it."),
        action: "restartSandbox",
      }
    : {
        what: facts.t("There is no subscription key and no client secret for {0}.", facts.name),
        advice: facts.t("Enter the ones that you were issued."),
        action: "enterCredentials",
      };
}

/** Told apart from what was never entered, so that nobody looks for a mistake of their own. */
function lost(facts: ErrorFacts): ErrorWords {
  const isKeyAlone = facts.value("names") === "subscriptionKey";
  return {
    what: isKeyAlone
      ? facts.t(
          "The subscription key of {0} was stored here, but the system's key ring no longer has it.",
          facts.name,
        )
      : facts.t(
          "The credentials of {0} were stored here, but the system's key ring no longer has them.",
          facts.name,
        ),
    advice: isKeyAlone
      ? facts.t("Enter the key again.")
      : facts.t("Enter the subscription key and the client secret again."),
    action: isKeyAlone ? "enterSubscriptionKey" : "enterCredentials",
  };
}
