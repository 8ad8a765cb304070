import { readdir, readFile, rm, stat } from "node:fs/promises";
import type { Clock } from "../base/clock";
import type { Log } from "../base/log";
import { SerialQueue } from "../base/serialQueue";
import { replaceFile } from "./replaceFile";

interface RecordFolderOptions<Item> {
  /** Shared by all windows of this machine and user; made with the first record. */
  readonly folder: string;
  /** Whether a file of the folder is a record, by its name; others are left alone. */
  readonly isRecordName: (name: string) => boolean;
  /** Undefined for a text that is no record of that name. */
  readonly decode: (text: string, name: string) => Item | undefined;
  readonly clock: Clock;
  /** Told of records that cannot be read. */
  readonly log?: Pick<Log, "warn">;
}

interface KnownFile<Item> {
  readonly stamp: string;
  /** Undefined for a file that holds no record. */
  readonly item: Item | undefined;
}

/** No file system is so coarse that a change after this could keep the time of the folder. */
const COARSEST = 3_000;
/** A draft of that age belongs to a process that ended over it. */
const OLD_DRAFT = 60_000;

/** Records on disk, which all windows share: a file each, put there whole. */
export class RecordFolder<Item> {
  private readonly known = new Map<string, KnownFile<Item>>();
  private looked: { readonly changedAt: number; readonly at: number } | undefined;
  /** Looks, one after the other: who came during a scan would get what it has read so far. */
  private readonly looks = new SerialQueue();

  constructor(private readonly options: RecordFolderOptions<Item>) {}

  /** Names of all files that can be records. */
  async names(): Promise<readonly string[]> {
    const names = await readdir(this.options.folder).catch(() => []);
    return names.filter(this.options.isRecordName);
  }

  /** All records by name; reads only what is new. What cannot be read is left out. */
  all(): Promise<ReadonlyMap<string, Item>> {
    return this.looks.run(() => this.look());
  }

  /** What one file says now; a file that cannot be read says nothing. */
  async get(name: string): Promise<Item | undefined> {
    const text = await readFile(this.path(name), "utf8").catch(() => "");
    return this.options.decode(text, name);
  }

  /** Throws what the disk throws. */
  async set(name: string, text: string): Promise<void> {
    this.looked = undefined;
    await replaceFile(this.options.folder, name, text);
  }

  /** Throws what the disk throws. */
  async remove(...names: readonly string[]): Promise<void> {
    this.looked = undefined;
    await Promise.all(names.map((name) => rm(this.path(name), { force: true })));
  }

  private path(name: string): string {
    return `${this.options.folder}/${name}`;
  }

  private async look(): Promise<ReadonlyMap<string, Item>> {
    const { folder, clock } = this.options;
    const at = clock.now();
    const changedAt = await stat(folder).then(
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
      await this.scan();
    }
    const found = new Map<string, Item>();
    for (const [name, { item }] of this.known) {
      if (item !== undefined) {
        found.set(name, item);
      }
    }
    return found;
  }

  private async scan(): Promise<void> {
    const names = await readdir(this.options.folder).catch(() => []);
    const there = new Set(names);
    for (const name of this.known.keys()) {
      if (!there.has(name)) {
        this.known.delete(name);
      }
    }
    await Promise.all(names.map((name) => this.lookAt(name)));
  }

  private async lookAt(name: string): Promise<void> {
    const { isRecordName, decode, clock, log } = this.options;
    const isDraft = name.endsWith(".tmp");
    if (!isDraft && !isRecordName(name)) {
      return;
    }
    const path = this.path(name);
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined) {
      this.known.delete(name);
      return;
    }
    if (isDraft) {
      const isOld = clock.now() - facts.mtimeMs > OLD_DRAFT;
      return isOld ? rm(path, { force: true }) : undefined;
    }
    const stamp = `${facts.ino} ${facts.mtimeMs} ${facts.size}`;
    if (this.known.get(name)?.stamp === stamp) {
      return;
    }
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text !== undefined) {
      const item = decode(text, name);
      this.known.set(name, { stamp, item });
      if (item === undefined) {
        log?.warn("files: a record on disk cannot be read", { name });
      }
    }
  }
}
