import {
  acceptedButUnreadable,
  type PensionKey,
  type PensionRecord,
  type PensionRecords,
  type SeenVersion,
} from "../../pensions/common/writing/records";
import { baseOf } from "../../pensions/common/writing/readCurrent";
import type { CurrentVersion } from "../../pensions/common/writing/writer";
import type { KnownState, PayloadEffect } from "./state";
import type { VersionReads } from "./versionReads";

/**
 * What is known of a pension: what was read in this window, unless it was written or shown since, and
 * what is kept of it. Refreshes nothing: `records.refresh()` before many are asked for.
 */
export async function knownStateOf(
  records: Pick<PensionRecords, "get" | "text">,
  reads: Pick<VersionReads, "get">,
  key: PensionKey,
): Promise<KnownState> {
  const record = records.get(key);
  const read = reads.get(key);
  const seenMetadata = record?.seen;
  const seen = await baseOf(records, seenMetadata, read);
  return {
    current: newest(read, record, seen),
    ...{ seen, seenMetadata, before: record?.before, write: record?.write },
    ...{ isTaken: record?.isTaken, isShown: record?.isShown },
    isAbsent: record?.isAbsent ?? false,
  };
}

/** The version that a payload is compared with; undefined where none is known, or none is there. */
export function knownVersion(knownState: KnownState): SeenVersion | undefined {
  const { current, seen, isAbsent } = knownState;
  if (current?.kind === "present") {
    return current;
  }
  const isGone = (current?.kind === "absent" || isAbsent) && !acceptedButUnreadable(knownState);
  return isGone ? undefined : seen;
}

/** Whether a payload of this effect differs from a version that can be brought back. */
export function canDiscard(effect: PayloadEffect, knownState: KnownState | undefined): boolean {
  return effect !== "nothing" && knownState !== undefined && knownVersion(knownState) !== undefined;
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
