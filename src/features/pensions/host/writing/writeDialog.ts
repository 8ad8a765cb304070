import * as vscode from "vscode";
import type { Connection } from "../../../../platform/base/connection";
import type { AppError } from "../../../../platform/base/errors";
import type { Challenge } from "../../../../platform/guard/guard";
import { comparedWithSeen } from "../../common/writing/version";
import type { PensionIdentity } from "../../common/target";
import { pensionSchema } from "../../common/template";
import { findingLines } from "../../texts/findingLines";
import { deleteQuestion, type ReviewNames, writeQuestion } from "../../texts/reviewQuestion";
import { isListed } from "../../common/writing/records";
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
import { openNow } from "./places";
import type { WritingServices } from "./services";
import { type ShownText, showComparison, showCopy, showVersion } from "./versionViews";

/** What is sent, beside what the pipeline knows of it. */
export interface SentText extends Omit<ShownText, "text"> {
  /** The payload whose place may name another pension; absent for an earlier version. */
  readonly document?: vscode.TextDocument;
  /** When the version was there that is put back; absent for a payload. */
  readonly putsBackFrom?: number;
}

type Subject = Pick<WriteRequest, "connection" | "target">;

/**
 * The user's side of a PUT: the comparison behind, the question over it, progress. `onDeclined` gets
 * the review that the user said no to.
 */
export function putDialog(
  services: WritingServices,
  subject: Subject,
  sent: SentText,
  onDeclined?: (review: WriteReview) => void,
): WriteDialog<WriteReview> {
  const isEdited = async ({ payload }: WriteReview): Promise<boolean> =>
    sent.document !== undefined && (await openNow(sent.document))?.getText() !== payload.text;
  return {
    ...commonDialog(services, subject),
    // What is said yes to is what was shown: typed over meanwhile, it is shown and asked again.
    confirm: async (review) => {
      const wasEdited = await isEdited(review);
      let isConfirmed = await askToPut(services, review, { ...sent, isEdited: wasEdited });
      if (isConfirmed && !wasEdited && (await isEdited(review))) {
        isConfirmed = await askToPut(services, review, { ...sent, isEdited: true });
      }
      if (!isConfirmed) {
        onDeclined?.(review);
      }
      return isConfirmed;
    },
  };
}

/** What is sent, and whether its document says something else by now. */
interface AskedText extends SentText {
  readonly isEdited: boolean;
}

async function askToPut(
  services: WritingServices,
  review: WriteReview,
  sent: AskedText,
): Promise<boolean> {
  const { text } = review.payload;
  const schema = pensionSchema(await services.definition(review.connection.id));
  await showBehind(services, review, sent);
  const words = pensionWording(services.privacy);
  const names = reviewNames(services, review, [
    ...warningsOfPath(services, review.connection, sent),
    ...warningsOfList(services, review),
    ...findingLines(await services.findings(text, sentThrough(review)), text, words),
  ]);
  const { isEdited, putsBackFrom } = sent;
  const question = writeQuestion(
    comparedWithSeen(review, schema),
    { ...names, isEdited, ...(putsBackFrom !== undefined && { putsBackFrom }) },
    words,
  );
  return services.dialogs.confirm(question);
}

/** Behind the question stands what would be sent: the document, or a copy once that has changed. */
async function showBehind(
  services: WritingServices,
  review: WriteReview,
  { isEdited, ...sent }: AskedText,
): Promise<void> {
  const { text } = review.payload;
  const name = isEdited ? vscode.l10n.t("payload before the edit") : sent.name;
  const mine = isEdited ? { text, name } : { text, ...sent };
  if (!(await showComparison(services, review, mine)) && isEdited) {
    await showCopy(services, review.target.pensionId, mine);
  }
}

/** A read finds none, and a list has it: which of them is wrong, nobody here can tell. */
function warningsOfList(
  { records, listedAt }: WritingServices,
  { connection, target, current }: WriteReview,
): string[] {
  const key = { connectionId: connection.id, ...target };
  return current.kind === "absent" && isListed(records.get(key), listedAt(key))
    ? [
        vscode.l10n.t(
          "But the service lists this pension: this PUT may replace it, although a read does not find it.",
        ),
      ]
    : [];
}

/** Said first when the folder of the file names another pension than the one that is written. */
function warningsOfPath(
  services: WritingServices,
  { id: connectionId }: Connection,
  { document }: SentText,
): string[] {
  const named = document && services.targets.otherOfPath(document.uri);
  return named === undefined
    ? []
    : [
        vscode.l10n.t(
          "Folder and name of the file are those of another pension: {0} of {1}.",
          named.pensionId,
          clientName(services, { connectionId, clientId: named.clientId }),
        ),
      ];
}

/** The user's side of a DELETE: what is there behind, the question over it, progress. */
export function deleteDialog(
  services: WritingServices,
  subject: Subject,
): WriteDialog<DeleteReview> {
  return {
    ...commonDialog(services, subject),
    confirm: async (review) => {
      if (review.current.kind === "present") {
        await showVersion(services, review.target.pensionId, review.current);
      }
      const names = reviewNames(services, review, []);
      return services.dialogs.confirm(
        deleteQuestion(review, names, pensionWording(services.privacy)),
      );
    },
  };
}

/** What a PUT and a DELETE have in common: all but their question. */
function commonDialog(
  services: WritingServices,
  subject: Subject,
): Omit<WriteDialog<unknown>, "confirm"> {
  const { target } = subject;
  let report: Report = () => undefined;
  return {
    challenge: (what) => askFor(services, subject, what),
    goOnUnread: (error) => askToGoOn(services, target, error),
    onWait: (wait) => report(waitWords(wait)),
    whileCalling: (step, task) =>
      withProgress(stepTitle(step, target), (signal, notify) => {
        report = notify;
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
        "The service's version could not be read, so it is not known whether others changed it.",
      ),
      vscode.l10n.t("You are asked once more before anything is sent."),
    ].join("\n"),
    button: vscode.l10n.t("Go on without comparing"),
  });
}

async function askFor(
  services: WritingServices,
  { connection, target: { clientId } }: Subject,
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
