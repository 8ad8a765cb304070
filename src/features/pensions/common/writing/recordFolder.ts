import { readdir, readFile, rm, stat } from "node:fs/promises";
import { replaceFile } from "../../../../platform/files/replaceFile";
import type { Clock } from "../../../../platform/base/clock";
import type { Log } from "../../../../platform/base/log";
import { decodeRecord, encodeRecord, recordName } from "./recordFile";
import type { PensionKey, PensionRecord } from "./records";

/** What was found in the folder: records by the names of their files. */
type FoundRecords = ReadonlyMap<string, PensionRecord>;

interface Known {
  readonly stamp: string;
  /** Undefined for a file that holds no record. */
  readonly record: PensionRecord | undefined;
}

/** No file system is so coarse that a change after this could keep the time of the folder. */
const COARSEST = 3_000;
/** A draft of that age belongs to a process that ended over it. */
const OLD_DRAFT = 60_000;

/** The records on disk, which all windows share: a small file each, put there whole. */
export class RecordFolder {
  private readonly known = new Map<string, Known>();
  private looked: { readonly changedAt: number; readonly at: number } | undefined;

  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Everything that is there; reads only what is new. What cannot be read is left out. */
  async read(): Promise<FoundRecords> {
    const at = this.clock.now();
    const changedAt = await stat(this.folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (changedAt === undefined) {
      this.known.clear();
      this.looked = undefined;
      return new Map();
    }
    const isOld = this.looked?.changedAt === changedAt && this.looked.at - changedAt > COARSEST;
    if (!isOld) {
      this.looked = { changedAt, at };
      await this.look();
    }
    return this.records;
  }

  /** What one file says now; a file that cannot be read says nothing. */
  async get(key: PensionKey): Promise<PensionRecord | undefined> {
    const name = recordName(key);
    const text = await readFile(`${this.folder}/${name}`, "utf8").catch(() => "");
    return decodeRecord(text, name);
  }

  /** Throws what the disk throws. */
  async put(record: PensionRecord): Promise<void> {
    const name = recordName(record);
    this.looked = undefined;
    await replaceFile(this.folder, name, encodeRecord(record));
  }

  async remove(keys: readonly PensionKey[]): Promise<void> {
    this.looked = undefined;
    const names = keys.map(recordName);
    await Promise.all(names.map((name) => rm(`${this.folder}/${name}`, { force: true })));
  }

  private get records(): FoundRecords {
    const found = new Map<string, PensionRecord>();
    for (const [name, { record }] of this.known) {
      if (record !== undefined) {
        found.set(name, record);
      }
    }
    return found;
  }

  private async look(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    const there = new Set(names);
    for (const name of this.known.keys()) {
      if (!there.has(name)) {
        this.known.delete(name);
      }
    }
    await Promise.all(names.map((name) => this.lookAt(name)));
  }

  private async lookAt(name: string): Promise<void> {
    const path = `${this.folder}/${name}`;
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined) {
      this.known.delete(name);
      return;
    }
    if (name.endsWith(".tmp")) {
      const isOld = this.clock.now() - facts.mtimeMs > OLD_DRAFT;
      return isOld ? rm(path, { force: true }) : undefined;
    }
    const stamp = `${facts.ino} ${facts.mtimeMs} ${facts.size}`;
    if (this.known.get(name)?.stamp === stamp) {
      return;
    }
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text !== undefined) {
      const record = decodeRecord(text, name);
      this.known.set(name, { stamp, record });
      if (record === undefined) {
        this.log.warn("pensions: a record on disk cannot be read", { name });
      }
    }
  }
}
