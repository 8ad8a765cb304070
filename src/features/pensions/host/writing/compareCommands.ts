import * as vscode from "vscode";
import { AppError } from "../../../../platform/base/errors";
import { changedPart } from "../../common/compare/textEdits";
import { takeOver } from "../../common/compare/takeOver";
import { comparedWithSeen } from "../../common/writing/version";
import type { Payload } from "../../common/payload";
import { pensionSchema } from "../../common/template";
import { comparedReport, shownReport, takenReport } from "../../texts/comparedReport";
import { putBack } from "../../texts/comparisonWords";
import { dryRunText } from "../../texts/dryRunText";
import { findingLines } from "../../texts/findingLines";
import type { WriteRequest, WriteReview } from "../../common/writing/writer";
import { pensionWording } from "../wording";
import { sentThrough } from "./findings";
import { demandOpen, type PayloadPlace, type PensionPlace, readOrReveal } from "./places";
import type { WritingServices } from "./services";
import { TakenVersions } from "./takenVersions";
import { encode, showComparison, showVersion } from "./versionViews";
import { callingDialog, reviewNames } from "./writeDialog";

/** What reads and compares a pension, and writes nothing. */
export class CompareCommands implements vscode.Disposable {
  private readonly takenVersions: TakenVersions;

  constructor(private readonly services: WritingServices) {
    this.takenVersions = new TakenVersions(services.records);
  }

  dispose(): void {
    this.takenVersions.dispose();
  }

  /** Reads the service's version, shows what differs, and says what cannot be told. */
  async compare(place: PayloadPlace): Promise<void> {
    const document = await demandOpen(place.document);
    const payload = await readOrReveal(document);
    const review = await this.review(place, payload);
    const name = vscode.l10n.t("payload");
    await showComparison(this.services, review, { text: payload.text, uri: document.uri, name });
    const words = pensionWording(this.services.privacy);
    const schema = pensionSchema(await this.services.definition(place.connectionId));
    const report = comparedReport(comparedWithSeen(review, schema), place.pensionId, words);
    const hasTheirs = review.comparison !== undefined && putBack(review.comparison).length > 0;
    const take = vscode.l10n.t("Take over");
    const picked = await this.services.dialogs.notify(
      review.current.kind === "unread" ? "warning" : "information",
      report,
      hasTheirs && review.current.kind === "present" ? [take] : [],
    );
    if (picked === take) {
      await this.takeOver(place);
    }
  }

  /** Shows the service's version to be read. */
  async show(place: PensionPlace): Promise<void> {
    const title = vscode.l10n.t("Read pension");
    const { services } = this;
    const { connectionId, clientId, pensionId } = place;
    const writer = await services.writer();
    const opened = await services.open(connectionId);
    const request = { ...opened, target: { clientId, pensionId }, title };
    const { current, seen } = await writer.read(request, callingDialog(place));
    const version =
      current.kind === "present" ? current : current.kind === "unread" ? seen : undefined;
    if (version !== undefined) {
      await showVersion(services, pensionId, version);
    }
    if (current.kind !== "present") {
      const words = pensionWording(services.privacy);
      const report = shownReport({ current, seen }, pensionId, words);
      await services.dialogs.notify("warning", report);
    }
  }

  /** Brings what only the service changed into the payload, in one step that can be undone. */
  async takeOver(place: PayloadPlace): Promise<void> {
    const payload = await readOrReveal(await demandOpen(place.document));
    const review = await this.review(place, payload);
    const { current, seen } = review;
    if (current.kind !== "present") {
      throw new AppError("input", "pensions/notReadable", { values: { status: current.status } });
    }
    if (seen === undefined) {
      throw new AppError("input", "pensions/noBase");
    }
    const schema = pensionSchema(await this.services.definition(place.connectionId));
    // Read anew: somebody may have typed, or closed it, while the service was asked.
    const document = await demandOpen(place.document);
    const { text: mine } = await readOrReveal(document);
    const texts = { base: seen.text, mine, theirs: current.text, schema };
    const { text, taken, conflicts } = takeOver(texts);
    if (!(await replaceChanged(document, text))) {
      throw new AppError("input", "pensions/notTakenOver");
    }
    const { connectionId, clientId, pensionId } = place;
    const key = { connectionId, clientId, pensionId };
    await this.takenVersions.note({ key, document, seen, current, schema });
    const words = pensionWording(this.services.privacy);
    const report = takenReport(taken, conflicts, words);
    await this.services.dialogs.notify("information", report);
  }

  /** Opens the exact request as a text to be read; sends nothing but the read. */
  async dryRun(place: PayloadPlace): Promise<void> {
    const { services } = this;
    const { document, pensionId } = place;
    const payload = await readOrReveal(document);
    const writer = await services.writer();
    const request = await this.request(place, payload, vscode.l10n.t("Dry run of pension"));
    const run = await writer.dryRun(request, callingDialog(place));
    const found = await services.findings(payload.text, sentThrough(run.review));
    const words = pensionWording(services.privacy);
    const { isOn: isMasked, masking } = services.privacy;
    const names = reviewNames(services, run.review, findingLines(found, payload.text, words));
    const text = dryRunText(
      run,
      {
        ...{ names, at: Date.now(), isMasked, text: (line) => masking.maskText(line) },
        body: masking.maskJson(payload.text),
        language: vscode.env.language,
      },
      words,
    );
    const uri = services.showText(`${pensionId}-dry-run.txt`, encode(text), isMasked);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  private async review(place: PensionPlace, payload: Payload): Promise<WriteReview> {
    const writer = await this.services.writer();
    const request = await this.request(place, payload, vscode.l10n.t("Compare pension"));
    return writer.review(request, callingDialog(place));
  }

  private async request(
    place: PensionPlace,
    payload: Payload,
    title: string,
  ): Promise<WriteRequest> {
    const { connectionId, clientId, pensionId } = place;
    const opened = await this.services.open(connectionId);
    return { ...opened, target: { clientId, pensionId }, payload, title };
  }
}

/**
 * Only what differs is replaced, so that the cursor and folded parts stay where they are. False
 * where the editor did not take it: somebody typed at that moment, or it is there to be read.
 */
async function replaceChanged(document: vscode.TextDocument, text: string): Promise<boolean> {
  const before = document.getText();
  if (before === text) {
    return true;
  }
  const { start, end, text: part } = changedPart(before, text);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, part);
  const isTaken = await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, { preview: false });
  return isTaken;
}
