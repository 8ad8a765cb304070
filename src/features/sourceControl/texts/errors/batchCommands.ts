import type { ErrorTable } from "../../../../platform/texts/words";

/** Of commands on plans of pensions: there is none, or none can be made. */
export const BATCH_COMMAND_TEXTS: ErrorTable = {
  "input/noPlan": ({ t }) => ({
    what: t("There is no plan of pensions to apply."),
    advice: t("Choose the check mark in the Source Control view to make one."),
  }),
  "input/noPutsRunning": ({ t }) => ({
    what: t("No PUTs of pensions are being sent."),
    advice: t("There is nothing to stop."),
  }),
  "input/noPutsStopped": ({ t }) => ({
    what: t("There are no stopped PUTs of pensions to resume."),
    advice: t("Choose the check mark in the Source Control view to make a plan."),
  }),
  "input/noBatches": ({ t }) => ({
    what: t("There is no plan of pensions yet."),
    advice: t("Choose the check mark in the Source Control view to make a plan."),
  }),
  "input/payloadNotSaved": ({ t, value }) => ({
    what: t("The payload {0} could not be saved.", value("name")),
    advice: t("Save it in its editor, then plan again; nothing was sent."),
  }),
};
