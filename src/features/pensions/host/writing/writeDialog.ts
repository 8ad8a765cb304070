import * as vscode from "vscode";
import type { Connection } from "../../../../platform/base/connection";
import type { AppError } from "../../../../platform/base/errors";
import type { AskChallenge, Challenge } from "../../../../platform/guard/guard";
import { comparedWithSeen } from "../../common/compare/withSeen";
import type { PensionIdentity } from "../../common/target";
import { pensionSchema } from "../../common/template";
import { findingLines } from "../../texts/findingLines";
import { deleteQuestion, type ReviewNames, writeQuestion } from "../../texts/reviewQuestion";
import type {
  DeleteReview,
  WriteDialog,
  WriteRequest,
  WriteReview,
} from "../../common/writing/writer";
import { askChallenge } from "../../../../platform/vscode/challenge";
import { type Report, withProgress } from "../../../../platform/vscode/progress";
import { connectionName, environmentWord, waitWords } from "../../../../platform/vscode/words";
import { clientName } from "../clientName";
import { pensionWording } from "../wording";
import { sentThrough } from "./findings";
import { isListed } from "./isListed";
import type { WritingServices } from "./services";
import { type ShownText, showComparison, showCopy, showVersion } from "./versionViews";

/** What is sent, beside what the pipeline knows of it. */
export interface SentText extends Omit<ShownText, "text"> {
  /** The payload whose place may name another pension; absent for an earlier version. */
  readonly document?: vscode.TextDocument;
  /** When the version was there that is put back; absent for a payload. */
  readonly putsBackFrom?: number;
}

/** The user's side of a PUT: the comparison behind, the question over it, progress. */
export class PutDialog implements WriteDialog<WriteReview> {
  /** The review that the user said no to, if they did. */
  declined: WriteReview | undefined;
  private report: Report = () => undefined;

  constructor(
    private readonly services: WritingServices,
    private readonly subject: Pick<WriteRequest, "connection" | "target">,
    private readonly sent: SentText,
  ) {}

  /** What is said yes to is what was shown: typed over meanwhile, it is shown and asked again. */
  readonly confirm = async (review: WriteReview): Promise<boolean> => {
    let isEdited = this.isEdited(review);
    let isConfirmed = await this.ask(review, isEdited);
    if (isConfirmed && !isEdited && this.isEdited(review)) {
      isEdited = true;
      isConfirmed = await this.ask(review, isEdited);
    }
    this.declined = isConfirmed ? undefined : review;
    return isConfirmed;
  };

  readonly challenge: AskChallenge = (what) => askFor(this.services, this.subject, what);

  readonly goOnUnread = (error: AppError): Promise<boolean> =>
    askToGoOn(this.services, this.subject.target, error);

  readonly onWait: WriteDialog<WriteReview>["onWait"] = (wait) => this.report(waitWords(wait));

  readonly whileCalling: WriteDialog<WriteReview>["whileCalling"] = (step, task) =>
    withProgress(stepTitle(step, this.subject.target), (signal, tell) => {
      this.report = tell;
      return task(signal);
    });

  private async ask(review: WriteReview, isEdited: boolean): Promise<boolean> {
    const { services, sent } = this;
    const { text } = review.payload;
    const schema = pensionSchema(await services.definition(review.connection.id));
    await this.show(review, isEdited);
    const words = pensionWording(services.privacy);
    const names = reviewNames(services, review, [
      ...this.warnOfPath(review.connection),
      ...this.warnOfList(review),
      ...findingLines(await services.findings(text, sentThrough(review)), text, words),
    ]);
    const { putsBackFrom } = sent;
    const question = writeQuestion(
      comparedWithSeen(review, schema),
      { ...names, isEdited, ...(putsBackFrom !== undefined && { putsBackFrom }) },
      words,
    );
    return services.dialogs.confirm(question);
  }

  /** Behind the question stands what would be sent: the document, or a copy once that has changed. */
  private async show(review: WriteReview, isEdited: boolean): Promise<void> {
    const { services, sent } = this;
    const { text } = review.payload;
    const name = isEdited ? vscode.l10n.t("payload before the edit") : sent.name;
    const mine = isEdited ? { text, name } : { text, ...sent };
    if (!(await showComparison(services, review, mine)) && isEdited) {
      await showCopy(services, review.target.pensionId, mine);
    }
  }

  private isEdited({ payload }: WriteReview): boolean {
    const { document } = this.sent;
    return document !== undefined && document.getText() !== payload.text;
  }

