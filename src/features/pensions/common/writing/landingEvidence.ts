import type { Schema } from "../../../../platform/service/definition/schema";
import { checkLanding, type Landing } from "../compare/landing";
import { compareThreeWay } from "../compare/threeWay";
import { valueOf, valuesOf } from "../compare/values";
import { callReader, type PendingWrite, type WritingParts, type Sent } from "./pendingWrite";
import { ABSENT, isReadable, shownPension } from "./readCurrent";
import type { SeenVersion } from "./records";
import { isSameVersion, versionOf } from "./version";
import type { CurrentVersion, Evidence, Verdict } from "./writer";

/** What tells that a PUT landed, and what follows from it. */
interface Findings {
  readonly evidence: Evidence;
  readonly landing: Landing | undefined;
  readonly landed: SeenVersion | undefined;
  readonly stayed: readonly string[];
  readonly verdict: Verdict;
}

/**
 * Holds the payload against the PUT's own answer, then against a read where that works. What the
 * read shows counts: an answer can show what was never stored.
 */
export async function findEvidence<Review>(
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
  { current }: Sent,
): Promise<ReadAfter> {
  if (!isReadable(current)) {
    return { kind: "unread", status: 0, at: parts.clock.now() };
  }
  try {
    return await pendingWrite.dialog.whileCalling("checking", callReader(parts, pendingWrite));
  } catch {
    // The write is over and done: not even a cancel of its check makes it an error.
    return { kind: "failed" };
  }
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
