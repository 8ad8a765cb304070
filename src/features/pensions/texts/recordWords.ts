import { acceptedButUnreadable, isUnsettled, type PensionRecord } from "../common/writing/records";
import type { Wording } from "./wording";

/** A pension as it stands in a list: whether there is a file, and what is known of it. */
interface ListedPension {
  readonly hasFile: boolean;
  /** Whether the file says something else than the service did last; undefined: not known. */
  readonly isChanged: boolean | undefined;
  readonly record: PensionRecord | undefined;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** "changed · payload file", "seen 12 min ago", "sent 10:42 · outcome not known". */
export function describePension(pension: ListedPension, now: number, words: Wording): string {
  const { hasFile, isChanged, record } = pension;
  const { t } = words;
  const said = record === undefined ? undefined : recordWords(record, now, words);
  // Short, so that it is not cut: what matters most, and the icon tells that there is a file.
  if (hasFile && isChanged === true && !isUnsettled(record)) {
    return `${t("changed")} · ${t("payload file")}`;
  }
  return said ?? (hasFile ? t("payload file") : "");
}

/** "Sent 10:42, outcome not known: compare": a line of its own above the payload. */
export function unsettledLine(
  record: PensionRecord | undefined,
  words: Wording,
): string | undefined {
  const write = record?.write;
  if (write === undefined || !isUnsettled(record)) {
    return undefined;
  }
  const { t, time } = words;
  return write.method === "DELETE"
    ? t("DELETE sent {0}, outcome not known: compare", time(write.startedAt))
    : t("Sent {0}, outcome not known: compare", time(write.startedAt));
}

/** There is a version to go back to, and the service may hold another one now. */
export function canUndo(record: PensionRecord | undefined): boolean {
  return (
    record?.before !== undefined &&
    (isUnsettled(record) || record.before.hash !== record.seen?.hash)
  );
}

/** Deleted, or never there: without a payload file there is nothing to be shown of it. */
export function isGone(record: PensionRecord | undefined): boolean {
  return record !== undefined && isAbsentThere(record) && !isUnsettled(record);
}

/** Milliseconds until what is said of a record reads otherwise; undefined where it stays. */
export function staleIn(record: PensionRecord, now: number): number | undefined {
  const at = isReadLast(record) ? record.seen?.at : undefined;
  return at === undefined || now - at >= HOUR ? undefined : MINUTE - ((now - at) % MINUTE);
}

function recordWords(record: PensionRecord, now: number, words: Wording): string | undefined {
  const { write, seen } = record;
  const { t, time } = words;
  if (write !== undefined && isUnsettled(record)) {
    return t("sent {0} · outcome not known", time(write.startedAt));
  }
  if (isAbsentThere(record)) {
    return write?.outcome === "deleted"
      ? t("deleted {0}", time(write.startedAt))
      : t("not at the service");
  }
  if (seen === undefined) {
    return write?.outcome === "landed" ? t("written {0}", time(write.startedAt)) : undefined;
  }
  return isReadLast(record)
    ? seenWords(seen.at, now, words)
    : t("written {0}", time(write?.outcome === "landed" ? write.startedAt : seen.at));
}

/** Not what a 404 says of a pension that was taken and never shown: records of earlier versions have it. */
function isAbsentThere(record: PensionRecord): boolean {
  return record.isAbsent && !acceptedButUnreadable({ ...record, seenMetadata: record.seen });
}

/** A read in the minute of a write is the one that belongs to it, and says no more than that. */
function isReadLast({ seen, write, isAbsent }: PensionRecord): boolean {
  if (seen?.by !== "read" || isAbsent) {
    return false;
  }
  return write?.outcome !== "landed" || seen.at - write.startedAt > MINUTE;
}

/** "seen 12 min ago"; after an hour the time says more. */
function seenWords(at: number, now: number, { t, time }: Wording): string {
  const age = Math.max(0, now - at);
  if (age >= HOUR) {
    return t("seen {0}", time(at));
  }
  const minutes = Math.floor(age / MINUTE);
  return minutes === 0 ? t("seen just now") : t("seen {0} min ago", String(minutes));
}
