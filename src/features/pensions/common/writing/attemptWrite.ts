import { AppError, isAppError, withValues } from "../../../../platform/base/errors";
import type { Preconditions } from "../../../../platform/base/call";
import type { WritePermit } from "../../../../platform/base/permit";
import { pause } from "../../../../platform/base/scope";
import type { Locks } from "../../../../platform/files/locks/locks";
import { hashBody } from "../../../../platform/http/bodyHash";
import { findHeader } from "../../../../platform/http/headers";
import { parseJsonText } from "../../../../platform/json/jsonText";
import type { ServiceAnswer } from "../../../../platform/service/client";
import { exactText } from "../payload";
import type { PensionIdentity } from "../target";
import { hasMaybeLanded, isStillThere, unknownOutcome } from "./landingCheck";
import {
  callOf,
  readerOf,
  keyOf,
  type PendingWrite,
  type Sent,
  type WritingParts,
} from "./pendingWrite";
import { mayGoOnUnread, withText } from "./readCurrent";
import type { PensionKey, PensionRecords, SeenVersion, VersionMetadata } from "./records";
import { isSameVersion, overwrittenChanges, strongTag } from "./version";
import type { CurrentVersion, WriteContext } from "./writer";

/** What the user said yes to, and the right to do it once. */
export interface ConfirmedWrite<Review> {
  readonly context: WriteContext;
  readonly review: Review;
  readonly permit: WritePermit;
}

/** The service holds something else, could not be looked at again, or refused. */
export interface AskAgain {
  readonly kind: "again";
  readonly current?: CurrentVersion;
  readonly readError?: AppError;
  readonly refusal?: AppError;
}

type WriteOutcome = { readonly kind: "sent"; readonly sent: Sent } | AskAgain;

/** Waits until the lock is held; the signal ends the waiting. */
type AcquireLock = (signal: AbortSignal) => Promise<void>;

/** One write, confirmed and permitted, that has not left yet. */
interface WriteAttempt<Review> {
  readonly parts: WritingParts;
  readonly pendingWrite: PendingWrite<Review>;
  readonly confirmed: ConfirmedWrite<Review>;
  readonly acquire: AcquireLock;
}

interface Failed {
  readonly kind: "failed";
  readonly error: unknown;
  readonly sent: Sent;
}

/**
 * Looks once more, and writes where the service still holds what the user was shown. `finish` runs
 * while the pension is still locked for other windows. Throws what ends the pending write;
 * `pensions/outcomeUnknown` where the write may have landed all the same.
 */
export async function attemptWrite<Review, Result>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  confirmed: ConfirmedWrite<Review>,
  finish: (sent: Sent) => Promise<Result>,
): Promise<{ readonly kind: "done"; readonly result: Result } | AskAgain> {
  const name = lockName(pendingWrite.request.target);
  return withLock(parts.locks, name, async (acquire) => {
    const outcome = await writeOnce({ parts, pendingWrite, confirmed, acquire });
    return outcome.kind === "again"
      ? outcome
      : { kind: "done", result: await finish(outcome.sent) };
  });
}

/**
 * One for all windows, and for all connections and addresses that may lead to it: whoever writes a
 * pension holds it from the last look to the check.
 */
export function lockName({ clientId, pensionId }: PensionIdentity): string {
  return `pension ${clientId}/${pensionId}`.toLowerCase();
}

/**
 * Runs work that acquires a lock where it first needs it, inside what shows progress, and holds it to
 * its end, over steps that show another one.
 */
async function withLock<Result>(
  locks: Locks,
  name: string,
  work: (acquire: AcquireLock) => Promise<Result>,
): Promise<Result> {
  const end = Promise.withResolvers<undefined>();
  let holding: Promise<unknown> = Promise.resolve();
  const acquire: AcquireLock = (signal) =>
    new Promise((resolve, reject) => {
      const held = async (): Promise<void> => {
        resolve();
        await end.promise;
      };
      holding = locks.withLock(name, held, signal).catch(reject);
    });
  try {
    return await work(acquire);
  } finally {
    end.resolve(undefined);
    await holding;
  }
}

async function writeOnce<Review>(attempt: WriteAttempt<Review>): Promise<WriteOutcome> {
  const { parts, pendingWrite, acquire } = attempt;
  const { dialog, payload } = pendingWrite;
  const step = payload === undefined ? "deleting" : "sending";
  const outcome = await dialog.whileCalling(step, async (signal) => {
    const { stop } = dialog;
    const before = stop === undefined ? signal : AbortSignal.any([signal, stop]);
    await acquire(before);
    const current = await readAgain(attempt, before);
    return current.kind === "again" ? current : await send(attempt, current, signal);
  });
  return outcome.kind === "failed" ? await handleFailure(parts, pendingWrite, outcome) : outcome;
}

/** Many timestamps count seconds: only a later read shows whether they move by themselves. */
const LONGER_THAN_A_SECOND = 1_100;

