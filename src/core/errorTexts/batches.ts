import { position } from "./local";
import type { ErrorFacts, ErrorTable } from "./words";

/** Why a payload is not sent with others. */
const PAYLOAD_TEXTS: ErrorTable = {
  "batch/schema": (facts) => ({
    what: doesNotFit(facts),
    advice: facts.t("Mend the payload; it is not sent with others as it is."),
    action: "openPayload",
  }),
  "batch/noTarget": ({ t }) => ({
    what: t("It is not known which pension this payload is for."),
    advice: t("Choose its target in the editor."),
    action: "openPayload",
  }),
  "batch/connectionGone": ({ t }) => ({
    what: t("The connection that this payload is bound to is not there any more."),
    advice: t("Choose another target in the editor."),
    action: "openPayload",
  }),
  "batch/samePension": ({ t, value }) => ({
    what: t("Another payload is for the same pension: {0}.", value("place")),
    advice: t("Delete one of them, or choose another target for it."),
    action: "openPayload",
  }),
};

/** Why what was planned was not written as it was planned. */
const CHANGED_TEXTS: ErrorTable = {
  "batch/fileChanged": ({ t }) => ({
    what: t("The payload file is another one than was planned."),
    advice: t("Go on with the rest: it is planned anew as it is now; nothing of it was sent."),
  }),
  "batch/fileGone": ({ t }) => ({
    what: t("The payload file is gone, or is not to be sent any more."),
    advice: t("Bring it back where it should be sent; nothing of it was."),
  }),
  "batch/serviceChanged": ({ t }) => ({
    what: t("The service holds another version of the pension than was planned with."),
    advice: t("Go on with the rest: it is compared anew; nothing of it was sent."),
  }),
  "batch/connectionChanged": ({ t }) => ({
    what: t("The connection has another address, label or key than was confirmed."),
    advice: t("Look at the connection, then go on with the rest; nothing of it was sent."),
  }),
  "batch/notThere": ({ t }) => ({
    what: t("The service took the PUT, and a read after it shows nothing of it."),
    advice: t("Go on with the rest: the pension is read again before anything is sent."),
  }),
};

/** What keeps a batch as a whole from being planned or applied. */
const WHOLE_TEXTS: ErrorTable = {
  "refused/batchRunning": ({ t }) => ({
    what: t("These pensions are being written."),
    advice: t("Wait until that has ended, or stop it."),
  }),
  "refused/batchElsewhere": ({ t }) => ({
    what: t("Another window is writing these pensions."),
    advice: t("Wait until that has ended, or stop it there."),
  }),
  "input/batchGone": ({ t }) => ({
    what: t("This plan is not there any more."),
    advice: t("Make a new one in the source control view."),
  }),
  "input/batchNotPlanned": ({ t }) => ({
    what: t("What these PUTs would change is not known in this window."),
    advice: t("Plan them anew; nothing was sent."),
  }),
  "input/batchNothingToSend": ({ t }) => ({
    what: t("There is nothing to be sent in this plan."),
    advice: t("Mend what is invalid and settle conflicts, then plan anew."),
  }),
  "input/noPayloads": ({ t }) => ({
    what: t("There is no payload that differs from what is known."),
    advice: t("Change a payload file, or create one from a client in the tree."),
  }),
  "pensions/nothingKnown": ({ t }) => ({
    what: t("No version of the service is known to bring back."),
    advice: t("Read the pensions of the service first; the payload stays as it is."),
  }),
};

/** Of pensions that are planned and written together. */
export const BATCH_TEXTS: ErrorTable = { ...PAYLOAD_TEXTS, ...CHANGED_TEXTS, ...WHOLE_TEXTS };

/** The first finding alone: the editor marks all of them. */
function doesNotFit(facts: ErrorFacts): string {
  const { t, value } = facts;
  const count = Number(value("count"));
  return count > 1
    ? t(
        "{0} fields do not fit the definition, the first at {1}: {2}.",
        ...[count, position(facts), value("message")],
      )
    : t("1 field does not fit the definition ({0}): {1}.", position(facts), value("message"));
}
