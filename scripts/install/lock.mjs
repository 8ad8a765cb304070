// Keeps two scripts from installing the same at once; runs before any library is there.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { clearInterval, setInterval } from "node:timers";
import { setTimeout as wait } from "node:timers/promises";

const HEARTBEAT_MS = 5_000;
/** Without a sign of life for this long the owner is gone, on whatever machine it ran. */
const STALE_AFTER_MS = 60_000;
const POLL_MS = 500;

/**
 * Runs the work while holding a lock directory; waits for another living process, takes over
 * from a dead one. `mkdir` is the atomic step, the file inside only says whose lock it is.
 */
export async function withLock(lockPath, work, say = () => {}) {
  await acquire(lockPath, say);
  const heartbeat = setInterval(() => touch(lockPath), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(lockPath, { recursive: true, force: true });
  }
}

async function acquire(lockPath, say) {
  mkdirSync(dirname(lockPath), { recursive: true });
  let told = false;
  while (!take(lockPath)) {
    if (isStale(lockPath)) {
      removeStale(lockPath);
      continue;
    }
    if (!told) {
      say(`Another process (${describeOwner(lockPath)}) is at it, waiting for it.`);
      told = true;
    }
    await wait(POLL_MS);
  }
}

function take(lockPath) {
  try {
    mkdirSync(lockPath);
  } catch (error) {
    if (error.code === "EEXIST") {
      return false;
    }
    throw error;
  }
  writeFileSync(
    join(lockPath, "owner.json"),
    JSON.stringify({ pid: process.pid, host: hostname() }),
  );
  return true;
}

function isStale(lockPath) {
  const age = ageOf(lockPath);
  if (age === undefined || age > STALE_AFTER_MS) {
    return age !== undefined;
  }
  const owner = readOwner(lockPath);
  // No owner yet: the other process is between mkdir and write; its age decides.
  return owner !== undefined && owner.host === hostname() && !isAlive(owner.pid);
}

/** Renamed first: of two processes that see the same dead owner only one gets it. */
function removeStale(lockPath) {
  const aside = `${lockPath}.stale-${process.pid}-${Date.now()}`;
  try {
    renameSync(lockPath, aside);
  } catch (error) {
    if (error.code === "ENOENT") {
      return;
    }
    throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

/** True while a process with this id runs on this machine. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function readOwner(lockPath) {
  try {
    return JSON.parse(readFileSync(join(lockPath, "owner.json"), "utf8"));
  } catch {
    return undefined;
  }
}

function describeOwner(lockPath) {
  const owner = readOwner(lockPath);
  return owner ? `${owner.pid} on ${owner.host}` : "just starting";
}

function ageOf(lockPath) {
  try {
    return Date.now() - statSync(lockPath).mtimeMs;
  } catch {
    return undefined;
  }
}

function touch(lockPath) {
  try {
    utimesSync(lockPath, new Date(), new Date());
  } catch {
    // Taken over after a long sleep of the machine; the rename at the end stays atomic.
  }
}
