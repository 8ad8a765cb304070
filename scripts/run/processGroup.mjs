// Ends programs with all that they started: editors leave extension hosts and servers behind.
import { spawn, spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const GRACE_MS = 3_000;
const POLL_MS = 50;
const groups = new Map();
let guarded = false;

/**
 * Starts a program as the leader of its own process group. Ending only the parent leaves
 * children (VS Code's server, extension hosts) holding ports, so the group is ended.
 */
export function startGroup(command, args, { grace = GRACE_MS, ...options } = {}) {
  guardExit();
  const child = spawn(command, args, { ...options, detached: process.platform !== "win32" });
  if (child.pid !== undefined) {
    groups.set(child.pid, grace);
    // Emptied with its leader; kept otherwise, its children still have to be ended.
    child.once("exit", () => isGroupAlive(child.pid) || groups.delete(child.pid));
  }
  return child;
}

/** Ends the whole group: politely first, then without asking. */
export async function endGroup(child) {
  if (child.pid !== undefined) {
    await endGroupOf(child.pid);
  }
}

/** Resolves with the exit code, 1 for a signal; rejects when the program cannot start. */
export function waitForExit(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

async function endGroupOf(pid) {
  const grace = groups.get(pid);
  if (grace === undefined) {
    return;
  }
  signalGroup(pid, "SIGTERM");
  const until = Date.now() + grace;
  while (isGroupAlive(pid) && Date.now() < until) {
    await wait(POLL_MS);
  }
  signalGroup(pid, "SIGKILL");
  groups.delete(pid);
}

function signalGroup(pid, signal) {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH" && error.code !== "EPERM") {
      throw error;
    }
  }
}

function isGroupAlive(pid) {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** However this process ends, what it started ends with it. */
export function guardExit() {
  if (guarded) {
    return;
  }
  guarded = true;
  process.once("exit", () => groups.forEach((_grace, pid) => signalGroup(pid, "SIGKILL")));
  const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
  for (const [signal, number] of Object.entries(signals)) {
    process.once(signal, async () => {
      // Groups have groups of their own, which only they can end.
      await Promise.all([...groups.keys()].map(endGroupOf));
      process.exit(128 + number);
    });
  }
}
