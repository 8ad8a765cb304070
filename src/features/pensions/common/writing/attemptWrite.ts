import { AppError, isAppError } from "../../../../platform/base/errors";
import { hashBody } from "../../../../platform/http/bodyHash";
import type { WritePermit } from "../../../../platform/base/permit";
import { pause } from "../../../../platform/base/scope";
import { refuseBroken } from "./brokenAnswer";
import {
  callOf,
  callReader,
  type PendingWrite,
  keyOf,
  preconditionsOf,
  type WriteContext,
  withText,
  type WritingParts,
  type Sent,
} from "./pendingWrite";
import type { TakeLock } from "./heldLock";
import { isStillThere } from "./landingEvidence";
import { mayGoOnUnread } from "./readCurrent";
import type { SeenVersion } from "./records";
import { mayHaveLanded, unknownOutcome } from "./unknownOutcome";
import { isSameVersion, overwrittenChanges } from "./version";
import type { CurrentVersion } from "./writer";

/** What the user said yes to, and the right to do it once. */
export interface Asked<Review> {
  readonly context: WriteContext;
  readonly review: Review;
  readonly permit: WritePermit;
}

/** The service holds something else, could not be looked at again, or refused. */
export interface Again {
  readonly kind: "again";
  readonly current?: CurrentVersion;
  readonly readError?: AppError;
  readonly refusal?: AppError;
}

type WriteAttempt = { readonly kind: "sent"; readonly sent: Sent } | Again;

/** One write, asked for and permitted, that has not left yet. */
interface AttemptOptions<Review> {
  readonly parts: WritingParts;
  readonly pendingWrite: PendingWrite<Review>;
  readonly asked: Asked<Review>;
  readonly take: TakeLock;
}

interface Failed {
  readonly kind: "failed";
  readonly error: unknown;
  readonly sent: Sent;
}

/**
 * Looks once more, and writes where the service still holds what the user was shown. Throws what
 * ends the pending write; `pensions/outcomeUnknown` where the write may have landed all the same.
 */
export async function attemptWrite<Review>(turn: AttemptOptions<Review>): Promise<WriteAttempt> {
  const { parts, pendingWrite, take } = turn;
  const step = pendingWrite.payload === undefined ? "deleting" : "sending";
  const outcome = await pendingWrite.dialog.whileCalling(step, async (signal) => {
    const { stop } = pendingWrite.dialog;
    const before = stop === undefined ? signal : AbortSignal.any([signal, stop]);
    await take(before);
    const current = await lookAgain(turn, before);
    return current.kind === "again" ? current : await send(turn, current, signal);
  });
  return outcome.kind === "failed" ? await handleFailure(parts, pendingWrite, outcome) : outcome;
}

/** Many timestamps count seconds: only a later read shows whether they move by themselves. */
const LONGER_THAN_A_SECOND = 1_100;

/** What the service holds now, where that is what the user was shown. */
async function lookAgain<Review>(
  { parts, pendingWrite, asked }: AttemptOptions<Review>,
  signal: AbortSignal,
): Promise<CurrentVersion | Again> {
  const shown = shownVersion(pendingWrite, asked);
  if (shown.kind === "unread") {
    return shown;
  }
  const read = callReader(parts, pendingWrite);
  try {
    const schema = await parts.schema(pendingWrite.request.connection.id);
    const current = await read(signal);
    if (!isSameVersion(shown, current, schema)) {
      return { kind: "again", current };
    }
    if (shown.kind !== "present" || current.kind !== "present") {
      return current;
    }
    const overwriting = { payload: pendingWrite.payload?.text, schema };
    const changed = overwrittenChanges(shown, current, overwriting);
    if (changed.size === 0) {
      return current;
    }
    // Only read-only members differ. What somebody wrote stays as it is; a timestamp of reads moves on.
    await pause(LONGER_THAN_A_SECOND, parts.clock, signal);
    const later = await read(signal);
    const isSame = isSameVersion(current, later, schema) && later.kind === "present";
    const moving = isSame ? overwrittenChanges(current, later, overwriting) : NOTHING;
    const allMove = moving.size === changed.size && [...changed].every((path) => moving.has(path));
    return allMove ? later : { kind: "again", current: later };
  } catch (error) {
    if (mayGoOnUnread(error)) {
      return { kind: "again", readError: error };
    }
    throw error;
  }
}

