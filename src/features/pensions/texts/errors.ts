import {
  receivedWords,
  type ErrorFacts,
  type ErrorTable,
  type ErrorWords,
} from "../../../platform/texts/words";

/** What kept a pension from being written, or its end from being known. */
export const PENSION_TEXTS: ErrorTable = {
  "pensions/outcomeUnknown": (facts) =>
    facts.value("shown") === "landed" ? landedAfterAll(facts) : notKnown(facts),
  "pensions/keepsChanging": ({ t }) => ({
    what: t("The pension changed at the service several times, so the write was stopped."),
    advice: t("Compare the payload with the service, then send it again later. Nothing was sent."),
    action: "comparePension",
  }),
  "pensions/nothingToUndo": ({ t }) => ({
    what: t("No earlier version of this pension is known."),
    advice: t(
      "Write the values by hand. To keep versions on disk, turn on financialPlanning.requests.keepBodies.",
    ),
  }),
  "pensions/notReadable": (facts) => ({
    what: notReadable(facts),
    advice: isAbsent(facts)
      ? facts.t("Check client and pension of the target. The payload was not changed.")
      : facts.t("Read the pension from the tree to see why. The payload was not changed."),
  }),
  "pensions/nothingToDuplicate": (facts) => ({
    what: notReadable(facts),
    advice: facts.t("Create a payload from the client in the tree instead."),
  }),
  "pensions/noBase": ({ t }) => ({
    what: t("The version of the pension that this payload was made from is no longer stored."),
    advice: t("Compare with the service, and copy the values that you want."),
    action: "comparePension",
  }),
  "pensions/notTakenOver": ({ t }) => ({
    what: t(
      "The service's changes could not be merged, because the payload was edited at the same time.",
    ),
    advice: t(
      "Stop editing it, then run 'Take Over Changes of the Service' again. Nothing was merged.",
    ),
    action: "retry",
  }),
  "pensions/readOnly": ({ t }) => ({
    what: t("This document can only be read, so it cannot be used as a payload."),
    advice: t("Open the payload file itself, in a folder that can be written to."),
  }),
  "changes/notListed": ({ t }) => ({
    what: t("Source control does not list this payload."),
    advice: t(
      "Save it in an open folder, then choose its client and pension with 'Change Target of Payload…'.",
    ),
  }),
  "changes/notDiscarded": ({ t, value }) => ({
    what: t("The changes of payload {0} could not be discarded.", value("place")),
    advice: t("Check that the file can be written and is not being edited, then try again."),
    action: "retry",
  }),
  "changes/changedMeanwhile": ({ t, value }) => ({
    what: t(
      "The payload {0} was changed while the confirmation was open, so nothing was discarded.",
      value("place"),
    ),
    advice: t("Look at what changed, then discard the changes again."),
    action: "retry",
  }),
  "refused/connectionReplaced": (facts) => ({
    what: facts.t("The connection {0} was changed or closed before anything was sent.", facts.name),
    advice: facts.t("Check the connection, then send it again. Nothing was written."),
    action: "retry",
  }),
  "refused/notRecorded": ({ t }) => ({
    what: t("The record of this write could not be saved, so nothing was sent."),
    advice: t("Check that the disk has free space, then try again."),
    action: "retry",
  }),
};

function isAbsent({ value }: ErrorFacts): boolean {
  return [404, 410].includes(Number(value("status")));
}

function notReadable(facts: ErrorFacts): string {
  const { t } = facts;
  return isAbsent(facts)
    ? t("The service has no such pension, or you have no access to it.")
    : t("The service's version of this pension could not be read.");
}

function landedAfterAll(facts: ErrorFacts): ErrorWords {
  const { t } = facts;
  return facts.method === "DELETE"
    ? {
        what: t("{0} A read after it finds no such pension: it is deleted.", began(facts)),
        advice: t("There is nothing left to do."),
        isDone: true,
      }
    : {
        what: t("{0} A read after it shows exactly what was sent: it landed.", began(facts)),
        advice: t("There is nothing left to do."),
        isDone: true,
      };
}

function notKnown(facts: ErrorFacts): ErrorWords {
  const { t } = facts;
  return {
    what: [
      t("{0} It is not known whether it was carried out.", began(facts)),
      ...brokenOff(facts),
    ].join(" "),
    advice: adviceOf(facts),
    action: "comparePension",
  };
}

function began({ t, method = t("request"), status }: ErrorFacts): string {
  if (status === 303) {
    return t(
      "The {0} was sent, and the service answered with a redirect, which was not followed.",
      method,
    );
  }
  return status >= 500
    ? t("The {0} was sent, and the service answered with an error ({1}).", method, String(status))
    : t("The {0} was sent, but no complete answer came.", method);
}

/** How far the answer came, and what is wrong with it. */
function brokenOff(facts: ErrorFacts): readonly string[] {
  const { t, has, value, status } = facts;
  if (value("reason") === "answer/notJson") {
    return [
      has("isCut")
        ? t("Its answer ({0}) is cut off: it ends in the middle of its JSON.", String(status))
        : t("What came instead ({0}) is not JSON; a gateway may have sent it.", String(status)),
    ];
  }
  return has("receivedBytes") ? [receivedWords(facts)] : [];
}

function adviceOf({ t, value, method, status, name }: ErrorFacts): string {
  switch (value("shown")) {
    case "before":
      return t(
        "The service still shows the earlier version, and may show another later. Compare with the service before you send it again.",
      );
    case "other":
      return t(
        "The service shows another version than was sent. Compare with the service before you send it again.",
      );
    default:
      if (status === 303) {
        return t(
          "Check the base URL of {0}. Compare with the service before you send it again.",
          name,
        );
      }
      return method === "DELETE"
        ? t("Read the pension again; a second DELETE is safe.")
        : t("Compare with the service before you send it again.");
  }
}
