import { AppError, isAppError } from "../../../../platform/base/errors";
import type { Clock } from "../../../../platform/base/clock";
import { decodeText } from "../../../../platform/http/text";
import type { Locks } from "../../../../platform/files/locks/locks";
import type { Log } from "../../../../platform/base/log";
import type { AttemptBodies } from "../../../../platform/base/action";
import {
  acceptedButUnreadable,
  type LastWrite,
  type PensionKey,
  type PensionRecord,
  type PensionRecords,
  type SeenVersion,
  type WriteEnd,
  type VersionMetadata,
} from "./records";
import { KeptBases, type WindowState } from "./keptBases";
import { decodeRecord, encodeRecord, recordName } from "./recordFile";
import { RecordFolder } from "../../../../platform/files/recordFolder";
import { factsOf, hashText } from "./version";
import { VersionTexts } from "./versionTexts";

interface PensionRecordsOptions {
  /** Shared by all windows of this machine and user; made when first needed. */
  readonly folder: string;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  /** Bodies of a recorded attempt, as long as they are kept. */
  readonly bodies: (actionId: string, attempt: number) => Promise<AttemptBodies | undefined>;
  /** Whether what is known of a connection's pensions outlives the window. */
  readonly isLasting: (connectionId: string) => boolean;
  /** What the window compares with, over its reload; absent where none is reloaded. */
  readonly bases?: WindowState;
  /** How many pensions are kept; the oldest go. */
  readonly most?: number;
}

/** More than the payloads of a folder: a version that goes makes a conflict look like a change. */
const MOST_PENSIONS = 5_000;

/** Records of pensions: on disk for lasting connections, else in memory. */
export function createPensionRecords(options: PensionRecordsOptions): PensionRecords {
  return new KeptRecords(options);
}

/** Undefined where nothing is to be kept. */
type Change = (record: PensionRecord) => Partial<PensionRecord> | undefined;

class KeptRecords implements PensionRecords {
  private readonly records = new Map<string, PensionRecord>();
  private readonly listeners = new Set<() => void>();
  private readonly texts = new VersionTexts();
  private readonly folder: RecordFolder<PensionRecord>;
  /** Names of records that the disk did not take: they are known in this window alone. */
  private readonly unstored = new Set<string>();
  /** What there was to go back to before a write that was begun here, by its action. */
  private readonly earlier = new Map<string, VersionMetadata | undefined>();
  /**
   * What this window compares with, by record: what it saw itself, or found when it first looked. What
   * another window sees or writes later is news here, and no edit of who works here.
   */
  private readonly bases = new Map<string, VersionMetadata | undefined>();
  private readonly keptBases: KeptBases;
  private hasWarned = false;

  constructor(private readonly options: PensionRecordsOptions) {
    const { folder, clock, log, bases } = options;
    this.keptBases = new KeptBases(bases);
    const isRecordName = (name: string): boolean => name.endsWith(".json");
    this.folder = new RecordFolder({ folder, clock, log, isRecordName, decode: decodeRecord });
  }

  of(connectionId: string, clientId?: string): readonly PensionRecord[] {
    const client = clientId?.toLowerCase();
    return [...this.records.values()]
      .filter(
        (record) =>
          record.connectionId === connectionId &&
          (client === undefined || record.clientId.toLowerCase() === client),
      )
      .map((record) => this.asSeenHere(record));
  }

  get(key: PensionKey): PensionRecord | undefined {
    const record = this.records.get(recordName(key));
    return record && this.asSeenHere(record);
  }

  async refresh(): Promise<void> {
    const found = await this.folder.all();
    let hasChanged = false;
    for (const [name, { connectionId }] of this.records) {
      const isKept = this.options.isLasting(connectionId) && !this.unstored.has(name);
      if (isKept && !found.has(name)) {
        hasChanged = this.records.delete(name);
        // What is noted there from now on may be of another service.
        this.bases.delete(name);
      }
    }
    for (const [name, record] of found) {
      if (!this.bases.has(name)) {
        const { keptBases } = this;
        this.bases.set(name, keptBases.has(name) ? keptBases.get(name) : record.seen);
      }
      const isNew = encodeRecord(record) !== encodeIf(this.records.get(name));
      if (isNew && !this.unstored.has(name)) {
        this.records.set(name, record);
        hasChanged = true;
      }
    }
    if (hasChanged) {
      this.notify();
    }
  }