const NOTHING: ReadonlySet<string> = new Set();

/** What was said yes to: of a row of a batch, what its plan showed. */
function shownVersion<Review>(
  { request }: PendingWrite<Review>,
  { context }: Asked<Review>,
): CurrentVersion {
  const { confirmed } = request;
  const isOfPlan = confirmed?.kind === "present" && context.current.kind === "present";
  return isOfPlan && context.reason === "asked" ? confirmed : context.current;
}

async function send<Review>(
  { parts, pendingWrite, asked }: AttemptOptions<Review>,
  current: CurrentVersion,
  signal: AbortSignal,
): Promise<WriteAttempt | Failed> {
  const { records, clock } = parts;
  const { request, payload, dialog } = pendingWrite;
  const { client, title, traceId } = request;
  const { permit, context } = asked;
  const key = keyOf(request);
  const before = await versionBefore(parts, pendingWrite, current);
  const action = client.startAction(title, { traceId });
  const preconditions = preconditionsOf({ ...context, current }, records, key);
  await records.beginWrite(
    key,
    {
      method: payload === undefined ? "DELETE" : "PUT",
      outcome: "sending",
      bodyHash: hashBody(payload?.bytes),
      startedAt: clock.now(),
      ...{ actionId: action.id, traceId: action.traceId, status: undefined },
    },
    before,
  );
  const sent = { action, current, before, answer: undefined };
  try {
    const call = { ...callOf(request, payload), preconditions, permit };
    const { onWait, stop } = dialog;
    const context = { action, signal, stop, onWait, isStepOfWalk: true };
    const answer = await client.send(call, context);
    refuseBroken(answer);
    return { kind: "sent", sent: { ...sent, answer, action: answer.action } };
  } catch (error) {
    return { kind: "failed", error, sent };
  }
}

/** Where it cannot be read now, what was seen last is the best there is. */
async function versionBefore<Review>(
  { records }: WritingParts,
  { request }: PendingWrite<Review>,
  current: CurrentVersion,
): Promise<SeenVersion | undefined> {
  if (current.kind !== "unread") {
    return current.kind === "present" ? current : undefined;
  }
  return withText(records, records.get(keyOf(request))?.seen);
}

async function handleFailure<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  { error, sent }: Failed,
): Promise<WriteAttempt> {
  const { action, current } = sent;
  const status = isAppError(error) ? error.status : undefined;
  const isGone = pendingWrite.payload === undefined && (status === 404 || status === 410);
  // Nothing was read that a 404 could agree with: it may be that of an address that is not known.
  const isUntold = isGone && status === 404 && current.kind === "unread";
  // A service that knows no such way to delete says the same.
  if (
    isAppError(error) &&
    isGone &&
    !isUntold &&
    !(await isStillThere(parts, pendingWrite, sent))
  ) {
    return { kind: "sent", sent: { ...sent, action: error.action ?? action } };
  }
  if (mayHaveLanded(error)) {
    throw await unknownOutcome(parts, pendingWrite, { error, action, current });
  }
  const end = { actionId: action.id, outcome: "refused", status } as const;
  await parts.records.settleWrite(keyOf(pendingWrite.request), end);
  if (isAppError(error) && (status === 409 || status === 412)) {
    return { kind: "again", refusal: error };
  }
  if (isAppError(error) && isUntold) {
    throw withValues(error, { shown: "nothing" });
  }
  // The read just before was of the same address.
  throw isAppError(error) && status === 405 && current.kind === "present"
    ? withValues(error, { worked: "GET" })
    : error;
}

function withValues(error: AppError, more: AppError["values"]): AppError {
  const { kind, code, status, requestId, traceId, action, body, call, cause } = error;
  const known = { requestId, traceId, action, body, call, cause };
  const values = { ...error.values, ...more };
  return new AppError(kind, code, {
    ...known,
    values,
    ...(status === undefined ? {} : { status }),
  });
}
