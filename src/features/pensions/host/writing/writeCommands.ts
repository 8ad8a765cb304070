import * as vscode from "vscode";
import type { Action } from "../../../../platform/base/action";
import { AppError, isCanceled } from "../../../../platform/base/errors";
import { shortenId } from "../../../../platform/base/statusLine";
import { type Payload, readPayload } from "../../common/payload";
import { payloadOfService } from "../../common/template";
import { conflicts, putBack } from "../../texts/comparisonWords";
import { landingReport } from "../../texts/landingWords";
import { PENSION_WARNINGS } from "../../texts/warnings";
import { namedFields } from "../../texts/wording";
import { keyName, type PensionKey } from "../../common/writing/records";
import type { DeleteResult, WriteResult, WriteReview } from "../../common/writing/writer";
import { warningText } from "../../../../platform/texts/warnings";
import type { Severity } from "../../../../platform/vscode/dialogs";
import { shortTime } from "../../../../platform/vscode/formats";
import { translate } from "../../../../platform/vscode/translate";
import { clientName } from "../clientName";
import { pensionWording } from "../wording";
import { type PayloadPlace, type PensionPlace, readOrReveal } from "./places";
import type { WritingServices } from "./services";
import { type ShownText, showLanded } from "./versionViews";
import { deleteDialog, putDialog, type SentText } from "./writeDialog";

/** What can follow a PUT that was not made. */
interface AfterDecline {
  readonly compare: (place: PayloadPlace) => Promise<void>;
  readonly takeOver: (place: PayloadPlace) => Promise<void>;
}

/** What is sent to which pension. */
interface Writing {
  readonly place: PensionPlace;
  readonly payload: Payload;
  readonly sent: SentText;
}

/** What is said of a write that was made. */
interface Written {
  readonly severity: Severity;
  readonly text: string;
  readonly action: Action;
  readonly buttons: readonly string[];
  readonly canUndo: boolean;
}

/** Sends payloads, puts versions back and deletes: each pension one write at a time. */
export class WriteCommands {
  private readonly sending = new Set<string>();

  constructor(
    private readonly services: WritingServices,
    private readonly after: AfterDecline,
  ) {}

  /** PUTs what stands in the editor, saved or not. */
  async put(place: PayloadPlace): Promise<void> {
    const { document } = place;
    const payload = await readOrReveal(document);
    const sent: SentText = { document, uri: document.uri, name: vscode.l10n.t("payload") };
    const title = vscode.l10n.t("PUT pension");
    let declined: WriteReview | undefined;
    const onDeclined = (review: WriteReview): void => {
      declined = review;
    };
    try {
      await this.write({ place, payload, sent }, title, onDeclined);
    } catch (error) {
      if (!isCanceled(error) || declined === undefined) {
        throw error;
      }
      await this.offerAfterDecline(place, declined);
    }
  }

  /** Puts back what the service held before the last write; the payload file is not touched. */
  async undo(place: PensionPlace): Promise<void> {
    const { services } = this;
    const writer = await services.writer();
    const version = await writer.before(place);
    if (version === undefined) {
      throw new AppError("input", "pensions/nothingToUndo");
    }
    const text = payloadOfService(version.text, await services.definition(place.connectionId));
    const name = vscode.l10n.t("as it was at {0}", shortTime(version.at, Date.now()));
    const sent: SentText = { name, putsBackFrom: version.at };
    const title = vscode.l10n.t("Undo PUT of pension");
    await this.write({ place, payload: readPayload(text), sent }, title);
  }

  /** Deletes a pension at the service after a question; a payload file of it stays. */
  async delete(place: PensionPlace): Promise<void> {
    const { services } = this;
    const { connectionId, clientId, pensionId } = place;
    const target = { clientId, pensionId };
    const opened = await services.open(connectionId);
    const writer = await services.writer();
    const titles = {
      title: vscode.l10n.t("DELETE pension"),
      readTitle: vscode.l10n.t("Read pension"),
    };
    const dialog = deleteDialog(services, { connection: opened.connection, target });
    const result = await writer.delete({ ...opened, target, ...titles }, dialog);
    await this.reportDeleted(place, result);
  }

  private async write(
    writing: Writing,
    title: string,
    onDeclined?: (review: WriteReview) => void,
  ): Promise<void> {
    const { services } = this;
    const { place, payload, sent } = writing;
    const { connectionId, clientId, pensionId } = place;
    const opened = await services.open(connectionId);
    const target = { clientId, pensionId };
    const readTitle = vscode.l10n.t("Read pension");
    const subject = { connection: opened.connection, target };
    const dialog = putDialog(services, subject, sent, onDeclined);
    const request = { ...opened, target, payload, title, readTitle };
    const writer = await services.writer();
    const result = await this.alone(place, () => writer.write(request, dialog));
    if (result !== undefined) {
      await this.report(writing, result);
    }
  }