  async text({ hash, source, by }: VersionMetadata): Promise<string | undefined> {
    const kept = this.texts.get(hash);
    if (kept !== undefined) {
      return kept;
    }
    const { request, response, responseType } =
      (await this.options.bodies(source.actionId, source.attempt)) ?? {};
    const [body, type] = by === "sent" ? [request, undefined] : [response, responseType];
    const found = body && decodeText(body, type).text;
    if (found === undefined || hashText(found) !== hash) {
      return undefined;
    }
    this.texts.set(hash, found);
    return found;
  }

  noteSeen(key: PensionKey, version: SeenVersion): Promise<void> {
    this.texts.set(version.hash, version.text);
    this.bases.set(recordName(key), factsOf(version));
    this.keepBase(key, factsOf(version));
    const shown = version.by === "read" ? { isShown: true } : {};
    return this.note(key, () => ({ seen: factsOf(version), isAbsent: false, ...shown }));
  }

  async noteShown(key: PensionKey): Promise<void> {
    const record = this.get(key);
    if (record?.isShown !== true || record.isAbsent) {
      await this.note(key, () => ({ isShown: true, isAbsent: false }));
    }
  }

  noteAbsent(key: PensionKey): Promise<void> {
    return this.note(key, () => ({ isAbsent: true }));
  }

  async beginWrite(
    key: PensionKey,
    write: LastWrite,
    before: SeenVersion | undefined,
  ): Promise<void> {
    if (before !== undefined) {
      this.texts.set(before.hash, before.text);
    }
    const begun = { write, before: before && factsOf(before) };
    try {
      await this.change(key, (record) => {
        this.earlier.set(write.actionId, record.before);
        // The proof outlives this write, which may be refused, or come to no known end.
        return {
          ...begun,
          isTaken: acceptedButUnreadable({ ...record, seenMetadata: record.seen }) || undefined,
        };
      });
    } catch (cause) {
      this.earlier.delete(write.actionId);
      throw isAppError(cause) ? cause : new AppError("refused", "refused/notRecorded", { cause });
    }
  }

  settleWrite(key: PensionKey, end: WriteEnd): Promise<void> {
    const { actionId, outcome, status, ...further } = end;
    const isOurs = this.earlier.has(actionId);
    const before = this.earlier.get(actionId);
    this.earlier.delete(actionId);
    return this.note(key, ({ write }) => {
      // Another window has written since, or all was forgotten: this is not the last word.
      if (write?.actionId !== actionId) {
        return undefined;
      }
      if (outcome === "deleted") {
        this.bases.set(recordName(key), undefined);
        this.keepBase(key, undefined);
      }
      // A write is settled twice where a read shows that it did nothing.
      if ("seen" in further) {
        this.keepBase(key, further.seen);
      }
      return {
        write: { ...write, outcome, status },
        ...further,
        ...(outcome === "deleted" ? { isAbsent: true, seen: undefined, ...NOT_THERE } : {}),
        ...(outcome === "landed" ? { isAbsent: false } : {}),
        ...(outcome === "refused" && isOurs ? { before } : {}),
      };
    });
  }

  async forget(connectionId: string): Promise<void> {
    await this.refresh();
    const gone = this.drop(connectionId);
    this.notify();
    await this.folder.remove(...gone);
  }

  async forgetHere(connectionId: string): Promise<void> {
    this.drop(connectionId);
    this.notify();
    await this.refresh();
  }

