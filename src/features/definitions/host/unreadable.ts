import * as vscode from "vscode";
import type { StoredDefinition } from "../common/imports/stored";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { definitionName, domainWord } from "../texts/words";
import { warningText } from "../../../platform/texts/warnings";
import { translate } from "../../../platform/vscode/translate";
import { DEFINITION_WARNINGS } from "../texts/warnings";

/** Says that a definition that is active cannot be read, and what stands in its place. */
export async function reportUnreadable(
  definition: StoredDefinition,
  dialogs: Dialogs,
): Promise<void> {
  const show = vscode.l10n.t("Show Definitions");
  const chosen = await dialogs.notify(
    "warning",
    warningText(DEFINITION_WARNINGS["definition/activeUnreadable"], translate, {
      name: definitionName(definition),
      domain: domainWord(definition.domain, translate),
    }),
    [show],
  );
  if (chosen === show) {
    await vscode.commands.executeCommand("financialPlanning.definition.show", {
      domain: definition.domain,
    });
  }
}
