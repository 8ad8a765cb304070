import * as vscode from "vscode";
import type { StoredDefinition } from "../common/imports/stored";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { definitionName, domainWord } from "../texts/words";

/** Says that a definition that is active cannot be read, and what stands in its place. */
export async function reportUnreadable(
  definition: StoredDefinition,
  dialogs: Dialogs,
): Promise<void> {
  const { t } = vscode.l10n;
  const show = t("Show Definitions");
  const chosen = await dialogs.notify(
    "warning",
    t(
      "{0} is the active definition of {1}, and cannot be read. Until it is imported again, the explorer goes by its own description there.",
      definitionName(definition),
      domainWord(definition.domain, t),
    ),
    [show],
  );
  if (chosen === show) {
    await vscode.commands.executeCommand("financialPlanning.definition.show", {
      domain: definition.domain,
    });
  }
}
