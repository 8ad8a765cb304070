import { AppError, isAppError, isCanceled } from "../../../../platform/base/errors";
import { isOutcomeKnown } from "../../../requests/common/outcome";
import type { Action } from "../../../../platform/base/action";
import { compareThreeWay } from "../compare/threeWay";
import { callReader, type PendingWrite, keyOf, type WritingParts } from "./pendingWrite";
import { isReadable } from "./readCurrent";
import { isSameVersion } from "./version";
import type { CurrentVersion } from "./writer";

/**
 * What a read after a write of unknown outcome shows: all that was sent, what was there before,
 * something else, or nothing, because there was no read. Only the first tells what became of it: a
 * write that has not landed may still do so.
 */
type Shown = "landed" | "before" | "other" | "nothing";

/**
 * Whether a write that failed may have landed all the same, in any of its attempts: one that left
 * and was not answered whole, or was answered with what leaves it open.
 */
export function mayHaveLanded(error: unknown): boolean {
  const attempts = isAppError(error) ? (error.action?.attempts ?? []) : [];
  return attempts.some((attempt) => !isOutcomeKnown(attempt) || leavesOpen(attempt.status ?? 0));
}

/** A write that was begun and came to no good end, and what there was before it. */
interface FailedWrite {
  readonly error: unknown;
  readonly action: Action;
  readonly current: CurrentVersion;
}

/** Writes down that the outcome is not known, looks whether a read tells it, makes the error. */
export async function unknownOutcome<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  { error, action, current }: FailedWrite,
): Promise<AppError> {
  const { records } = parts;
  const key = keyOf(pendingWrite.request);
  const facts = isAppError(error) ? error : undefined;
  const status = facts?.status ?? facts?.action?.attempts.at(-1)?.status;
  await records.settleWrite(key, { actionId: action.id, outcome: "unknown", status });
  const read = isCanceled(error) ? undefined : await readIfPossible(parts, pendingWrite, current);
  const shown = await tell(parts, pendingWrite, { current, read });
  if (shown === "landed") {
    const outcome = pendingWrite.payload === undefined ? "deleted" : "landed";
    await records.settleWrite(key, { actionId: action.id, outcome, status });
    if (read?.kind === "present") {
      await records.noteSeen(key, read);
    }
  }
  return new AppError("network", "pensions/outcomeUnknown", {
    cause: error,
    requestId: facts?.requestId ?? facts?.action?.attempts.at(-1)?.requestId,
    action: facts?.action,
    body: facts?.body,
    // How far its answer came is a part of the sentence.
    values: { ...facts?.values, reason: facts?.code ?? "internal/unexpected", shown },
    ...(status === undefined ? {} : { status }),
  });
}

/**
 * 501 says that the service does not know the method: it did nothing. 303 leads to what came of a
 * request (RFC 9110, section 15.4.4): it may have been done.
 */
function leavesOpen(status: number): boolean {
  return (status >= 500 && status !== 501) || status === 303;
}

async function readIfPossible<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  current: CurrentVersion,
): Promise<CurrentVersion | undefined> {
  if (!isReadable(current)) {
    return undefined;
  }
  try {
    return await pendingWrite.dialog.whileCalling("checking", callReader(parts, pendingWrite));
  } catch {
    // The error that led here is the one to be told.
    return undefined;
  }
}

async function tell<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  { current, read }: { current: CurrentVersion; read: CurrentVersion | undefined },
): Promise<Shown> {
  if (read === undefined || read.kind === "unread") {
    return "nothing";
  }
  // Nothing was ever read that a 404 could differ from: it may be that of an address that is not known.
  const wasShown =
    current.kind !== "unread" || parts.records.get(keyOf(pendingWrite.request))?.isShown;
  if (read.kind === "absent" && wasShown !== true) {
    return "nothing";
  }
  const schema = await parts.schema(pendingWrite.request.connection.id);
  if (isAsWanted(pendingWrite, read, schema)) {
    return "landed";
  }
  return isSameVersion(current, read, schema) ? "before" : "other";
}

function isAsWanted<Review>(
  { payload }: PendingWrite<Review>,
  read: CurrentVersion,
  schema: Awaited<ReturnType<WritingParts["schema"]>>,
): boolean {
  if (payload === undefined || read.kind !== "present") {
    return payload === undefined && read.kind === "absent";
  }
  return compareThreeWay({ mine: payload.text, theirs: read.text, schema }).changes === 0;
}
