import { ASSISTANT_TEXTS } from "./features/assistants/texts/errors";
import { CONNECTION_TEXTS } from "./features/connections/texts/errors";
import { SETUP_TEXTS } from "./features/connections/texts/setupErrors";
import { DEFINITION_TEXTS } from "./features/definitions/texts/errors";
import { DATA_SET_TEXTS } from "./features/exports/texts/errors/dataSets";
import { EXPORT_FORM_TEXTS } from "./features/exports/texts/errors/exportForms";
import { EXPORT_TEXTS } from "./features/exports/texts/errors/exports";
import { EXPORT_TARGET_TEXTS } from "./features/exports/texts/errors/exportTargets";
import { SNAPSHOT_TEXTS } from "./features/exports/texts/errors/snapshots";
import { PENSION_TEXTS } from "./features/pensions/texts/errors";
import { BATCH_COMMAND_TEXTS } from "./features/sourceControl/texts/errors/batchCommands";
import { BATCH_TEXTS } from "./features/sourceControl/texts/errors/batches";
import { BATCH_RUN_TEXTS } from "./features/sourceControl/texts/errors/batchRuns";
import { addErrorTexts } from "./platform/texts/errorText";

// Imported for this effect: every error of a feature has its sentences from then on.
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
].forEach(addErrorTexts);