/** What the service holds now, where that is what the user was shown. */
async function readAgain<Review>(
  { parts, pendingWrite, confirmed }: WriteAttempt<Review>,
  signal: AbortSignal,
): Promise<CurrentVersion | AskAgain> {
  const shown = confirmedVersion(pendingWrite, confirmed);
  if (shown.kind === "unread") {
    return shown;
  }
  const read = readerOf(parts, pendingWrite);
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
    const moving = isSame ? overwrittenChanges(current, later, overwriting) : new Set<string>();
    const allMove = moving.size === changed.size && [...changed].every((path) => moving.has(path));
    return allMove ? later : { kind: "again", current: later };
  } catch (error) {
    if (mayGoOnUnread(error)) {
      return { kind: "again", readError: error };
    }
    throw error;
  }
}

/** What was said yes to: of a row of a batch, what its plan showed. */
function confirmedVersion<Review>(
  { request }: PendingWrite<Review>,
  { context }: ConfirmedWrite<Review>,
): CurrentVersion {
  const { confirmed } = request;
  const isOfPlan = confirmed?.kind === "present" && context.current.kind === "present";
  return isOfPlan && context.reason === "asked" ? confirmed : context.current;
}

/** On record before it leaves: whoever looks after the end of this process finds that it was begun. */
async function send<Review>(
  { parts, pendingWrite, confirmed }: WriteAttempt<Review>,
  current: CurrentVersion,
  signal: AbortSignal,
): Promise<WriteOutcome | Failed> {
  const { records, clock } = parts;
  const { request, payload, dialog } = pendingWrite;
  const { client, title, traceId } = request;
  const { permit, context } = confirmed;
  const key = keyOf(request);
  const before = await versionBefore(records, key, current);
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
    const answer = await client.send(call, { action, signal, stop, onWait, isStepOfWalk: true });
    refuseBroken(answer);
    return { kind: "sent", sent: { ...sent, answer, action: answer.action } };
  } catch (error) {
    return { kind: "failed", error, sent };
  }
}

/** Where it cannot be read now, what was seen last is the best there is. */
async function versionBefore(
  records: PensionRecords,
  key: PensionKey,
  current: CurrentVersion,
): Promise<SeenVersion | undefined> {
  if (current.kind !== "unread") {
    return current.kind === "present" ? current : undefined;
  }
  return withText(records, records.get(key)?.seen);
}

/** What the service is asked to hold on to: that nobody else has written since. */
export function preconditionsOf(
  { current, reason }: Pick<WriteContext, "current" | "reason">,
  records: PensionRecords,
  key: PensionKey,
): Preconditions {
  if (current.kind === "present") {
    return ifMatch(current);
  }
  if (current.kind === "absent") {
    return usesTags(records, key) ? { ifNoneMatch: "*" } : {};
  }
  // Refused once by what was known last, and confirmed again: there is nothing better to go by.
  return reason === "refused" ? {} : ifMatch(lastTagged(records, key));
}

function ifMatch(facts: VersionMetadata | undefined): Preconditions {
  const tag = strongTag(facts);
  return tag === undefined ? {} : { ifMatch: tag };
}

/** Services without tags have no reason to know the header. */
function usesTags(records: PensionRecords, { connectionId }: PensionKey): boolean {
  return records.of(connectionId).some(({ seen }) => seen?.tag !== undefined);
}

/** What was seen last, unless it was written over since by something that showed no tag. */
function lastTagged(records: PensionRecords, key: PensionKey): VersionMetadata | undefined {
  const { seen, write } = records.get(key) ?? {};
  const isNewest = write === undefined || (seen?.at ?? 0) >= write.startedAt;
  return isNewest || write.outcome === "refused" ? seen : undefined;
}

/** What claims to be JSON, and pages for people, which gateways put in its place. */
const CLAIMS_JSON = /[/+]json\b/i;
const PAGE = /^\s*(?:text\/html|application\/xhtml)/i;

/**
 * A 2xx whose body is not what it claims to be may come from anybody in between, and says nothing
 * of what was done. No body at all, or one of another kind, is the service's own way to say yes.
 * @throws AppError `answer/notUtf8`, `answer/notJson`
 */
function refuseBroken(answer: ServiceAnswer): void {
  const type = findHeader(answer.headers, "content-type") ?? "";
  if (answer.body.byteLength === 0 || !(CLAIMS_JSON.test(type) || PAGE.test(type))) {
    return;
  }
  const { status, action, body } = answer;
  try {
    parseJsonText(exactText(answer));
  } catch (error) {
    if (isAppError(error) && error.kind === "answer") {
      throw error;
    }
    const values = isAppError(error) ? error.values : {};
    throw new AppError("answer", "answer/notJson", { status, action, body, values });
  }
}

async function handleFailure<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  { error, sent }: Failed,
): Promise<WriteOutcome> {
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
  if (hasMaybeLanded(error)) {
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