  /** A second press while the first is under way does nothing. */
  private async alone<Result>(
    key: PensionKey,
    task: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const name = keyName(key);
    if (this.sending.has(name)) {
      return undefined;
    }
    this.sending.add(name);
    try {
      return await task();
    } finally {
      this.sending.delete(name);
    }
  }

  /** Messages may stay for minutes: by then the pension is free for the next write. */
  private async report({ place, payload, sent }: Writing, result: WriteResult): Promise<void> {
    const { severity, message } = landingReport(result, pensionWording(this.services.privacy));
    const answered = `${result.status} ${result.statusText}`.trim();
    const text = `${message} ${place.pensionId}: ${answered}.`;
    const canUndo = result.before !== undefined && sent.putsBackFrom === undefined;
    const show = vscode.l10n.t("Show");
    const offer = { severity, text, action: result.action, buttons: [show], canUndo };
    if ((await this.notifyWritten(place, offer)) === show) {
      const held = result.landed?.text ?? new TextDecoder().decode(result.body);
      await showLanded(this.services, place.pensionId, shownAs(sent, payload), held);
    }
  }

  private async reportDeleted(
    place: PensionPlace,
    { outcome, action, before }: DeleteResult,
  ): Promise<void> {
    const isStillThere = outcome === "stillThere";
    await this.notifyWritten(place, {
      severity: isStillThere ? "warning" : "information",
      text: deletedWords(outcome, place.pensionId, clientName(this.services, place)),
      ...{ action, buttons: [], canUndo: before !== undefined && !isStillThere },
    });
  }

  /** Says what became of a write, with its ids; gives the button that was picked. */
  private async notifyWritten(
    { connectionId, clientId, pensionId }: PensionPlace,
    { severity, text, action, buttons, canUndo }: Written,
  ): Promise<string | undefined> {
    const { line, lines } = idsOf(action);
    const [copy, undo] = [vscode.l10n.t("Copy ids"), vscode.l10n.t("Undo")];
    const offered = [...buttons, copy, ...(canUndo ? [undo] : [])];
    const picked = await this.services.dialogs.notify(severity, `${text} ${line}`, offered);
    if (picked === copy) {
      await vscode.env.clipboard.writeText(lines);
    }
    if (picked === undo) {
      const pension = { connectionId, clientId, pensionId };
      await vscode.commands.executeCommand("financialPlanning.pension.undo", pension);
    }
    return picked;
  }

  /** After a no to a question that told of others' changes, what can be done about them. */
  private async offerAfterDecline(place: PayloadPlace, review: WriteReview): Promise<void> {
    const { comparison, reason, refusal } = review;
    const theirs =
      comparison === undefined ? [] : [...putBack(comparison), ...conflicts(comparison)];
    if (theirs.length === 0 && reason === "asked") {
      return;
    }
    // Nobody else's change is behind it: what the service said of the payload is all there is.
    if (theirs.length === 0 && refusal?.status === 409) {
      throw refusal;
    }
    const [compare, take] = [vscode.l10n.t("Compare"), vscode.l10n.t("Take over")];
    const fields = namedFields(theirs, pensionWording(this.services.privacy));
    const picked = await this.services.dialogs.notify(
      "information",
      warningText(
        PENSION_WARNINGS["pensions/changedSince"],
        translate,
        theirs.length === 0 ? {} : { fields },
      ),
      theirs.length === 0 ? [compare] : [compare, take],
    );
    if (picked === compare) {
      await this.after.compare(place);
    }
    if (picked === take) {
      await this.after.takeOver(place);
    }
  }
}

/** Both ids of a call: short for a message, whole for the clipboard. */
function idsOf({ attempts, traceId }: Action): { line: string; lines: string } {
  const requestId = attempts.at(-1)?.requestId;
  const shortRequest = requestId === undefined ? vscode.l10n.t("without id") : shortenId(requestId);
  return {
    line:
      traceId === undefined
        ? vscode.l10n.t("Request {0}.", shortRequest)
        : vscode.l10n.t("Request {0}, trace {1}.", shortRequest, shortenId(traceId)),
    lines: [
      `x-dt-requestid: ${requestId ?? "-"}`,
      ...(traceId === undefined ? [] : [`x-dt-traceid: ${traceId}`]),
    ].join("\n"),
  };
}

function deletedWords(outcome: DeleteResult["outcome"], pensionId: string, client: string): string {
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
      return warningText(PENSION_WARNINGS["pensions/stillThere"], translate, {
        pension: pensionId,
        client,
      });
  }
}

/** The document while it is open and still says what was sent, else a copy. */
function shownAs({ document, uri, name }: SentText, { text }: Payload): ShownText {
  const isShown = document?.isClosed === false && document.getText() === text;
  return uri === undefined || !isShown ? { text, name } : { text, name, uri };
}
