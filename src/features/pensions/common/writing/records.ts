import type { PensionIdentity } from "../target";

/** A pension of a connection. */
export interface PensionKey extends PensionIdentity {
  readonly connectionId: string;
}

/** One text for one pension of a connection; client ids are the same in either case (RFC 9562). */
export function keyName({ connectionId, clientId, pensionId }: PensionKey): string {
  return JSON.stringify([connectionId, clientId.toLowerCase(), pensionId]);
}

/** A version of a pension as the service showed it, or took it where it showed nothing. */
export interface SeenVersion extends VersionMetadata {
  /** As it came, to the digit. */
  readonly text: string;
}

/** What is known of a version when its text is not: facts that may stay on disk. */
export interface VersionMetadata {
  /** SHA-256 of the text as UTF-8, in hex. */
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** By a GET, by the answer of a PUT, or by a PUT that was taken while nothing showed what landed. */
  readonly by: "read" | "write" | "sent";
  /** `ETag` as it came (RFC 9110, section 8.8.3); undefined where there was none. */
  readonly tag: string | undefined;
  /** The recorded attempt whose answer it is, or whose body, through which its text may still be found. */
  readonly source: { readonly actionId: string; readonly attempt: number };
}

/** The last write of a pension through a connection. */
export interface LastWrite {
  readonly method: "PUT" | "DELETE";
  /**
   * `sending`: begun, and its end was never written down: it may have landed or not. `unknown`: its
   * answer did not come, or not whole, or a read after it shows nothing of it. `refused`: nothing
   * was written: the service said no or, without a status, it never left.
   */
  readonly outcome: "sending" | "landed" | "deleted" | "refused" | "unknown";
  /** SHA-256 of the body in hex. */
  readonly bodyHash: string;
  readonly startedAt: number;
  readonly actionId: string;
  readonly traceId: string | undefined;
  readonly status: number | undefined;
}

/** True while nobody knows whether the last write landed, also because its end was not seen. */
export function isUnsettled(record: Pick<PensionRecord, "write"> | undefined): boolean {
  const outcome = record?.write?.outcome;
  return outcome === "sending" || outcome === "unknown";
}

/** How a write ended. */
export interface WriteEnd extends Pick<LastWrite, "actionId" | "outcome" | "status"> {
  /**
   * What windows that start later compare with, until more is noted: this one may end before it has
   * looked at what landed.
   */
  readonly seen?: VersionMetadata | undefined;
}

/** All that is known of a pension through a connection: ids, hashes and times, never a body. */
export interface PensionRecord extends PensionKey {
  /** The version that payloads are compared with: what was opened, written or found unchanged. */
  readonly seen: VersionMetadata | undefined;
  /** What it showed before the last write that may have landed: the version to go back to. */
  readonly before: VersionMetadata | undefined;
  readonly write: LastWrite | undefined;
  /** True where a PUT before the last write was accepted, and neither a read nor a DELETE since says more. */
  readonly isTaken?: boolean | undefined;
  /** True once a read has shown it, whatever it is compared with: then a 404 says that it is gone. */
  readonly isShown?: boolean | undefined;
  /** True while the last thing the service said is that there is no such pension. */
  readonly isAbsent: boolean;
  /** When anything of it changed last. */
  readonly changedAt: number;
}

/**
 * What is known of pensions, kept across windows and restarts for connections of the user's own; of
 * the sandbox, which begins anew with its process, in memory only. Texts of versions stay in
 * memory, bounded; after a restart they are found where bodies are kept, encrypted.
 */
export interface PensionRecords {
  /** Of one client, or of all; what is known in this window without asking the disk. */
  of(connectionId: string, clientId?: string): readonly PensionRecord[];
  get(key: PensionKey): PensionRecord | undefined;
  /** Reads from disk what other windows wrote; cheap, called before every use that counts. */
  refresh(): Promise<void>;
  /** The text of a version, as long as it is kept anywhere. */
  text(facts: VersionMetadata): Promise<string | undefined>;
  noteSeen(key: PensionKey, version: SeenVersion): Promise<void>;
  /** A read showed it, and it is compared with something else still. */
  noteShown(key: PensionKey): Promise<void>;
  noteAbsent(key: PensionKey): Promise<void>;
  /**
   * Done when it is on disk: nothing leaves before.
   * @throws AppError `refused/notRecorded` where the disk does not take it
   */
  beginWrite(key: PensionKey, write: LastWrite, before: SeenVersion | undefined): Promise<void>;
  settleWrite(key: PensionKey, end: WriteEnd): Promise<void>;
  /** Everything of a connection that was removed, or of a sandbox that began anew. */
  forget(connectionId: string): Promise<void>;
  /** The same where another window did it: it clears the disk, and may have written there since. */
  forgetHere(connectionId: string): Promise<void>;
  onDidChange(listener: () => void): { dispose(): void };
}

/** What tells whether reads say anything of a pension. */
interface AcceptanceFacts {
  readonly seenMetadata: VersionMetadata | undefined;
  /** As `PensionRecord.before` has it: what a write's own answer showed is seen since then. */
  readonly before?: VersionMetadata | undefined;
  readonly write: LastWrite | undefined;
  /** As `PensionRecord.isTaken` has it. */
  readonly isTaken?: boolean | undefined;
  /** As `PensionRecord.isShown` has it. */
  readonly isShown?: boolean | undefined;
}

/**
 * True where the service took the pension and no read ever showed it: that it answers reads with 404
 * says nothing of the pension then, for the specification has no way to read one.
 */
export function acceptedButUnreadable(facts: AcceptanceFacts): boolean {
  const { seenMetadata, before, write, isTaken = false } = facts;
  const { method, outcome, status = 0 } = write ?? {};
  // Its answer was broken, its status was not.
  const isAccepted = outcome === "unknown" && status >= 200 && status <= 299;
  const isTakenNow = method === "PUT" && (outcome === "landed" || isAccepted);
  const isShown = facts.isShown ?? (seenMetadata?.by === "read" || before?.by === "read");
  return (isTaken || isTakenNow) && !isShown;
}

/** Whether a list that named it then still does: one of before a DELETE still names what it deleted. */
export function isListed(record: PensionRecord | undefined, listedAt = -Infinity): boolean {
  const { write } = record ?? {};
  return listedAt > (write?.outcome === "deleted" ? write.startedAt : -Infinity);
}
