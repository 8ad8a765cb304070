import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import { payloadFromKnown } from "../common/payloadFromKnown";
import { knownStateOf, knownVersion } from "../common/knownState";
import type { KnownState } from "../common/state";
import type { VersionReads } from "../common/versionReads";
import { changedPart } from "../../pensions/common/compare/textEdits";
import { discardQuestion } from "../texts/discardQuestion";
import type { PensionRecords, SeenVersion } from "../../pensions/common/writing/records";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { Privacy } from "../../../platform/vscode/privacy";
import { withProgress } from "../../../platform/vscode/progress";
import { pensionWording } from "../../pensions/host/wording";
import type { PendingPayload } from "./pendingPensions";
import { countText } from "../../../platform/vscode/formats";

export interface DiscardServices {
  readonly records: PensionRecords;
  readonly reads: VersionReads;
  /** Text of the definition that a connection lives by. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
  readonly dialogs: Dialogs;
  readonly privacy: Privacy;
}

interface Discarded {
  readonly payload: PendingPayload;
  readonly version: SeenVersion;
  readonly knownState: KnownState;
  /** What the file held when the question was asked. */
  readonly asked: string;
}

/**
 * Brings the version that is known back into payload files, after a question; what stands in an
 * editor can be undone there. Never without such a version: `pensions/nothingKnown`. What was changed
 * after the question is kept: `changes/changedMeanwhile`.
 */
export async function discardPayloads(
  services: DiscardServices,
  payloads: readonly PendingPayload[],
): Promise<void> {
  const found = await Promise.all(payloads.map((payload) => withVersion(services, payload)));
  const discarded = found.filter((one) => one !== undefined);
  if (discarded.length === 0) {
    throw new AppError("input", "pensions/nothingKnown");
  }
  const question = discardQuestion(
    discarded.map(({ payload, version }) => ({ place: payload.source.place, version })),
    payloads.length - discarded.length,
    pensionWording(services.privacy),
  );
  if (await services.dialogs.confirm(question)) {
    await withProgress(vscode.l10n.t("Discarding changes of payloads"), (signal, report) =>
      discardAll(services, discarded, { signal, report }),
    );
  }
}

async function withVersion(
  { records, reads }: DiscardServices,
  payload: PendingPayload,
): Promise<Discarded | undefined> {
  const { pension } = payload.source;
  const knownState = pension && (await knownStateOf(records, reads, pension));
  const version = knownState && knownVersion(knownState);
  return version && { payload, version, knownState, asked: await textNow(payload.uri) };
}

/** As an editor has it, or the disk: the editor may not have heard yet that a closed file changed. */
async function textNow(uri: vscode.Uri): Promise<string> {
  const name = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === name);
  const isEdited = open !== undefined && open.isDirty;
  return isEdited
    ? open.getText()
    : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

async function discardAll(
  services: DiscardServices,
  discarded: readonly Discarded[],
  { signal, report }: { readonly signal: AbortSignal; readonly report: (text: string) => void },
): Promise<void> {
  for (const [index, one] of discarded.entries()) {
    if (signal.aborted) {
      throw new AppError("canceled", "canceled/byUser");
    }
    report(vscode.l10n.t("{0} of {1}", countText(index + 1), countText(discarded.length)));
    await discardOne(await services.definition(one.payload.source.pension?.connectionId), one);
  }
}

/** Through the editor: an open one keeps its history, and what was typed in it is no surprise. */
async function discardOne(
  definition: string,
  { payload: { uri, source }, knownState, asked }: Discarded,
): Promise<void> {
  if ((await textNow(uri)) !== asked) {
    throw new AppError("input", "changes/changedMeanwhile", { values: { place: source.place } });
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const before = document.getText();
  const after = payloadFromKnown(before, knownState, definition);
  const { start, end, text } = changedPart(before, after);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, range, text);
  const isTaken = before === after || (await vscode.workspace.applyEdit(edit));
  if (!isTaken || (document.isDirty && !(await document.save()))) {
    throw new AppError("input", "changes/notDiscarded", { values: { place: source.place } });
  }
}
