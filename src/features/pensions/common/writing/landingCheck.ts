import { AppError, isAppError, isCanceled } from "../../../../platform/base/errors";
import type { Action } from "../../../../platform/base/action";
import type { Schema } from "../../../../platform/service/definition/schema";
import { mayHaveLanded } from "../../../requests/common/outcome";
import { checkLanding, type Landing } from "../compare/landing";
import { compareThreeWay } from "../compare/threeWay";
import { valueOf, valuesOf } from "../compare/values";
import { readerOf, keyOf, type PendingWrite, type Sent, type WritingParts } from "./pendingWrite";
import { ABSENT, isReadable, shownPension } from "./readCurrent";
import type { PensionKey, PensionRecords, SeenVersion } from "./records";
import { factsOf, isSameVersion, versionOf } from "./version";
import type {
  CurrentVersion,
  DeleteResult,
  Effect,
  Evidence,
  Verdict,
  WriteResult,
} from "./writer";

/** Writes down what became of a PUT that the service accepted, and tells by which evidence. */
export async function finishPut<Review extends { readonly effect: Effect }>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  { sent, review }: { readonly sent: Sent; readonly review: Review },
): Promise<WriteResult> {
  const { records } = parts;
  const { action, answer, before } = sent;
  const key = keyOf(pendingWrite.request);
  const status = answer?.status ?? 0;
  const base = records.get(key)?.seen;
  // Compared with what was seen before it, this write would look like somebody else's.
  const accepted = sentVersion(parts, pendingWrite, sent);
  // Said at once: whoever looks after the end of this process finds what the service said.
  await records.settleWrite(key, {
    ...{ actionId: action.id, outcome: "landed", status },
    ...(accepted && { seen: factsOf(accepted) }),
  });
  const findings = await findEvidence(parts, pendingWrite, sent);
  const { landed, verdict } = findings;
  if (verdict === "notThere") {
    await records.settleWrite(key, { actionId: action.id, outcome: "unknown", status, seen: base });
  }
  const seen = landed ?? (verdict === "notSeen" ? accepted : undefined);
  if (seen !== undefined && isKnown(records, key)) {
    // What somebody changed before a write that did nothing is still a change of theirs.
    await (verdict === "notThere" ? records.noteShown(key) : records.noteSeen(key, seen));
  }
  return {
    ...{ status, statusText: answer?.statusText ?? "", body: answer?.body ?? new Uint8Array() },
    ...{ action, before, ...findings, effect: review.effect },
    requestId: action.attempts.at(-1)?.requestId,
  };
}

/** False where its connection was removed, and all of it forgotten, while the write was under way. */
function isKnown(records: PensionRecords, key: PensionKey): boolean {
  return records.get(key) !== undefined;
}

/** The same for a DELETE. */
export async function finishDelete<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  sent: Sent,
): Promise<DeleteResult> {
  const { action, answer, before } = sent;
  const status = answer?.status ?? action.attempts.at(-1)?.status;
  const isThere = answer !== undefined && (await isStillThere(parts, pendingWrite, sent));
  const end = { actionId: action.id, outcome: isThere ? "unknown" : "deleted", status } as const;
  await parts.records.settleWrite(keyOf(pendingWrite.request), end);
  const outcome = isThere ? "stillThere" : answer === undefined ? "gone" : "deleted";
  return { outcome, action, before };
}

/** What was accepted: nothing shows it, and nothing else is known of what is there. */
function sentVersion<Review>(
  { clock }: WritingParts,
  { payload }: PendingWrite<Review>,
  { answer }: Sent,
): SeenVersion | undefined {
  return answer && payload && versionOf(answer, payload.text, { by: "sent", clock });
}

/** What tells that a PUT landed, and what follows from it. */
interface Findings {
  readonly evidence: Evidence;
  readonly landing: Landing | undefined;
  readonly landed: SeenVersion | undefined;
  readonly stayed: readonly string[];
  readonly verdict: Verdict;
}

/**
 * Compares the payload with the PUT's own answer, then with a read where that works. What the
 * read shows counts: an answer can show what was never stored.
 */
async function findEvidence<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  sent: Sent,
): Promise<Findings> {
  const schema = await parts.schema(pendingWrite.request.connection.id);
  const text = pendingWrite.payload?.text ?? "";
  const answered = answeredVersion(parts, { text, sent, schema });
  const read = await readAfter(parts, pendingWrite, sent);
  const answer = answered && checkLanding(text, answered.text);
  const seen = read.kind === "present" ? read : undefined;
  const readLanding = seen && checkLanding(text, seen.text);
  const evidence: Evidence = {
    answer,
    read: seen && readLanding && { landing: readLanding, at: seen.at },
    unread: unreadOf(read),
  };
  const isGone = read.kind === "absent";
  const landing = isGone ? undefined : (readLanding ?? answer);
  const stayed = landing === undefined ? [] : stayedOf({ text, sent, schema }, landing);
  const isUnchanged = seen !== undefined && isSameVersion(sent.current, seen, schema);
  return {
    ...{ evidence, landing, stayed, landed: isGone ? undefined : (seen ?? answered) },
    verdict: isGone ? "notThere" : verdictOf(landing, stayed, isUnchanged),
  };
}

