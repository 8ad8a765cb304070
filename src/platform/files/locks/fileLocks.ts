import { mkdirSync } from "node:fs";
import type { Clock } from "../../base/clock";
import { pause, throwIfAborted, untilAborted } from "../../base/scope";
import type { Log } from "../../base/log";
import { LockFile, type LockFileOptions } from "./lockFile";
import type { Locks } from "./locks";

/** The folder is shared by all windows of this machine and user; made when first needed. */
export interface FileLocksOptions extends LockFileOptions {
  readonly log: Log;
}

const FIRST_POLL = 10;
const LONGEST_POLL = 100;
const TOUCH = 10_000;
/** A folder that takes no file so often in a row will not take one. */
const MOST_MISSES = 4;

/**
 * Locks between windows by one file per name, with what `proper-lockfile` lacks: a holder that
 * died is known by its process at once, not by age alone, waiting can be cancelled, and time
 * comes from our clock (its last release is of 2021; Node has no flock).
 */
export function createFileLocks(options: FileLocksOptions): Locks {
  /** Callers of this process wait for one another and touch no file. */
  const queues = new Map<string, Promise<void>>();
  return {
    withLock: async (name, work, signal) => {
      const before = queues.get(name) ?? Promise.resolve();
      const own = Promise.withResolvers<undefined>();
      const tail = before.then(() => own.promise);
      queues.set(name, tail);
      // Not before: one that gives up while it waits must not let the next one pass the holder.
      void tail.then(() => {
        if (queues.get(name) === tail) {
          queues.delete(name);
        }
      });
      try {
        await untilAborted(before, signal);
        return await holdFile(options, { name, work, signal });
      } finally {
        own.resolve(undefined);
      }
    },
  };
}

interface Holding<Result> {
  readonly name: string;
  readonly work: () => Promise<Result>;
  readonly signal: AbortSignal | undefined;
}

async function holdFile<Result>(
  options: FileLocksOptions,
  { name, work, signal = new AbortController().signal }: Holding<Result>,
): Promise<Result> {
  const file = new LockFile(name, options);
  if (!(await acquire(file, options, signal))) {
    return await work();
  }
  const stop = keepTouching(file, options.clock);
  try {
    throwIfAborted(signal);
    return await work();
  } finally {
    stop();
    file.release();
  }
}

/** False where no file can be made: then nothing but this window is held back. */
async function acquire(
  file: LockFile,
  { folder, clock, log }: FileLocksOptions,
  signal: AbortSignal,
): Promise<boolean> {
  makeFolder(folder);
  for (let poll = FIRST_POLL, misses = 0; misses < MOST_MISSES;) {
    throwIfAborted(signal);
    const result = file.tryAcquire();
    if (result === "taken") {
      return true;
    }
    misses = result === "unusable" ? misses + 1 : 0;
    await pause(poll, clock, signal);
    poll = Math.min(poll * 2, LONGEST_POLL);
  }
  log.warn("locks: no lock file could be made, other windows are not held back");
  return false;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // Then no file can be made in it either, which is found out next.
  }
}

function keepTouching(file: LockFile, clock: Clock): () => void {
  let cancel = (): void => undefined;
  const schedule = (): void => {
    cancel = clock.schedule(TOUCH, () => {
      file.touch();
      schedule();
    });
  };
  schedule();
  return () => cancel();
}
