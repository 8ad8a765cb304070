import * as vscode from "vscode";
import { isAppError } from "../../../../platform/base/errors";
import { layOut } from "../../../../platform/json/layOut";
import type { RequestArgument } from "../../../../manifest";
import { openDiff } from "../../../../platform/vscode/surfaces";
import type { MeantCall } from "../../common/meantCall";
import { type Sending, sendNow } from "./sendAgain";
import type { SendServices } from "./services";
import { exactTime } from "../../../../platform/vscode/formats";

/** One side of a comparison. */
export interface Side {
  readonly bytes: Uint8Array;
  readonly call: RequestArgument;
  /** "200 · 10:42:07 · Sandbox". */
  readonly words: string;
}

interface ComparedDocuments extends Pick<SendServices, "addAnswer"> {
  /**
   * Where the words of the sides name somebody: the editor changes no title, so the comparison with
   * this left side is closed when privacy mode is turned on.
   */
  readonly closeWhenMasked?: (left: vscode.Uri) => void;
}

/** Longer answers are compared as they came: laying them out would take long. */
const LAID_OUT_BYTES = 2_000_000;

/** What a recorded attempt was answered with; undefined where that is not kept. */
export async function recordedSide(
  { history }: SendServices,
  recorded: MeantCall,
): Promise<Side | undefined> {
  const { action, attempt } = recorded;
  const bytes = (await history.bodies(action.id, attempt.number))?.response;
  return bytes && { bytes, ...factsOf(recorded) };
}

/** What a call is answered with now; a refusal by the service is an answer too. */
export async function sentSide(services: SendServices, sending: Sending): Promise<Side> {
  try {
    const { action, body } = await sendNow(services, sending);
    const attempt = action.attempts.at(-1);
    return attempt === undefined
      ? { bytes: body, call: { actionId: action.id }, words: "" }
      : { bytes: body, ...factsOf({ action, attempt }) };
  } catch (error) {
    const action = isAppError(error) && error.kind === "service" ? error.action : undefined;
    const attempt = action?.attempts.at(-1);
    if (!isAppError(error) || action === undefined || attempt === undefined) {
      throw error;
    }
    return { bytes: error.body ?? new Uint8Array(), ...factsOf({ action, attempt }) };
  }
}

/** Opens the editor's own comparison of both answers, laid out alike. */
export async function showDifference(
  { addAnswer, closeWhenMasked }: ComparedDocuments,
  pathTemplate: string,
  left: Side,
  right: Side,
): Promise<void> {
  const name = `${pathTemplate.split("/").findLast((part) => /^\w+$/.test(part)) ?? "answer"}.json`;
  const [before, after] = [left, right].map(({ bytes, call }) =>
    addAnswer(name, laidOut(bytes), call),
  );
  if (before !== undefined) {
    closeWhenMasked?.(before);
  }
  const title = vscode.l10n.t("{0}: {1} ↔ {2}", pathTemplate, left.words, right.words);
  await openDiff(before, after, title);
}

/** Services often answer in one line, of which a comparison would show nothing. */
function laidOut(bytes: Uint8Array): Uint8Array {
  if (bytes.length > LAID_OUT_BYTES) {
    return bytes;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return new TextEncoder().encode(layOut(text) ?? text);
  } catch {
    return bytes;
  }
}

function factsOf({ action, attempt }: MeantCall): Omit<Side, "bytes"> {
  const words = [
    attempt.status ?? vscode.l10n.t("no answer"),
    exactTime(attempt.startedAt),
    action.connectionLabel,
  ].join(" · ");
  return { call: { actionId: action.id, attempt: attempt.number }, words };
}
