import type { ErrorTable } from "../../../../platform/texts/words";

/** Why a batch, or a row of it, was not written. */
export const BATCH_RUN_TEXTS: ErrorTable = {
  "refused/batchRunning": ({ t }) => ({
    what: t("These pensions are being written right now."),
    advice: t("Wait until they are finished, or stop them first."),
  }),
  "refused/batchElsewhere": ({ t }) => ({
    what: t("Another window is writing these pensions."),
    advice: t("Continue in that window, or wait until it has finished."),
    action: "retry",
  }),
  "input/batchGone": ({ t }) => ({
    what: t("The record of this plan is no longer kept, so it cannot be resumed."),
    advice: t("Plan the payloads again; nothing was sent."),
  }),
  "input/batchNotPlanned": ({ t }) => ({
    what: t("This plan is out of date."),
    advice: t("Plan again, check the plan, then apply it; nothing was sent."),
  }),
  "input/batchNothingToSend": ({ t }) => ({
    what: t("No payload of this plan can be sent."),
    advice: t("Correct the invalid payloads, resolve the conflicts, then plan again."),
  }),
  "batch/fileChanged": ({ t }) => ({
    what: t("The payload file was changed after the plan was made."),
    advice: t("Resume to plan it as it is now; nothing of it was sent."),
  }),
  "batch/fileGone": ({ t }) => ({
    what: t("The payload file was deleted or moved."),
    advice: t("Resume to go on without it; nothing of it was sent."),
  }),
  "batch/targetChanged": ({ t }) => ({
    what: t("The target of the payload file was changed after the plan was made."),
    advice: t("Resume to plan it for its new target; nothing of it was sent."),
  }),
  "batch/serviceChanged": ({ t }) => ({
    what: t("The pension changed at the service after the plan was made."),
    advice: t("Resume to read it again and see what would change; nothing was sent."),
    action: "comparePension",
  }),
  "batch/connectionChanged": ({ name, t }) => ({
    what: t("The address, label or key of {0} changed after you confirmed.", name),
    advice: t("Check the connection, then resume. Nothing was sent."),
  }),
  "batch/notThere": ({ t }) => ({
    what: t("The service accepted the write, but a read after it does not show it."),
    advice: t(
      "Resume to read it again. If it is still missing, tell the operator the request id of the write.",
    ),
  }),
  "batch/windowEnded": ({ t }) => ({
    what: t("The window was closed while this pension was being written."),
    advice: t("Resume to read it again."),
  }),
};
