import * as vscode from "vscode";
import { laidOutAs } from "../../common/compare/takeOver";
import { pensionSchema } from "../../common/template";
import { layOut } from "../../../../platform/json/layOut";
import type { SeenVersion } from "../../common/writing/records";
import type { WriteReview } from "../../common/writing/writer";
import { openDiff } from "../../../../platform/vscode/surfaces";
import { formatTime } from "../../../../platform/base/spans";
import { shortTime } from "../../../../platform/vscode/formats";
import type { RequestArgument } from "../../../../manifest";
import type { WritingServices } from "./services";

type ViewServices = Pick<WritingServices, "privacy" | "showAnswer" | "definition">;

/** A version of a pension, and where it can be seen. */
export interface ShownText {
  readonly text: string;
  /** The document that has this text; absent for a version that none has. */
  readonly uri?: vscode.Uri;
  /** "payload", "as it was at 10:31": its side in titles. */
  readonly name: string;
  /** Whose answer it is. */
  readonly call?: RequestArgument | undefined;
}

/**
 * Shows a comparison as an editor: the service's version to be read on the left, what would be
 * sent on the right. True when there was something to compare with.
 */
export async function showComparison(
  services: ViewServices,
  {
    connection,
    target,
    current,
    seen,
  }: Pick<WriteReview, "connection" | "target" | "current" | "seen">,
  mine: ShownText,
): Promise<boolean> {
  const version = current.kind === "unread" ? seen : current;
  if (version === undefined || !("text" in version)) {
    return false;
  }
  const left =
    current.kind === "unread"
      ? nameOfSeen(version, Date.now())
      : vscode.l10n.t("service at {0}", formatTime(version.at, vscode.env.language));
  const schema = pensionSchema(await services.definition(connection.id));
  await showSides(services, target.pensionId, [
    { text: laidOutAs(mine.text, version.text, schema), name: left, call: callOf(version) },
    mine,
  ]);
  return true;
}

/** The attempt whose answer a version is; what was sent is no answer. */
function callOf({ by, source }: Pick<SeenVersion, "by" | "source">): RequestArgument | undefined {
  return by === "sent" ? undefined : source;
}

function nameOfSeen({ by, at }: Pick<SeenVersion, "by" | "at">, now: number): string {
  return by === "sent"
    ? vscode.l10n.t("sent last {0}", shortTime(at, now))
    : vscode.l10n.t("seen last {0}", shortTime(at, now));
}

/** Both sides in a diff editor; masked copies of both while privacy mode is on. */
async function showSides(
  { privacy, showAnswer }: Pick<ViewServices, "privacy" | "showAnswer">,
  pensionId: string,
  sides: readonly [left: ShownText, right: ShownText],
): Promise<void> {
  const [left, right] = sides.map(({ text, uri, name, call }) =>
    // Beside a masked text everything in the other would look changed: a masked copy does not.
    uri === undefined || privacy.isOn
      ? showAnswer(fileName(pensionId, name), encode(text), call)
      : uri,
  );
  const [leftName, rightName] = sides.map(({ name }) => name);
  const title = vscode.l10n.t("{0}: {1} ↔ {2}", pensionId, leftName ?? "", rightName ?? "");
  await openDiff(left, right, title);
}

/** Shows a version of the service as it came, laid out, to be read. */
export async function showVersion(
  { showAnswer }: Pick<ViewServices, "showAnswer">,
  pensionId: string,
  version: Pick<SeenVersion, "text" | "by" | "source">,
): Promise<void> {
  const text = encode(layOut(version.text) ?? version.text);
  const uri = showAnswer(`${pensionId}.json`, text, callOf(version));
  await vscode.window.showTextDocument(uri, { preview: true });
}

/** Shows a text as it is, to be read. */
export async function showCopy(
  { showAnswer }: Pick<ViewServices, "showAnswer">,
  pensionId: string,
  { text, name }: ShownText,
): Promise<void> {
  const uri = showAnswer(fileName(pensionId, name), encode(text));
  await vscode.window.showTextDocument(uri, { preview: true });
}

/** What was sent beside what the service holds after it, its own fields as well. */
export async function showLanded(
  services: ViewServices,
  pensionId: string,
  sent: ShownText,
  held: string,
): Promise<void> {
  await showSides(services, pensionId, [
    sent,
    { text: laidOutAs(sent.text, held), name: vscode.l10n.t("service after") },
  ]);
}

function fileName(pensionId: string, name: string): string {
  return `${pensionId}-${name.replaceAll(/[^A-Za-z0-9]+/g, "-")}.json`;
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
