import { hash, randomUUID } from "node:crypto";
import {
  closeSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { uptime } from "node:os";
import type { Clock } from "../../base/clock";

/** What a lock file says; nothing secret: a process, a random name, a time. */
interface Owner {
  readonly pid: number;
  readonly owner: string;
  /** Seconds that the machine had run: unlike the time of day, nobody sets that. */
  readonly uptime: number;
}

interface Look extends Partial<Owner> {
  /** Milliseconds since the epoch: when its holder last said that it is alive. */
  readonly touchedAt: number;
}

/** `unusable`: the folder takes no files, so there is nothing to wait for. */
type LockState = "taken" | "held" | "unusable";

const UNTOUCHED = 60_000;
/** After the machine slept every file looks old; a holder that woke up too touches it by then. */
const TIME_TO_WAKE = 15_000;
/** A file is written in one go: one without content was left by a process that ended there. */
const TIME_TO_WRITE = 5_000;
/** Seconds by which two processes may read the same uptime differently. */
const UPTIME_ROUNDING = 5;

export interface LockFileOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Seconds since the machine started; its own where none is given. */
  readonly uptime?: () => number;
}

/** One attempt after another to hold a name by a file. All steps are synchronous, so short. */
export class LockFile {
  readonly owner = randomUUID();
  private readonly path: string;
  /** What was last found at a path, and since when on the clock that never jumps. */
  private readonly seen = new Map<string, { readonly mark: string; readonly since: number }>();

  constructor(
    name: string,
    private readonly options: LockFileOptions,
  ) {
    this.path = `${options.folder}/${hash("sha256", name, "hex").slice(0, 32)}.lock`;
  }

  /** Tries once. A file whose holder is dead is taken away, for the next attempt to find. */
  tryAcquire(): LockState {
    return this.tryAt(this.path);
  }

  /** Says that the holder is alive. */
  touch(): void {
    quietly(() => this.mark(this.path));
  }

  release(): void {
    // Somebody who took it for stale may have died with the right to remove it: look again.
    for (let tries = 0; tries < 3 && look(this.path)?.owner === this.owner; tries++) {
      quietly(() => this.remove(this.path, this.owner));
    }
  }

  private tryAt(path: string): LockState {
    try {
      return this.create(path) ? "taken" : "held";
    } catch (error) {
      if (codeOf(error) !== "EEXIST") {
        // On Windows a file that is just being deleted answers with EPERM, EACCES or EBUSY.
        return isPassing(error) && look(path) !== undefined ? "held" : "unusable";
      }
    }
    const found = look(path);
    if (found !== undefined && this.isStale(path, found)) {
      quietly(() => this.remove(path, found.owner ?? ""));
    }
    return "held";
  }

  private create(path: string): boolean {
    const file = openSync(path, "wx", 0o600);
    try {
      const owner: Owner = { pid: process.pid, owner: this.owner, uptime: this.uptime() };
      writeSync(file, JSON.stringify(owner));
    } catch (error) {
      // On a full disk an empty file would hold everybody back, and nobody could take it away.
      unlinkSync(path);
      throw error;
    } finally {
      closeSync(file);
    }
    // The file is there all the same where this fails, and its own maker would wait for it.
    quietly(() => this.mark(path));
    // Stopped between both steps for long, it may have been taken for a leftover.
    return look(path)?.owner === this.owner;
  }

  /**
   * Whoever takes an owner's file away holds, by the same means, the right to it first: of two
   * breakers one gets it, and finds the file of that very owner or leaves what is there alone.
   */
  private remove(path: string, owner: string): void {
    const right = `${path}.${owner === "" ? "unwritten" : owner.slice(0, 8)}`;
    if (this.tryAt(right) !== "taken") {
      return;
    }
    try {
      if ((look(path)?.owner ?? "") === owner) {
        unlinkSync(path);
      }
    } finally {
      unlinkSync(right);
    }
  }

  private mark(path: string): void {
    const now = this.options.clock.now() / 1000;
    try {
      utimesSync(path, now, now);
    } catch {
      // Some mounts let nobody set times; those of a file that is written move all the same.
      this.rewrite(path);
    }
  }

  /** Writes the same text again, and none into a file that another owner has made meanwhile. */
  private rewrite(path: string): void {
    const file = openSync(path, "r+");
    try {
      const text = readFileSync(file, "utf8");
      if (readOwner(text)?.owner === this.owner) {
        writeSync(file, text, 0);
      }
    } finally {
      closeSync(file);
    }
  }

  private uptime(): number {
    return (this.options.uptime ?? uptime)();
  }

  private isStale(path: string, { pid, owner, touchedAt, ...look }: Look): boolean {
    const age = this.options.clock.now() - touchedAt;
    if (pid === undefined) {
      // Where a clock runs ahead, or was just set, a file that is being made looks old, too.
      return this.isUnmoved(path, `${touchedAt}`, TIME_TO_WRITE) && age > TIME_TO_WRITE;
    }
    // The machine was started anew since: the number belongs to another process by now. The age
    // cannot tell that, for a clock that was set makes the file of a living holder look old.
    const isOfEarlierBoot = (look.uptime ?? 0) > this.uptime() + UPTIME_ROUNDING;
    return (
      !isAlive(pid) ||
      isOfEarlierBoot ||
      (age > UNTOUCHED && this.isUnmoved(path, `${owner ?? ""} ${touchedAt}`, TIME_TO_WAKE))
    );
  }

  /** Whether it was found like this for so many milliseconds already. */
  private isUnmoved(path: string, mark: string, milliseconds: number): boolean {
    const now = this.options.clock.monotonic();
    const seen = this.seen.get(path);
    if (seen?.mark !== mark) {
      this.seen.set(path, { mark, since: now });
      return false;
    }
    return now - seen.since >= milliseconds;
  }
}

function look(path: string): Look | undefined {
  try {
    const touchedAt = statSync(path).mtimeMs;
    return { touchedAt, ...readOwner(readFileSync(path, "utf8")) };
  } catch {
    return undefined;
  }
}

function readOwner(text: string): Owner | undefined {
  try {
    const { pid, owner, uptime: up } = JSON.parse(text) as Record<string, unknown>;
    const isWhole = Number.isSafeInteger(pid) && Number(pid) > 0 && typeof owner === "string";
    return isWhole ? { pid: Number(pid), owner, uptime: Number(up ?? 0) } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return codeOf(error) === "EPERM";
  }
}

function isPassing(error: unknown): boolean {
  return ["EPERM", "EACCES", "EBUSY"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}

/** What cannot be done to the file now is found and done by whoever looks next. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}
