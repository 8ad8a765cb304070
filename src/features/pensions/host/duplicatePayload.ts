import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import { readdress } from "../common/duplicate";
import { type PayloadTarget, samePension } from "../common/target";
import { askPensionId, checkPensionId } from "./chooseTarget";
import { clientName } from "./clientName";
import { askClient, type OpenServices, readPayloadOfService } from "./openCommands";
import { existingOrUntitled } from "./payloadFiles";
import { openPayloadWith, type WrittenServices } from "./createPayload";
import { payloadOf, pensionIn, type PlaceSources } from "./writing/places";
import { refusal } from "../../../platform/texts/refusals";
import { PENSION_REFUSALS } from "../texts/refusals";
import { localizer } from "../../../platform/vscode/translate";

type DuplicateServices = OpenServices & WrittenServices & PlaceSources;

interface Original {
  readonly text: string;
  /** Undefined for a payload that nobody said a target of. */
  readonly target: PayloadTarget | undefined;
}

/**
 * Makes the payload of another pension from one, as it stands in the editor; ids of the first
 * pension inside become those of the other. Nothing is sent, and no file is overwritten.
 */
export async function duplicatePayload(
  services: DuplicateServices,
  resource: unknown,
): Promise<void> {
  const original = await originalOf(services, resource);
  const from = original.target;
  const through = pensionIn(services, resource)?.connectionId;
  const connectionId = from?.connectionId ?? through ?? services.defaultConnection().id;
  const client = await askClient(services, connectionId);
  const title = vscode.l10n.t("Duplicate for {0}", clientName(services, client));
  const isSame = (pensionId: string): boolean =>
    from !== undefined && samePension(from, { clientId: client.clientId, pensionId });
  const pensionId = await askPensionId(services.dialogs, title, {
    value: from?.pensionId,
    check: (text) =>
      isSame(text) ? refusal(PENSION_REFUSALS.samePension, localizer) : checkPensionId(text),
  });
  if (pensionId === undefined) {
    return;
  }
  const isBound = through !== undefined && through !== services.defaultConnection().id;
  // The client is one of the row's connection: so is the pension.
  const to = {
    ...(isBound && { connectionId: through }),
    ...{ ...from, clientId: client.clientId, pensionId },
  };
  const { text, changed } =
    from === undefined ? { text: original.text, changed: [] } : readdress(original.text, from, to);
  const comparison = vscode.l10n.t("{0}: duplicate ↔ payload now", pensionId);
  const given = { text, kind: "duplicate", title: comparison };
  const isMade = await openPayloadWith(services, to, given);
  void services.dialogs.notify("information", wordsOf(isMade, changed));
}

/** The payload that is meant: a document, saved or not, or the service's version of a pension. */
async function originalOf(services: DuplicateServices, resource: unknown): Promise<Original> {
  const pension = pensionIn(services, resource);
  const { pensionId } = pension ?? {};
  if (pension === undefined || pensionId === undefined) {
    const document = await payloadOf(services, resource);
    return { text: document.getText(), target: services.targets.of(document.uri) };
  }
  const target = { clientId: pension.clientId, pensionId };
  const uri = await existingOrUntitled(target);
  if (uri !== undefined) {
    const document = await vscode.workspace.openTextDocument(uri);
    return { text: document.getText(), target: services.targets.of(uri) };
  }
  const { text, unread } = await readPayloadOfService(services, { ...pension, pensionId });
  if (text === undefined) {
    throw new AppError("input", "pensions/nothingToDuplicate", {
      values: { status: unread?.status ?? 0 },
    });
  }
  return { text, target };
}

function wordsOf(isMade: boolean, changed: readonly string[]): string {
  const names = changed.map((name) => `\`${name}\``).join(", ");
  const ids =
    changed.length === 0
      ? vscode.l10n.t("No id inside was changed.")
      : vscode.l10n.t("Changed inside: {0}.", names);
  return isMade
    ? vscode.l10n.t("The payload was duplicated. {0} Nothing was sent.", ids)
    : vscode.l10n.t(
        "That pension has a payload already, which was not overwritten: the duplicate is shown beside it. {0}",
        ids,
      );
}
