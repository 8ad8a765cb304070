import * as vscode from "vscode";
import { openDiff } from "../../../platform/vscode/surfaces";
import { shortTime } from "../../../platform/vscode/formats";
import { encode } from "../../pensions/host/writing/versionViews";
import { type PensionChanges, shownBeside } from "./pensionChanges";
import type { PendingPayload } from "./pendingPensions";

/**
 * Shows a payload beside what the service is known to hold, to be edited there; alone where nothing
 * is known. While privacy mode is on, masked copies of both.
 */
export async function openComparison(
  { known, services, versionOf }: Pick<PensionChanges, "known" | "services" | "versionOf">,
  payload: PendingPayload,
  preserveFocus: boolean,
): Promise<void> {
  const shown = shownBeside(payload);
  const left = shown && (await known.documentOf(shown));
  const version = shown && (await versionOf(shown.pension));
  if (shown === undefined || left === undefined || version === undefined) {
    await vscode.window.showTextDocument(payload.uri, { preview: true, preserveFocus });
    return;
  }
  const { privacy, showAnswer } = services;
  const { pensionId } = shown.pension;
  const time = shortTime(version.at, Date.now());
  const side =
    version.by === "read" ? vscode.l10n.t("read {0}", time) : vscode.l10n.t("written {0}", time);
  const title = vscode.l10n.t("{0}: {1} ↔ {2}", pensionId, side, vscode.l10n.t("payload"));
  // Beside a masked text everything in the other would look changed: a masked copy does not.
  const right = privacy.isOn ? showAnswer(`${pensionId}.json`, encode(shown.text)) : payload.uri;
  const options = { preview: true, preserveFocus };
  await openDiff(left, right, title, options);
}
