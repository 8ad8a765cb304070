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
    what: t("The service held another version of the pension each time it was to be written."),
    advice: t("Find out who else writes it, then start again; nothing was sent."),
    action: "comparePension",
  }),
  "pensions/nothingToUndo": ({ t }) => ({
    what: t("No version of this pension to go back to is known."),
    advice: t(
      "What was there before a write is kept in memory; on disk only with the bodies of the history.",
    ),
  }),
  "pensions/notReadable": (facts) => ({
    what: notReadable(facts),
    advice: facts.t("There is nothing to take over."),
  }),
  "pensions/nothingToDuplicate": (facts) => ({
    what: notReadable(facts),
    advice: facts.t("There is nothing to duplicate: begin a payload of it, then duplicate that."),
  }),
  "pensions/noBase": ({ t }) => ({
    what: t("The version that this payload began from is not known any more."),
    advice: t("Compare with the service, and copy in the comparison what you want to have."),
    action: "comparePension",
  }),
  "pensions/notTakenOver": ({ t }) => ({
    what: t("The editor did not take over what the service changed."),
    advice: t("The payload is as it was; let the typing end, then take over again."),
    action: "retry",
  }),
  "changes/notDiscarded": ({ t, value }) => ({
    what: t("The payload {0} could not be brought back and saved.", value("place")),
    advice: t("Look whether the file can be written and nobody types in it, then try again."),
    action: "retry",
  }),
  "changes/changedMeanwhile": ({ t, value }) => ({
    what: t("The payload {0} was changed after you were asked, so it was kept.", value("place")),
    advice: t("Look at what changed, then discard it again."),
    action: "retry",
  }),
  "refused/connectionReplaced": (facts) => ({
    what: facts.t("{0} was changed or closed before the write left.", facts.name),
    advice: facts.t("Look at the connection, then send it again; nothing was written."),
    action: "retry",
  }),
  "refused/notRecorded": ({ t }) => ({
    what: t("It could not be written down that a write is about to leave."),
    advice: t("Check the space that is left on the disk; nothing was sent."),
    action: "retry",
  }),
};

function notReadable({ t, value }: ErrorFacts): string {
  const status = Number(value("status"));
  return status === 404 || status === 410
    ? t("The service has no such pension, or does not show it to this access.")
    : t("The service's version of this pension could not be read.");
}

function landedAfterAll(facts: ErrorFacts): ErrorWords {
  const { t } = facts;
  return facts.method === "DELETE"
    ? {
        what: t("{0} A read after it finds no such pension: it is deleted.", began(facts)),
        advice: t("There is nothing left to do."),
      }
    : {
        what: t("{0} A read after it shows exactly what was sent: it landed.", began(facts)),
        advice: t("There is nothing left to do."),
      };
}

function notKnown(facts: ErrorFacts): ErrorWords {
  const { t } = facts;
  return {
    what: [t("{0} Whether it landed is not known.", began(facts)), ...brokenOff(facts)].join(" "),
    advice: adviceOf(facts),
    action: "comparePension",
  };
}

function began({ t, method = t("request"), status }: ErrorFacts): string {
  if (status === 303) {
    return t("The {0} was sent, and the service points elsewhere for what came of it.", method);
  }
  return status >= 500
    ? t("The {0} was sent, and the service failed over it ({1}).", method, status)
    : t("The {0} was sent, but no whole answer came.", method);
}

/** How far the answer came, and what is wrong with it. */
function brokenOff(facts: ErrorFacts): readonly string[] {
  const { t, has, value, status } = facts;
  if (value("reason") === "answer/notJson") {
    return [
      has("isCut")
        ? t("Its answer ({0}) is cut off: it ends in the middle of its JSON.", status)
        : t("What came instead ({0}) is not JSON; a gateway may have sent it.", status),
    ];
  }
  return has("receivedBytes") ? [receivedWords(facts)] : [];
}

function adviceOf({ t, value, method }: ErrorFacts): string {
  switch (value("shown")) {
    case "before":
      return t("A read after it shows what was there before; look again before you repeat it.");
    case "other":
      return t("A read after it shows something else than was sent; compare before you repeat it.");
    default:
      return method === "DELETE"
        ? t("Repeating it is safe: what is gone stays gone.")
        : t("Repeating it is safe: the same PUT gives the same result.");
  }
}
