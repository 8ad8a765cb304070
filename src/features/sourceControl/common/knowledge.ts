import type {
  PensionKey,
  PensionRecord,
  PensionRecords,
  SeenVersion,
} from "../../pensions/common/writing/records";
import { isTakenUnshown } from "../../pensions/common/writing/isTakenUnshown";
import { baseOf } from "../../pensions/common/writing/noteRead";
import type { CurrentVersion } from "../../pensions/common/writing/writer";
import type { Knowledge } from "./state";
import type { VersionReads } from "./versionReads";

/**
 * What is known of a pension: what was read in this window, unless it was written or shown since, and
 * what is kept of it. Refreshes nothing: `records.refresh()` before many are asked for.
 */
export async function knowledgeOf(
  records: Pick<PensionRecords, "get" | "text">,
  reads: Pick<VersionReads, "get">,
  key: PensionKey,
): Promise<Knowledge> {
  const record = records.get(key);
  const read = reads.get(key);
  const seenFacts = record?.seen;
  const seen = await baseOf(records, seenFacts, read);
  return {
    current: newest(read, record, seen),
    ...{ seen, seenFacts, before: record?.before, write: record?.write },
    ...{ isTaken: record?.isTaken, isShown: record?.isShown },
    isAbsent: record?.isAbsent ?? false,
  };
}

/** The version that a payload is held against; undefined where none is known, or none is there. */
export function knownVersion(knowledge: Knowledge): SeenVersion | undefined {
  const { current, seen, isAbsent } = knowledge;
  if (current?.kind === "present") {
    return current;
  }
  const isGone = (current?.kind === "absent" || isAbsent) && !isTakenUnshown(knowledge);
  return isGone ? undefined : seen;
}

/** A read says nothing any more where something was written, or shown otherwise, after it. */
function newest(
  read: CurrentVersion | undefined,
  record: PensionRecord | undefined,
  seen: SeenVersion | undefined,
): CurrentVersion | undefined {
  if (read === undefined || record === undefined) {
    return read;
  }
  const { write, isAbsent } = record;
  const writtenAt =
    write === undefined || write.outcome === "refused" ? -Infinity : write.startedAt;
  const shownAt = record.seen?.at ?? -Infinity;
  if (writtenAt < read.at && shownAt <= read.at) {
    return isAbsent && read.kind === "present" && record.changedAt > read.at ? undefined : read;
  }
  const isNow = seen !== undefined && seen.by !== "sent" && seen.at >= writtenAt;
  return isNow && !isAbsent ? { kind: "present", ...seen } : undefined;
}
