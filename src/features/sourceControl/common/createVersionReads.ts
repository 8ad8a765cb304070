import { AppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import {
  acceptedButUnreadable,
  keyName,
  type PensionKey,
  type PensionRecords,
} from "../../pensions/common/writing/records";
import { noteLook } from "../../pensions/common/writing/readCurrent";
import type { CurrentVersion } from "../../pensions/common/writing/writer";
import { ConnectionReading } from "./connectionReading";
import type { ReadMany, ReadManyOptions, VersionReads } from "./versionReads";

interface VersionReadsParts {
  readonly records: PensionRecords;
  readonly clock: Clock;
}

/** What the service said of pensions in this window; in memory alone. */
export function createVersionReads(parts: VersionReadsParts): VersionReads {
  return new WindowReads(parts);
}

interface Known {
  readonly key: PensionKey;
  readonly version: CurrentVersion;
}

class WindowReads implements VersionReads {
  private readonly known = new Map<string, Known>();
  private readonly listeners = new Set<(key: PensionKey | undefined) => void>();
  /** Done, whatever came of it, when a pension is no longer being read. */
  private readonly flights = new Map<string, Promise<void>>();

  constructor(private readonly parts: VersionReadsParts) {}

  get(key: PensionKey): CurrentVersion | undefined {
    return this.known.get(keyName(key))?.version;
  }

  note(key: PensionKey, version: CurrentVersion): void {
    this.known.set(keyName(key), { key, version });
    this.notify(key);
  }

  async read(keys: readonly PensionKey[], options: ReadManyOptions): Promise<ReadMany> {
    await this.parts.records.refresh();
    const each = [...new Map(keys.map((key) => [keyName(key), key])).values()];
    const progress = counted(each.length, options.onProgress);
    let whole: ReadMany = { read: 0, left: 0, errors: [] };
    let { traceId } = options;
    // One after the other: each may have to sign in.
    for (const [connectionId, ofIt] of Map.groupBy(each, (key) => key.connectionId)) {
      const reading = new ConnectionReading({
        ...{ connectionId, keys: ofIt, clock: this.parts.clock, flights: this.flights },
        ...{ options: { ...options, traceId }, onDone: progress },
        get: (key) => this.get(key),
        note: (key, version) => this.remember(key, version),
      });
      const part = await reading.run();
      traceId ??= reading.traceId;
      whole = {
        ...{ read: whole.read + part.read, left: whole.left + part.left },
        errors: [...whole.errors, ...part.errors],
      };
    }
    if (options.signal.aborted) {
      throw new AppError("canceled", "canceled/byUser");
    }
    return whole;
  }

  forget(connectionId: string): void {
    for (const [name, { key }] of this.known) {
      if (key.connectionId === connectionId) {
        this.known.delete(name);
      }
    }
    this.notify(undefined);
  }

  onDidChange(listener: (key: PensionKey | undefined) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  /** In the records first: who is told looks there too. */
  private async remember(key: PensionKey, current: CurrentVersion): Promise<void> {
    const { records } = this.parts;
    const record = records.get(key);
    // Of a thousand payloads that are all new nothing has to be kept: it is what nobody knew otherwise.
    if (current.kind === "absent" && (record === undefined || record.isAbsent)) {
      return this.note(key, current);
    }
    const seenMetadata = record?.seen;
    // Its reads never showed what it took: a 404 is no news then.
    if (
      current.kind === "absent" &&
      acceptedButUnreadable({ ...record, seenMetadata, write: record?.write })
    ) {
      return this.note(key, current);
    }
    await noteLook(records, key, current);
    this.note(key, current);
  }

  private notify(key: PensionKey | undefined): void {
    for (const listener of this.listeners) {
      listener(key);
    }
  }
}

function counted(of: number, onProgress: ReadManyOptions["onProgress"]): () => void {
  let done = 0;
  return () => onProgress?.(++done, of);
}
