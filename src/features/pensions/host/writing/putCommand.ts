import * as vscode from "vscode";
import { AppError, isCanceled } from "../../../../platform/base/errors";
import { type Payload, readPayload } from "../../common/payload";
import { payloadOfService } from "../../common/template";
import { conflicts, putBack } from "../../texts/comparisonWords";
import { landingReport } from "../../texts/landingWords";
import { namedFields } from "../../texts/wording";
import type { PensionKey } from "../../common/writing/records";
import type { WriteRequest, WriteResult, WriteReview } from "../../common/writing/writer";
import { shortTime } from "../../../../platform/vscode/times";
import { pensionWording } from "../wording";
import { idsOf } from "./ids";
import type { PayloadPlace, PensionPlace } from "./places";
import { readOrReveal } from "./readOrReveal";
import type { WritingServices } from "./services";
import { type ShownText, showLanded } from "./versionViews";
import { PutDialog, type SentText } from "./writeDialog";

/** What can follow a PUT that was not made. */
interface AfterDecline {
  readonly compare: (place: PayloadPlace) => Promise<void>;
  readonly takeOver: (place: PayloadPlace) => Promise<void>;
}

interface Facts {
  readonly place: PensionPlace;
  readonly payload: Payload;
  readonly sent: SentText;
}

interface Writing extends Facts {
  readonly dialog: PutDialog;
  readonly request: WriteRequest;
}

/** Sends payloads and puts versions back: each pension one write at a time. */
export class PutCommand {
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
    const writing = await this.begin({ place, payload, sent }, title);
    try {
      await this.write(writing);
    } catch (error) {
      const { declined } = writing.dialog;
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
    await this.write(await this.begin({ place, payload: readPayload(text), sent }, title));
  }

  private async begin(facts: Facts, title: string): Promise<Writing> {
    const { connectionId, clientId, pensionId } = facts.place;
    const opened = await this.services.open(connectionId);
    const target = { clientId, pensionId };
    const readTitle = vscode.l10n.t("Read pension");
    const { payload, sent } = facts;
    const dialog = new PutDialog(this.services, { connection: opened.connection, target }, sent);
    return { ...facts, dialog, request: { ...opened, target, payload, title, readTitle } };
  }

  private async write(writing: Writing): Promise<void> {
    const writer = await this.services.writer();
    const result = await this.alone(writing.place, () =>
      writer.write(writing.request, writing.dialog),
    );
    if (result !== undefined) {
      await this.report(writing, result);
    }
  }

  /** A second press while the first is under way does nothing. */
  private async alone<Result>(
    key: PensionKey,
    task: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const name = [key.connectionId, key.clientId.toLowerCase(), key.pensionId].join("/");
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
    const { dialogs, privacy } = this.services;
    const { severity, message } = landingReport(result, pensionWording(privacy));
    const { line, lines } = idsOf(result.action);
    const answered = `${result.status} ${result.statusText}`.trim();
    const [show, copy, undo] = [
      vscode.l10n.t("Show"),
      vscode.l10n.t("Copy ids"),
      vscode.l10n.t("Undo"),
    ];
    const canUndo = result.before !== undefined && sent.putsBackFrom === undefined;
    const text = `${message} ${place.pensionId}: ${answered}. ${line}`;
    const picked = await dialogs.notify(severity, text, [show, copy, ...(canUndo ? [undo] : [])]);
    if (picked === copy) {
      await vscode.env.clipboard.writeText(lines);
    }
    if (picked === show) {
      const held = result.landed?.text ?? new TextDecoder().decode(result.body);
      await showLanded(this.services, place.pensionId, shownAs(sent, payload), held);
    }
    if (picked === undo) {
      const { connectionId, clientId, pensionId } = place;
      const pension = { connectionId, clientId, pensionId };
      await vscode.commands.executeCommand("financialPlanning.pension.undo", pension);
    }
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
    const names = namedFields(theirs, pensionWording(this.services.privacy));
    const picked = await this.services.dialogs.notify(
      "information",
      theirs.length === 0
        ? vscode.l10n.t("Nothing was written. The service's version of the pension has changed.")
        : vscode.l10n.t("Nothing was written. The service changed {0} since you saw it.", names),
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

/** The document while it still says what was sent, else a copy. */
function shownAs({ document, uri, name }: SentText, { text }: Payload): ShownText {
  return uri === undefined || document?.getText() !== text ? { text, name } : { text, name, uri };
}
