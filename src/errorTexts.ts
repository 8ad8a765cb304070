import { ASSISTANT_TEXTS } from "./features/assistants/texts/errors";
import { CONNECTION_TEXTS } from "./features/connections/texts/errors";
import { SETUP_TEXTS } from "./features/connections/texts/setupErrors";
import { CONNECTION_WARNINGS } from "./features/connections/texts/warnings";
import { DEFINITION_TEXTS } from "./features/definitions/texts/errors";
import { DEFINITION_WARNINGS } from "./features/definitions/texts/warnings";
import { EXPLORER_WARNINGS } from "./features/explorer/texts/warnings";
import { DATA_SET_TEXTS } from "./features/exports/texts/errors/dataSets";
import { EXPORT_FORM_TEXTS } from "./features/exports/texts/errors/exportForms";
import { EXPORT_TEXTS } from "./features/exports/texts/errors/exports";
import { EXPORT_WARNINGS } from "./features/exports/texts/warnings";
import { EXPORT_TARGET_TEXTS } from "./features/exports/texts/errors/exportTargets";
import { SNAPSHOT_TEXTS } from "./features/exports/texts/errors/snapshots";
import { LIST_WARNINGS } from "./features/lists/texts/warnings";
import { PENSION_TEXTS } from "./features/pensions/texts/errors";
import { PENSION_WARNINGS } from "./features/pensions/texts/warnings";
import { REQUEST_WARNINGS } from "./features/requests/texts/warnings";
import { SIGN_IN_WARNINGS } from "./features/signIn/texts/warnings";
import { BATCH_COMMAND_TEXTS } from "./features/sourceControl/texts/errors/batchCommands";
import { BATCH_TEXTS } from "./features/sourceControl/texts/errors/batches";
import { BATCH_RUN_TEXTS } from "./features/sourceControl/texts/errors/batchRuns";
import { BATCH_WARNINGS } from "./features/sourceControl/texts/warnings";
import { addErrorTexts } from "./platform/texts/errorText";

// Imported for this effect: every error and warning of a feature has its sentences from then on.
[
  ASSISTANT_TEXTS,
  CONNECTION_TEXTS,
  SETUP_TEXTS,
  DEFINITION_TEXTS,
  DATA_SET_TEXTS,
  EXPORT_FORM_TEXTS,
  EXPORT_TEXTS,
  EXPORT_TARGET_TEXTS,
  SNAPSHOT_TEXTS,
  PENSION_TEXTS,
  BATCH_COMMAND_TEXTS,
  BATCH_TEXTS,
  BATCH_RUN_TEXTS,
  BATCH_WARNINGS,
  CONNECTION_WARNINGS,
  DEFINITION_WARNINGS,
  EXPLORER_WARNINGS,
  EXPORT_WARNINGS,
  LIST_WARNINGS,
  PENSION_WARNINGS,
  REQUEST_WARNINGS,
  SIGN_IN_WARNINGS,
].forEach(addErrorTexts);
