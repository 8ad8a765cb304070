import { position } from "../../../../platform/texts/local";
import type { ErrorFacts, ErrorTable } from "../../../../platform/texts/words";

/** Why a payload is not sent with others, or there is none to plan or to bring back. */
export const BATCH_TEXTS: ErrorTable = {
  "batch/schema": (facts) => ({
    what: doesNotFit(facts),
    advice: facts.t("Correct the payload, then plan again; it was not sent."),
    action: "openPayload",
  }),
  "batch/noTarget": ({ t }) => ({
    what: t("It is not known which pension this payload is for."),
    advice: t("Choose its target in the editor."),
    action: "openPayload",
  }),
  "batch/connectionGone": ({ t }) => ({
    what: t("The connection that this payload is bound to no longer exists."),
    advice: t("Choose another target in the editor."),
    action: "openPayload",
  }),
  "batch/samePension": ({ t, value }) => ({
    what: t("Another payload is for the same pension: {0}.", value("place")),
    advice: t("Delete one of them, or choose another target for it."),
    action: "openPayload",
  }),
  "input/noPayloads": ({ t }) => ({
    what: t("No payload differs from the version of the service."),
    advice: t("Change a payload file, or create one from a client in the tree."),
  }),
  "input/stagedUnread": ({ t }) => ({
    what: t("A staged payload file could not be read, so nothing was planned."),
    advice: t("Check that the payload files can be opened, then try again."),
  }),
  "pensions/nothingKnown": ({ t }) => ({
    what: t(
      "The changes were not discarded, because the pension has not been read from the service yet.",
    ),
    advice: t("Read the pensions from the service, then try again."),
  }),
};

/** The first finding alone: the editor marks all of them. */
function doesNotFit(facts: ErrorFacts): string {
  const { t, value, count } = facts;
  return Number(value("count")) > 1
    ? t(
        "{0} fields do not fit the definition, the first at {1}: {2}.",
        ...[count("count"), position(facts), said(facts)],
      )
    : t("1 field does not fit the definition ({0}): {1}.", position(facts), said(facts));
}

/** What the first of them is, in words of the schema language. */
function said({ t, value }: ErrorFacts): string {
  const sentence = value("message");
  return t(sentence, value("one"), value("other"));
}
