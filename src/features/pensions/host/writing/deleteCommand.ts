import * as vscode from "vscode";
import type { DeleteResult } from "../../common/writing/writer";
import { clientName } from "../clientName";
import { idsOf } from "./ids";
import type { PensionPlace } from "./places";
import type { WritingServices } from "./services";
import { deleteDialog } from "./writeDialog";

/** Deletes a pension at the service after a question; a payload file of it stays. */
export async function deletePension(services: WritingServices, place: PensionPlace): Promise<void> {
  const { connectionId, clientId, pensionId } = place;
  const target = { clientId, pensionId };
  const opened = await services.open(connectionId);
  const writer = await services.writer();
  const title = vscode.l10n.t("DELETE pension");
  const dialog = deleteDialog(services, { connection: opened.connection, target });
  const result = await writer.delete({ ...opened, target, title }, dialog);
  await report(services, place, result);
}

async function report(
  services: WritingServices,
  place: PensionPlace,
  { outcome, action, before }: DeleteResult,
): Promise<void> {
  const { connectionId, clientId, pensionId } = place;
  const client = clientName(services, { connectionId, clientId });
  const done = outcomeWords(outcome, pensionId, client);
  const severity = outcome === "stillThere" ? "warning" : "information";
  const { line, lines } = idsOf(action);
  const [copy, undo] = [vscode.l10n.t("Copy ids"), vscode.l10n.t("Undo")];
  const picked = await services.dialogs.notify(severity, `${done} ${line}`, [
    copy,
    ...(before === undefined || outcome === "stillThere" ? [] : [undo]),
  ]);
  if (picked === copy) {
    await vscode.env.clipboard.writeText(lines);
  }
  if (picked === undo) {
    const pension = { connectionId, clientId, pensionId };
    await vscode.commands.executeCommand("financialPlanning.pension.undo", pension);
  }
}

function outcomeWords(outcome: DeleteResult["outcome"], pensionId: string, client: string): string {
  const { t } = vscode.l10n;
  switch (outcome) {
    case "deleted":
      return t("Deleted. Pension {0} of {1} is gone from the service.", pensionId, client);
    case "gone":
      return t(
        "Already gone. The service has no pension {0} of {1}, so there was nothing to delete.",
        ...[pensionId, client],
      );
    case "stillThere":
      return t(
        "The DELETE was accepted, but a read after it still shows pension {0} of {1}. Compare before you repeat it.",
        ...[pensionId, client],
      );
  }
}
