import type { ErrorTable } from "../../../../platform/texts/words";

/** Why a batch, or a row of it, was not written. */
export const BATCH_RUN_TEXTS: ErrorTable = {
  "refused/batchRunning": ({ t }) => ({
    what: t("These pensions are being written right now."),
    advice: t("Wait until it is over, or stop it first."),
  }),
  "refused/batchElsewhere": ({ t }) => ({
    what: t("Another window is writing these pensions."),
    advice: t("Go on there, or wait until it is over there."),
    action: "retry",
  }),
  "input/batchGone": ({ t }) => ({
    what: t("These writes are not kept any more."),
    advice: t("Plan the payloads anew; nothing was sent."),
  }),
  "input/batchNotPlanned": ({ t }) => ({
    what: t("What would be written has to be planned once more."),
    advice: t("Plan again, look at it, then apply; nothing was sent."),
  }),
  "input/batchNothingToSend": ({ t }) => ({
    what: t("No payload of this plan can be sent."),
    advice: t("Mend those that are invalid, resolve the conflicts, then plan again."),
  }),
  "batch/fileChanged": ({ t }) => ({
    what: t("The payload file is another one than was planned."),
    advice: t("Resume plans it as it is now; nothing was sent of it."),
  }),
  "batch/fileGone": ({ t }) => ({
    what: t("There is no such payload file any more."),
    advice: t("Nothing was sent of it; resume goes on without it."),
  }),
  "batch/serviceChanged": ({ t }) => ({
    what: t("The service does not hold what it held when this was planned."),
    advice: t("Resume reads it again and shows what would change; nothing was sent."),
    action: "comparePension",
  }),
  "batch/connectionChanged": ({ name, t }) => ({
    what: t("{0} is not as it was when you said yes: its address, label or key changed.", name),
    advice: t("Look at the connection, then resume; nothing was sent."),
  }),
  "batch/notThere": ({ t }) => ({
    what: t("The service said yes, and a read after that shows nothing of it."),
    advice: t("Resume reads it again."),
  }),
  "batch/windowEnded": ({ t }) => ({
    what: t("The window ended while this pension was being written."),
    advice: t("Resume reads it again first."),
  }),
};