function verdictOf(
  landing: Landing | undefined,
  stayed: readonly string[],
  isUnchanged: boolean,
): Verdict {
  if (landing === undefined) {
    return "notSeen";
  }
  const { changed, ignored } = landing;
  if (changed.length + ignored.length + stayed.length === 0) {
    return "landed";
  }
  // What was left out of one that is as it was before may be all that there was to change.
  return isUnchanged && changed.length + stayed.length > 0 ? "notThere" : "differs";
}

interface Written {
  readonly text: string;
  readonly sent: Sent;
  readonly schema: Schema;
}

/** The pension in the PUT's own answer: a receipt, which names none of its fields, is none. */
function answeredVersion({ clock }: WritingParts, written: Written): SeenVersion | undefined {
  const { answer } = written.sent;
  const text = answer && shownPension(answer);
  return answer === undefined || text === undefined || !showsPayload(written, text)
    ? undefined
    : versionOf(answer, text, { by: "write", clock });
}

function showsPayload({ text, schema }: Written, answered: string): boolean {
  const there = valuesOf(valueOf(answered));
  const names = [...valuesOf(valueOf(text)).keys()].filter(
    (name) => schema.properties?.[name]?.readOnly !== true,
  );
  return names.length === 0 || names.some((name) => there.has(name));
}

function unreadOf(read: ReadAfter): Evidence["unread"] {
  if (read.kind === "unread") {
    return ABSENT.has(read.status) ? "absent" : "notPossible";
  }
  return read.kind === "present" ? undefined : read.kind;
}

/** Fields that the payload took out and that are there as before: the service merged, not replaced. */
function stayedOf({ text, sent, schema }: Written, { added }: Landing): readonly string[] {
  if (sent.current.kind !== "present") {
    return [];
  }
  const { fields } = compareThreeWay({ mine: text, theirs: sent.current.text, schema });
  const takenOut = new Set(fields.filter(({ mine }) => mine === undefined).map(({ path }) => path));
  return added.filter((path) => takenOut.has(path));
}

/** Whether a pension that was there is still shown after its DELETE; false where nothing tells. */
export async function isStillThere<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  sent: Sent,
): Promise<boolean> {
  return (
    sent.current.kind === "present" &&
    (await readAfter(parts, pendingWrite, sent)).kind === "present"
  );
}

type ReadAfter = CurrentVersion | { readonly kind: "failed" };

async function readAfter<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  { current }: Pick<Sent, "current">,
): Promise<ReadAfter> {
  if (!isReadable(current)) {
    return { kind: "unread", status: 0, at: parts.clock.now() };
  }
  try {
    return await pendingWrite.dialog.whileCalling("checking", readerOf(parts, pendingWrite));
  } catch {
    // The write has left, and what became of it is told: not even a cancel of its check counts.
    return { kind: "failed" };
  }
}

/** Whether a write that failed may have landed all the same, in any of its attempts. */
export function hasMaybeLanded(error: unknown): error is AppError {
  const attempts = isAppError(error) ? (error.action?.attempts ?? []) : [];
  return attempts.some((attempt) => mayHaveLanded(attempt));
}

/** A write that was begun and came to no good end, and what there was before it. */
interface FailedWrite {
  readonly error: AppError;
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
  const last = error.action?.attempts.at(-1);
  const status = error.status ?? last?.status;
  await records.settleWrite(key, { actionId: action.id, outcome: "unknown", status });
  const read: ReadAfter = isCanceled(error)
    ? { kind: "failed" }
    : await readAfter(parts, pendingWrite, { current });
  const shown = await shownBy(parts, pendingWrite, { current, read });
  if (shown === "landed") {
    const outcome = pendingWrite.payload === undefined ? "deleted" : "landed";
    await records.settleWrite(key, { actionId: action.id, outcome, status });
    if (read.kind === "present" && isKnown(records, key)) {
      await records.noteSeen(key, read);
    }
  }
  return new AppError("network", "pensions/outcomeUnknown", {
    cause: error,
    requestId: error.requestId ?? last?.requestId,
    action: error.action,
    body: error.body,
    // How far its answer came is a part of the sentence.
    values: { ...error.values, reason: error.code, shown },
    ...(status === undefined ? {} : { status }),
  });
}

/**
 * What a read after a write of unknown outcome shows: all that was sent, what was there before,
 * something else, or nothing, because there was no read. Only the first tells what became of it: a
 * write that has not landed may still do so.
 */
type Shown = "landed" | "before" | "other" | "nothing";

async function shownBy<Review>(
  parts: WritingParts,
  pendingWrite: PendingWrite<Review>,
  { current, read }: { readonly current: CurrentVersion; readonly read: ReadAfter },
): Promise<Shown> {
  if (read.kind === "failed" || read.kind === "unread") {
    return "nothing";
  }
  const key = keyOf(pendingWrite.request);
  // Nothing was ever read that a 404 could differ from: it may be that of an address that is not known.
  const wasShown = current.kind !== "unread" || parts.records.get(key)?.isShown;
  if (read.kind === "absent" && wasShown !== true) {
    return "nothing";
  }
  const schema = await parts.schema(key.connectionId);
  if (isAsWanted(pendingWrite, read, schema)) {
    return "landed";
  }
  return isSameVersion(current, read, schema) ? "before" : "other";
}

function isAsWanted<Review>(
  { payload }: PendingWrite<Review>,
  read: CurrentVersion,
  schema: Schema,
): boolean {
  if (payload === undefined || read.kind !== "present") {
    return payload === undefined && read.kind === "absent";
  }
  return compareThreeWay({ mine: payload.text, theirs: read.text, schema }).changes === 0;
}