  /** The names of what this window no longer knows then. */
  private drop(connectionId: string): readonly string[] {
    const gone = this.of(connectionId).map(recordName);
    for (const name of gone) {
      this.records.delete(name);
      this.bases.delete(name);
      this.unstored.delete(name);
    }
    this.keptBases.forget(gone);
    return gone;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  private asSeenHere(record: PensionRecord): PensionRecord {
    const name = recordName(record);
    return this.bases.has(name) ? { ...record, seen: this.bases.get(name) } : record;
  }

  private keepBase(key: PensionKey, version: VersionMetadata | undefined): void {
    if (this.options.isLasting(key.connectionId)) {
      this.keptBases.set(recordName(key), version);
    }
  }

  /** A change that nothing has to fail for: what the disk does not take is kept in memory. */
  private async note(key: PensionKey, change: Change): Promise<void> {
    await this.change(key, change, (changed, error) => {
      const name = recordName(key);
      this.unstored.add(name);
      this.records.set(name, changed);
      this.warn(error);
    });
  }

  private async change(
    key: PensionKey,
    change: Change,
    onDiskFailure?: (changed: PensionRecord, error: unknown) => void,
  ): Promise<void> {
    const name = recordName(key);
    await this.options.locks.withLock(`pension record ${name}`, async () => {
      const newest = await this.newest(key);
      const record = newest ?? emptyRecord(key);
      const changes = change(record);
      if (changes === undefined) {
        // What another window wrote is known here from now on.
        if (newest !== undefined) {
          this.records.set(name, newest);
        }
        return;
      }
      const changed = { ...record, ...changes, changedAt: this.options.clock.now() };
      try {
        await this.store(name, changed);
      } catch (error) {
        if (onDiskFailure === undefined) {
          throw error;
        }
        onDiskFailure(changed, error);
      }
    });
    await this.makeRoom(name);
    this.notify();
  }

  /** Other windows may have written it since this one looked. */
  private async newest(key: PensionKey): Promise<PensionRecord | undefined> {
    const name = recordName(key);
    const isOnDisk = this.options.isLasting(key.connectionId) && !this.unstored.has(name);
    return isOnDisk ? await this.folder.get(name) : this.records.get(name);
  }

  private async store(name: string, record: PensionRecord): Promise<void> {
    if (this.options.isLasting(record.connectionId)) {
      await this.folder.set(name, encodeRecord(record));
      this.unstored.delete(name);
    }
    // Taken out first, so that the order of the map is that of the last mention.
    this.records.delete(name);
    this.records.set(name, record);
  }

  /** `stored` stays whatever its time says: the clock may have been set back since the others. */
  private async makeRoom(stored: string): Promise<void> {
    const { most = MOST_PENSIONS, isLasting } = this.options;
    const surplus = this.records.size - most;
    if (surplus <= 0) {
      return;
    }
    const oldest = [...this.records]
      .filter(([name]) => name !== stored)
      .map(([, record]) => record)
      .sort((one, other) => one.changedAt - other.changedAt)
      .slice(0, surplus);
    for (const record of oldest) {
      this.records.delete(recordName(record));
      this.bases.delete(recordName(record));
    }
    this.keptBases.forget(oldest.map(recordName));
    const gone = oldest.filter(({ connectionId }) => isLasting(connectionId));
    // What the disk does not let go of is found again, and is one too many: no write fails for it.
    await this.folder.remove(...gone.map(recordName)).catch((error: unknown) => this.warn(error));
  }

  private warn(error: unknown): void {
    if (!this.hasWarned) {
      this.hasWarned = true;
      const code = (error as NodeJS.ErrnoException).code ?? "unknown";
      this.options.log.warn("pensions: what is known of them could not be kept on disk", { code });
    }
  }

  private notify(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }
}

/** What was proven of one that is deleted says nothing of the next with its id. */
const NOT_THERE = { isTaken: false, isShown: false };

function emptyRecord({ connectionId, clientId, pensionId }: PensionKey): PensionRecord {
  const nothing = { seen: undefined, before: undefined, write: undefined };
  return { connectionId, clientId, pensionId, ...nothing, isAbsent: false, changedAt: 0 };
}

function encodeIf(record: PensionRecord | undefined): string | undefined {
  return record && encodeRecord(record);
}
