import { hash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import type { Clock } from "../../../platform/base/clock";
import type { Log } from "../../../platform/base/log";
import { SerialQueue } from "../../../platform/base/serialQueue";
import { replaceFile } from "../../../platform/files/replaceFile";
import { decryptBodies, encryptBodies } from "./bodyCipher";
import type { BodyKey } from "./bodyKey";
import { sizeOf } from "../../../platform/http/bodyCache";
import type { AttemptBodies } from "../../../platform/base/action";
import type { KeptBodies } from "../../../platform/http/recorder";

interface EncryptedBodyStoreOptions {
  readonly folder: string;
  readonly key: BodyKey;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: EncryptedBodyLimits | undefined;
}

/** In bytes: of all files together, and of one. */
export interface EncryptedBodyLimits {
  readonly all: number;
  readonly each: number;
}

const MEGABYTE = 1_000_000;
const LIMITS: EncryptedBodyLimits = { all: 64 * MEGABYTE, each: 2 * MEGABYTE };
/** What every window may write before it looks again at what all of them have written. */
const UNSEEN = 1 / 64;
/** How full the folder is before the oldest go, and after: several windows write at once. */
const FULL = 0.9;
const ROOM = 0.8;
/** Nonces, tags, lengths and the type beside both bodies. */
const OVERHEAD = 1_024;
/** Younger files may belong to actions that their window has not written yet. */
const GRACE = 60_000;
/** What waits to be written; a window that is quicker than its disk keeps the rest in memory only. */
const MOST_WAITING = 16 * MEGABYTE;

interface Stored {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly writtenAt: number;
}

/** Bodies on disk, encrypted, one file an attempt. What cannot be kept or read is absent. */
export class EncryptedBodyStore {
  private readonly limits: EncryptedBodyLimits;
  private readonly queue = new SerialQueue();
  private waiting = 0;
  /** Written by this window since it last looked; at the first time it does. */
  private unseen = Number.POSITIVE_INFINITY;
  private hasWarned = false;

  constructor(private readonly options: EncryptedBodyStoreOptions) {
    this.limits = options.limits ?? LIMITS;
  }

  set(kept: KeptBodies): Promise<void> {
    const fitting = this.fitting(kept);
    const size = sizeOf(fitting);
    if (size === 0 || this.waiting + size > MOST_WAITING) {
      return this.queue.idle();
    }
    this.waiting += size;
    return this.inTurn(async () => {
      this.waiting -= size;
      await this.write(fitting);
    });
  }

  async get(actionId: string, attempt: number): Promise<AttemptBodies | undefined> {
    await this.queue.idle();
    try {
      const file = await readFile(`${this.options.folder}/${nameOf(actionId, attempt)}`);
      const key = await this.options.key.find();
      return key === undefined ? undefined : decryptBodies(key, { actionId, attempt }, file);
    } catch {
      return undefined;
    }
  }

  /** Takes away what belongs to no action that is still known. */
  keepOnly(actionIds: ReadonlySet<string>): Promise<void> {
    const known = new Set([...actionIds].map(prefixOf));
    return this.inTurn(async () => {
      const now = this.options.clock.now();
      const gone = (await this.list()).filter(
        ({ name, writtenAt }) => !known.has(name.split("-", 1)[0] ?? "") && now - writtenAt > GRACE,
      );
      await removeAll(gone);
    });
  }

  /**
   * Deletes every file and the key: what some copy still has of a file is unreadable then.
   * Throws what the disk throws.
   */
  clear(): Promise<void> {
    return this.queue.run(async () => {
      await this.options.key.delete();
      await rm(this.options.folder, { recursive: true, force: true });
      this.unseen = 0;
    });
  }

  /** True when there is something that could be taken away. */
  async isUsed(): Promise<boolean> {
    return (await this.list().catch(() => [])).length > 0;
  }

  async dispose(): Promise<void> {
    await this.queue.idle();
    this.options.key.dispose();
  }

  /** A body that is too long is left out; the other one can still be kept. */
  private fitting(kept: KeptBodies): KeptBodies {
    const { actionId, attempt, request, response, responseType } = kept;
    const most = this.limits.each - OVERHEAD;
    const own = request !== undefined && request.byteLength <= most ? { request } : {};
    const room = most - sizeOf(own);
    const answer = response !== undefined && response.byteLength <= room ? { response } : {};
    const isTyped = responseType !== undefined && responseType.length <= OVERHEAD / 4;
    return { actionId, attempt, ...own, ...answer, ...(isTyped ? { responseType } : {}) };
  }

  private async write(kept: KeptBodies): Promise<void> {
    const key = await this.options.key.make();
    if (key === undefined) {
      return;
    }
    const file = encryptBodies(key, kept);
    const { folder } = this.options;
    await this.makeRoom(file.byteLength);
    const name = nameOf(kept.actionId, kept.attempt);
    await replaceFile(folder, name, file, { isSynced: false });
  }

  private async makeRoom(bytes: number): Promise<void> {
    const { all } = this.limits;
    this.unseen += bytes;
    if (this.unseen < all * UNSEEN) {
      return;
    }
    this.unseen = bytes;
    const files = (await this.list()).sort((one, other) => one.writtenAt - other.writtenAt);
    let left = files.reduce((sum, file) => sum + file.bytes, bytes);
    const isFull = left > all * FULL;
    const gone: Stored[] = [];
    for (const file of files) {
      if (!isFull || left <= all * ROOM) {
        break;
      }
      left -= file.bytes;
      gone.push(file);
    }
    await removeAll(gone);
  }

  private async list(): Promise<Stored[]> {
    const { folder } = this.options;
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name): Promise<Stored[]> => {
        const path = `${folder}/${name}`;
        // Another window may have taken it away since.
        const found = await stat(path).catch(() => undefined);
        return found === undefined
          ? []
          : [{ path, name, bytes: found.size, writtenAt: found.mtimeMs }];
      }),
    );
    return files.flat();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    return this.queue.run(work).catch((error: unknown) => {
      if (!this.hasWarned) {
        this.hasWarned = true;
        const code = (error as NodeJS.ErrnoException).code ?? "unknown";
        this.options.log.warn("requests: bodies could not be kept on disk", { code });
      }
    });
  }
}

function nameOf(actionId: string, attempt: number): string {
  return `${prefixOf(actionId)}-${attempt}.body`;
}

/** Not the id itself: a stored one is somebody else's text, and this becomes a path. */
function prefixOf(actionId: string): string {
  return hash("sha256", actionId, "hex").slice(0, 32);
}

async function removeAll(files: readonly Stored[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })));
}
