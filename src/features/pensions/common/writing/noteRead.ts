import { withText } from "./pendingWrite";
import type { PensionKey, PensionRecords, VersionMetadata, SeenVersion } from "./records";
import type { CurrentVersion } from "./writer";

/**
 * The version that is compared with, where its text is kept, or where the service holds the very same.
 */
export async function baseOf(
  records: Pick<PensionRecords, "text">,
  facts: VersionMetadata | undefined,
  current: CurrentVersion | undefined,
): Promise<SeenVersion | undefined> {
  return (await withText(records, facts)) ?? sameText(facts, current);
}

/** What a read found, and what it was compared with. */
interface NotedRead {
  readonly current: CurrentVersion;
  readonly seenMetadata: VersionMetadata | undefined;
  /** How many fields the service changed since then; undefined where that is not known. */
  readonly changedThere: number | undefined;
}

/**
 * Remembers what a read found. A change there stays one until it is taken over or written over: the
 * base is not moved past it.
 */
export async function noteRead(
  records: Pick<PensionRecords, "noteSeen" | "noteShown" | "noteAbsent">,
  key: PensionKey,
  { current, seenMetadata, changedThere }: NotedRead,
): Promise<void> {
  if (current.kind === "absent") {
    await records.noteAbsent(key);
  }
  const isNews = seenMetadata === undefined || changedThere === 0;
  if (current.kind === "present") {
    await (isNews ? records.noteSeen(key, current) : records.noteShown(key));
  }
}

/** The text of a version that is not kept, where the service holds the very same. */
function sameText(
  facts: VersionMetadata | undefined,
  current: CurrentVersion | undefined,
): SeenVersion | undefined {
  return current?.kind === "present" && facts?.hash === current.hash
    ? { ...facts, text: current.text }
    : undefined;
}