  /** A read finds none, and a list has it: which of them is wrong, nobody here can tell. */
  private warnOfList({ connection, target, current }: WriteReview): string[] {
    const key = { connectionId: connection.id, ...target };
    return current.kind === "absent" && isListed(this.services, key)
      ? [
          vscode.l10n.t(
            "The service's list of pensions names it all the same: this PUT may replace what no read shows.",
          ),
        ]
      : [];
  }

  /** Said first when the folder of the file names another pension than the one that is written. */
  private warnOfPath({ id: connectionId }: Connection): string[] {
    const { document } = this.sent;
    const named = document && this.services.targets.otherOfPath(document.uri);
    return named === undefined
      ? []
      : [
          vscode.l10n.t(
            "The file's place names another pension: {0} of {1}.",
            named.pensionId,
            clientName(this.services, { connectionId, clientId: named.clientId }),
          ),
        ];
  }
}

/** The user's side of a DELETE: what is there behind, the question over it, progress. */
export function deleteDialog(
  services: WritingServices,
  subject: Pick<WriteRequest, "connection" | "target">,
): WriteDialog<DeleteReview> {
  const { target } = subject;
  let report: Report = () => undefined;
  return {
    confirm: async (review) => {
      if (review.current.kind === "present") {
        await showVersion(services, target.pensionId, review.current);
      }
      const names = reviewNames(services, review, []);
      return services.dialogs.confirm(
        deleteQuestion(review, names, pensionWording(services.privacy)),
      );
    },
    challenge: (what) => askFor(services, subject, what),
    goOnUnread: (error) => askToGoOn(services, target, error),
    onWait: (wait) => report(waitWords(wait)),
    whileCalling: (step, task) =>
      withProgress(stepTitle(step, target), (signal, tell) => {
        report = tell;
        return task(signal);
      }),
  };
}

/** Progress alone, for what asks nothing. */
export function callingDialog(
  target: PensionIdentity,
): Pick<WriteDialog<WriteReview>, "whileCalling"> {
  return {
    whileCalling: (step, task) => withProgress(stepTitle(step, target), (signal) => task(signal)),
  };
}

/** How everything in a question is called; labels and ids are masked while privacy mode is on. */
export function reviewNames(
  services: WritingServices,
  { connection, target, goesTo }: Pick<WriteReview, "connection" | "target" | "goesTo">,
  warnings: readonly string[],
): ReviewNames {
  const { keyFingerprint, sameKeyWarning, privacy } = services;
  const { id: connectionId } = connection;
  const path = new URL(goesTo.url).pathname;
  const shownPath = path.replace(target.clientId, (id) => privacy.masking.maskLabel(id, "id"));
  const sameKey = sameKeyWarning(connectionId);
  return {
    client: clientName(services, { connectionId, clientId: target.clientId }),
    environment: environmentWord(connection.environment),
    connection: connectionName(connection),
    key: keyFingerprint(connectionId) ?? vscode.l10n.t("unknown"),
    request: `${goesTo.method} ${shownPath}`,
    warnings: [...warnings, ...(sameKey === undefined ? [] : [sameKey])],
  };
}

async function askToGoOn(
  { dialogs, describe }: WritingServices,
  { pensionId }: PensionIdentity,
  error: AppError,
): Promise<boolean> {
  const { what } = await describe(error);
  return dialogs.confirm({
    message: vscode.l10n.t("Go on without comparing pension {0}?", pensionId),
    detail: [
      what,
      vscode.l10n.t(
        "The service's version could not be read, so what others changed cannot be told.",
      ),
      vscode.l10n.t("You are asked once more before anything is sent."),
    ].join("\n"),
    button: vscode.l10n.t("Go on without comparing"),
  });
}

async function askFor(
  services: WritingServices,
  { connection, target: { clientId } }: Pick<WriteRequest, "connection" | "target">,
  what: Challenge,
): Promise<string | undefined> {
  const name = clientName(services, { connectionId: connection.id, clientId });
  return askChallenge(services, { connection, clientId, clientName: name }, what);
}

type Step = Parameters<WriteDialog<WriteReview>["whileCalling"]>[0];

function stepTitle(step: Step, { pensionId }: PensionIdentity): string {
  switch (step) {
    case "reading":
      return vscode.l10n.t("Reading pension {0}", pensionId);
    case "sending":
      return vscode.l10n.t("Sending pension {0}", pensionId);
    case "checking":
      return vscode.l10n.t("Checking what landed of pension {0}", pensionId);
    case "deleting":
      return vscode.l10n.t("Deleting pension {0}", pensionId);
  }
}
